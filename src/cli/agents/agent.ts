import type { Agent } from '../../domain/records.ts'
import { CommandError } from '../../terminal/errors.ts'
import { operatorCommand } from '../operator/command.ts'
import { cell } from '../../terminal/text.ts'

const SVC_ID = { name: 'SVC_ID', description: 'Identifier of the agent' } as const
const REASON = {
  value: 'TEXT',
  description: 'Reason, recorded in the audit log',
  required: true,
} as const

const suspension = (
  verb: 'suspend' | 'reinstate',
  summary: string,
  about: string,
  exampleReason: string,
) =>
  operatorCommand({
    path: `agent ${verb}`,
    summary,
    about,
    operands: [SVC_ID],
    flags: { reason: REASON },
    examples: [
      `agent ${verb} 1f0c... --reason "${exampleReason}"`,
      `agent ${verb} 1f0c... --reason "${exampleReason}" --json`,
    ],
    async read({ reason }, [svc_id]) {
      const { requiredText } = await import('../arguments/contract.ts')
      return {
        svc_id: svc_id!,
        reason: requiredText('--reason', 'LeaseCommand/properties/reason', reason),
      }
    },
    async execute(
      { store, context },
      { svc_id, reason }: { svc_id: string; reason: string },
    ): Promise<Agent> {
      const agent = await store.setSuspended(context(), {
        svc_id,
        suspended: verb === 'suspend',
        reason,
      })
      if (!agent) throw new CommandError(`There is no agent ${cell(svc_id)}.`)
      return agent
    },
    show: ({ svc_id, name, verification_status }) =>
      `${svc_id} (${cell(name)}) is now ${verification_status}.`,
  })

/** `agent ...`: suspends and reinstates agents of any organization. */
export const agent = [
  suspension(
    'suspend',
    'Suspend an agent',
    'A suspended agent is not valid and fails every trust verification until it is reinstated, whichever organization owns it.',
    'key leaked',
  ),
  suspension(
    'reinstate',
    'Reinstate a suspended agent',
    "The agent's verification status is determined again from its id, its key, the proof of its registration and upheld disputes.",
    'new key in place',
  ),
]
