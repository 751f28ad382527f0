import type { Agent } from '../../domain/records.ts'
import { CommandError } from '../../terminal/errors.ts'
import { operatorCommand } from '../operator/command.ts'
import { cell } from '../../terminal/text.ts'

const SVC_ID = { name: 'SVC_ID', description: 'Identifier of the agent' } as const
const REASON = {
  value: 'TEXT',
  description: 'Why; it stands in the audit log',
  required: true,
} as const

const commandFor = (
  verb: 'suspend' | 'reinstate',
  summary: string,
  about: string,
  reason: string,
) =>
  operatorCommand({
    path: `agent ${verb}`,
    summary,
    about,
    operands: [SVC_ID],
    flags: { reason: REASON },
    examples: [
      `agent ${verb} 1f0c... --reason "${reason}"`,
      `agent ${verb} 1f0c... --reason "${reason}" --json`,
    ],
    async read({ reason: given }, [svc_id]) {
      const { validText: conforming } = await import('../arguments/contract.ts')
      return {
        svc_id: svc_id!,
        reason: conforming('--reason', 'LeaseCommand/properties/reason', given),
      }
    },
    async work(
      { store, act },
      { svc_id, reason: why }: { svc_id: string; reason: string },
    ): Promise<Agent> {
      const agent = await store.setSuspended(act(), {
        svc_id,
        suspended: verb === 'suspend',
        reason: why,
      })
      if (!agent) throw new CommandError(`There is no agent ${cell(svc_id)}.`)
      return agent
    },
    show: ({ svc_id, name, verification_status }) =>
      `${svc_id} (${cell(name)}) is ${verification_status} now.`,
  })

/** `agent ...`: the operator's word on agents, whoever owns them. */
export const agent = [
  commandFor(
    'suspend',
    'Take an agent out of use',
    'A suspended agent is not valid and fails every trust verification, whoever owns it, until it is reinstated.',
    'key leaked',
  ),
  commandFor(
    'reinstate',
    'Take a suspended agent back into use',
    'The agent is judged again by what is known of it: its id, its key and whether its registration is proved.',
    'new key in place',
  ),
]
