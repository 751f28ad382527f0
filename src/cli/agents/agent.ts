import { verificationChecks } from '../../domain/agents/identity.ts'
import { verificationFactsOf } from '../../domain/agents/registration.ts'
import type { Agent } from '../../domain/records.ts'
import { ROWS_TO_READ, shownRows, withRowsLeft } from '../arguments/rows.ts'
import { ORG_FLAG, requireOrganization } from '../arguments/values.ts'
import { CommandError } from '../../terminal/errors.ts'
import { operatorCommand } from '../operator/command.ts'
import { cell, formatFields, formatTable } from '../../terminal/text.ts'

const SVC_ID = { name: 'SVC_ID', description: 'Identifier of the agent' } as const
const REASON = {
  value: 'TEXT',
  description: 'Reason, recorded in the audit log',
  required: true,
} as const

const unknownAgent = (svc_id: string): CommandError =>
  new CommandError(
    `There is no agent ${cell(svc_id)}; \`agent list\` shows those of an organization.`,
  )

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
      if (!agent) throw unknownAgent(svc_id)
      return agent
    },
    show: ({ svc_id, name, verification_status }) =>
      `${svc_id} (${cell(name)}) is now ${verification_status}.`,
  })

/** `agent ...`: lists, suspends and reinstates agents of any organization. */
export const agent = [
  operatorCommand({
    path: 'agent list',
    summary: 'List the agents of an organization',
    flags: { org: ORG_FLAG },
    examples: ['agent list --org org_0198', 'agent list --org org_0198 --json'],
    read: ({ org }) => ({ organization_id: org }),
    async execute({ store }, { organization_id }: { organization_id: string }) {
      const rows = await store.listAgentsAsOperator({ organization_id, limit: ROWS_TO_READ })
      if (rows.length === 0) await requireOrganization({ store }, organization_id)
      return shownRows(rows.map(summaryOf))
    },
    show: (list) =>
      withRowsLeft(
        formatTable(
          ['AGENT', 'NAME', 'VERSION', 'STATUS', 'VISIBILITY', 'REGISTERED'],
          list.items.map((item) => [
            item.svc_id,
            item.name,
            item.version,
            item.verification_status,
            item.private ? 'private' : 'public',
            item.registered_at,
          ]),
          'The organization has no agents.',
        ),
        list,
      ),
  }),

  operatorCommand({
    path: 'agent show',
    summary: 'Show an agent and why it is verified or not',
    about:
      'If several organizations registered the identifier, each registration is shown. Other organizations see only the public one.',
    operands: [SVC_ID],
    flags: {},
    examples: ['agent show 1f0c...', 'agent show 1f0c... --json'],
    read: (_, [svc_id]) => ({ svc_id: svc_id! }),
    async execute({ store }, { svc_id }: { svc_id: string }) {
      const rows = await store.listRegistrationsAsOperator({ svc_id, limit: ROWS_TO_READ })
      if (rows.length === 0) throw unknownAgent(svc_id)
      return shownRows(rows.map(registrationOf))
    },
    show: (list) => withRowsLeft(list.items.map(formatRegistration).join('\n\n'), list),
  }),

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
    'false alarm',
  ),
]

const summaryOf = ({
  svc_id,
  organization_id,
  name,
  version,
  verification_status,
  private: isPrivate,
  registered_at,
}: Agent) => ({
  svc_id,
  organization_id,
  name,
  version,
  verification_status,
  private: isPrivate,
  registered_at,
})

const registrationOf = (agent: Agent) => ({
  ...summaryOf(agent),
  public_key: agent.public_key,
  resolves_publicly: agent.resolves_publicly,
  installable_by: agent.installable_by,
  deprecated: agent.deprecated,
  disputes: { open: agent.disputes_open, upheld: agent.disputes_upheld },
  last_seen_at: agent.last_seen_at,
  checks: verificationChecks(verificationFactsOf(agent)),
})

const VISIBILITY = {
  public: 'public',
  displaced: 'hidden by the public registration of the identifier',
  private: 'private',
} as const

function formatRegistration(shown: ReturnType<typeof registrationOf>): string {
  const { resolves_publicly, disputes, checks } = shown
  const visibility = resolves_publicly ? 'public' : shown.private ? 'private' : 'displaced'
  return formatFields([
    ['Agent', shown.svc_id],
    ['Name', `${cell(shown.name)} ${cell(shown.version)}`],
    ['Organization', shown.organization_id],
    ['Status', shown.verification_status + (shown.deprecated ? ', deprecated' : '')],
    ['Visibility', VISIBILITY[visibility]],
    ['Installers', shown.installable_by],
    ['Disputes', `${disputes.open} open, ${disputes.upheld} upheld`],
    ['Registered', shown.registered_at],
    ['Last seen', shown.last_seen_at ?? 'never'],
    ['Public key', shown.public_key],
    ...checks.map(({ passed, detail }) => [passed ? 'Passed' : 'Failed', detail] as const),
  ])
}
