import type { Role } from '../../domain/records.ts'
import { ROLES } from '../../domain/organizations/roles.ts'
import {
  EMAIL_FLAG,
  readEmail,
  choice,
  OPTIONAL_ORG_FLAG,
  requireNoSvcId,
  resolveOrganization,
} from '../arguments/values.ts'
import { CommandError } from '../../terminal/errors.ts'
import { operatorCommand } from '../operator/command.ts'
import { cell, formatTable } from '../../terminal/text.ts'

const ROLE_FLAG = {
  value: 'ROLE',
  description: `One of ${ROLES.join(', ')}`,
  required: true,
} as const

/** The arguments of `member add` and `member invite`. */
interface NewMember {
  organization_id: string | null
  email: string
  role: Role
}

async function readMember({
  org,
  email,
  role,
}: {
  org: string | undefined
  email: string
  role: string
}): Promise<NewMember> {
  return {
    organization_id: org ?? null,
    email: await readEmail(email),
    role: choice('role', role, ROLES),
  }
}

/** `member ...`: manages the people of an organization. */
export const member = [
  operatorCommand({
    path: 'member add',
    summary: 'Add a person to an organization immediately, or change their role',
    about: [
      'Members sign in with a PIN, which is sent by e-mail or read with `pin show`; their role decides what they may see and change.',
      'The person becomes a member without having to accept; `member invite` sends an invitation instead.',
    ].join('\n'),
    flags: { org: OPTIONAL_ORG_FLAG, email: EMAIL_FLAG, role: ROLE_FLAG },
    examples: [
      'member add --email ann@example.com --role owner',
      'member add --org org_0198 --email bob@example.com --role auditor',
    ],
    read: readMember,
    async execute({ store, context }, { email, role, ...requested }: NewMember) {
      const organization_id = await resolveOrganization({ store }, requested.organization_id)
      const members = await store.listMembersAsOperator({ organization_id })
      if (!members.some((each) => each.email === email.toLowerCase())) requireNoSvcId(email)
      return (await store.addMember(context(), { organization_id, email, role }))!
    },
    show: ({ email, organization_id, role }) =>
      `${cell(email)} is now ${role} of ${organization_id}.`,
  }),

  operatorCommand({
    path: 'member invite',
    summary: 'Invite a person to an organization',
    about:
      'The person is informed by mail and becomes a member by accepting. The invitation is open for 14 days; `invitation list` shows it until then.',
    flags: { org: OPTIONAL_ORG_FLAG, email: EMAIL_FLAG, role: ROLE_FLAG },
    examples: [
      'member invite --email ann@example.com --role admin',
      'member invite --org org_0198 --email bob@example.com --role auditor --json',
    ],
    async read(flags) {
      const requested = await readMember(flags)
      requireNoSvcId(requested.email)
      return requested
    },
    async execute({ store, context }, { email, role, ...requested }: NewMember) {
      const organization_id = await resolveOrganization({ store }, requested.organization_id)
      const outcome = await store.inviteAsOperator(context(), { organization_id, email, role })
      if (outcome.kind === 'created') return outcome.invitation
      throw new CommandError(
        `${cell(email)} ${INVITATION_ERRORS[outcome.kind] ?? 'cannot be invited: the organization does not exist.'}`,
      )
    },
    show: ({ email, organization_id, role, expires_at }) =>
      `${cell(email)} is invited to ${organization_id} as ${role} until ${expires_at}.`,
  }),

  operatorCommand({
    path: 'member list',
    summary: 'List the people of an organization',
    flags: { org: OPTIONAL_ORG_FLAG },
    examples: ['member list --org org_0198', 'member list --org org_0198 --json'],
    read: ({ org }) => ({ organization_id: org ?? null }),
    async execute({ store }, requested: { organization_id: string | null }) {
      const organization_id = await resolveOrganization({ store }, requested.organization_id)
      return { items: await store.listMembersAsOperator({ organization_id }) }
    },
    show: ({ items }) =>
      formatTable(
        ['EMAIL', 'ROLE', 'JOINED', 'USER'],
        items.map(({ email, role, joined_at, user_id }) => [email, role, joined_at, user_id]),
      ),
  }),

  operatorCommand({
    path: 'member remove',
    summary: 'Remove a person from an organization',
    about: "The person's sessions lose access to the organization with their next request.",
    flags: { org: OPTIONAL_ORG_FLAG, email: EMAIL_FLAG },
    examples: [
      'member remove --org org_0198 --email bob@example.com',
      'member remove --org org_0198 --email bob@example.com --json',
    ],
    read: ({ org, email }) => ({ organization_id: org ?? null, email }),
    async execute(
      { store, context },
      { email, ...requested }: { organization_id: string | null; email: string },
    ) {
      const organization_id = await resolveOrganization({ store }, requested.organization_id)
      const removed = await store.removeMember(context(), { organization_id, email })
      if (!removed)
        throw new CommandError(
          `${cell(email)} is not a member of ${cell(organization_id)}; \`member list\` shows its members.`,
        )
      return removed
    },
    show: ({ email, organization_id }) =>
      `${cell(email)} is no longer a member of ${organization_id}.`,
  }),
]

const INVITATION_ERRORS: Readonly<Partial<Record<string, string>>> = {
  exists: 'is already a member; `member list` shows their role.',
  invited: 'is already invited; `invitation withdraw` withdraws that invitation.',
  too_many:
    'cannot be invited: the organization has the maximum number of open invitations; `invitation list` shows them.',
}
