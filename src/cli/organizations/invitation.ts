import { OPTIONAL_ORG_FLAG, resolveOrganization } from '../arguments/values.ts'
import { CommandError } from '../../terminal/errors.ts'
import { operatorCommand } from '../operator/command.ts'
import { cell, formatTable } from '../../terminal/text.ts'

const PAGE_SIZE = 200

/** `invitation ...`: lists and withdraws open invitations to an organization. */
export const invitation = [
  operatorCommand({
    path: 'invitation list',
    summary: 'List the open invitations of an organization',
    flags: { org: OPTIONAL_ORG_FLAG },
    examples: ['invitation list --org org_0198', 'invitation list --org org_0198 --json'],
    read: ({ org }) => ({ organization_id: org ?? null }),
    async execute({ store, context }, requested: { organization_id: string | null }) {
      const organization_id = await resolveOrganization({ store }, requested.organization_id)
      const reach = { organizations: [organization_id], workspace_id: null }
      const page = await store.listInvitations({
        reach,
        organization_id,
        limit: PAGE_SIZE,
        offset: 0,
        now: context().now,
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
        'There are no open invitations; `member invite` invites a person.',
      ),
  }),

  operatorCommand({
    path: 'invitation withdraw',
    summary: 'Withdraw an open invitation',
    about:
      'It can no longer be accepted. A person who has already accepted is a member; remove them with `member remove`.',
    flags: {
      org: OPTIONAL_ORG_FLAG,
      email: {
        value: 'EMAIL',
        description: 'E-mail address of the invited person',
        required: true,
      },
    },
    examples: [
      'invitation withdraw --email bob@example.com',
      'invitation withdraw --org org_0198 --email bob@example.com --json',
    ],
    read: ({ org, email }) => ({ organization_id: org ?? null, email }),
    async execute(
      { store, context },
      { email, ...requested }: { organization_id: string | null; email: string },
    ) {
      const organization_id = await resolveOrganization({ store }, requested.organization_id)
      const withdrawn = await store.withdrawInvitationAsOperator(context(), {
        organization_id,
        email,
      })
      if (!withdrawn)
        throw new CommandError(
          `${cell(email)} has no open invitation to ${cell(organization_id)}; \`invitation list\` shows the open ones.`,
        )
      return withdrawn
    },
    show: ({ email, organization_id }) =>
      `${cell(email)} is no longer invited to ${organization_id}.`,
  }),
]
