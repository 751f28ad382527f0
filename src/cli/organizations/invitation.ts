import { CommandError } from '../../terminal/errors.ts'
import { resolveOrganization } from './org.ts'
import { operatorCommand } from '../operator/command.ts'
import { formatTable, cell } from '../../terminal/text.ts'

const ORG = {
  value: 'ORG',
  description: 'Identifier of the organization',
  fallback: 'the only one there is',
} as const
const PAGE = 200

/** `invitation ...`: who is invited to an organization and has not answered yet. */
export const invitation = [
  operatorCommand({
    path: 'invitation list',
    summary: 'List the open invitations of an organization',
    flags: { org: ORG },
    examples: ['invitation list --org org_0198', 'invitation list --org org_0198 --json'],
    read: ({ org }) => ({ organization_id: org ?? null }),
    async work({ store, act }, named: { organization_id: string | null }) {
      const organization_id = await resolveOrganization({ store }, named.organization_id)
      const reach = { organizations: [organization_id], workspace_id: null }
      const page = await store.listInvitations({
        reach,
        organization_id,
        limit: PAGE,
        offset: 0,
        now: act().now,
      })
      return { items: page.kind === 'page' ? page.items : [] }
    },
    show: ({ items }) =>
      formatTable(
        ['EMAIL', 'ROLE', 'INVITED BY', 'CREATED', 'EXPIRES'],
        items.map(({ email, role, invited_by, created_at, expires_at }) => [
          email,
          role,
          invited_by ?? 'the operator',
          created_at,
          expires_at,
        ]),
        'Nobody is invited; `member invite` invites a person.',
      ),
  }),

  operatorCommand({
    path: 'invitation withdraw',
    summary: 'Withdraw an open invitation',
    about:
      'Nobody can accept it any more. A person who has accepted is a member; `member remove` takes them out.',
    flags: {
      org: ORG,
      email: { value: 'EMAIL', description: 'E-mail address that is invited', required: true },
    },
    examples: [
      'invitation withdraw --email bob@example.com',
      'invitation withdraw --org org_0198 --email bob@example.com --json',
    ],
    read: ({ org, email }) => ({ organization_id: org ?? null, email }),
    async work(
      { store, act },
      { email, ...named }: { organization_id: string | null; email: string },
    ) {
      const organization_id = await resolveOrganization({ store }, named.organization_id)
      const withdrawn = await store.withdrawForOperator(act(), { organization_id, email })
      if (!withdrawn)
        throw new CommandError(
          `${cell(email)} has no open invitation to ${cell(organization_id)}; \`invitation list\` shows who has.`,
        )
      return withdrawn
    },
    show: ({ email, organization_id }) =>
      `${cell(email)} is no longer invited to ${organization_id}.`,
  }),
]
