import type { Role } from '../../domain/records.ts'
import { ROLES } from '../../domain/organizations/scopes.ts'
import { readEmail } from '../arguments/email.ts'
import { CommandError, UsageError } from '../../terminal/errors.ts'
import { resolveOrganization } from './org.ts'
import { operatorCommand } from '../operator/command.ts'
import { formatTable, cell } from '../../terminal/text.ts'

const ORG = {
  value: 'ORG',
  description: 'Identifier of the organization',
  fallback: 'the only one there is',
} as const
const EMAIL = {
  value: 'EMAIL',
  description: 'E-mail address, to which sign-in PINs go',
  required: true,
} as const

/** What the flags of `member add` and `member invite` name. */
interface NewPerson {
  organization_id: string | null
  email: string
  role: Role
}

async function readPerson({
  org,
  email,
  role,
}: {
  org: string | undefined
  email: string
  role: string
}): Promise<NewPerson> {
  return { organization_id: org ?? null, email: await readEmail(email), role: roleOf(role) }
}

/** `member ...`: the people of an organization. */
export const member = [
  operatorCommand({
    path: 'member add',
    summary: 'Add a person to an organization at once, or change the role',
    about: [
      'Owners and admins can sign in with a PIN that comes by e-mail, or that `pin show` reads, and then act for the organization.',
      'The person belongs to the organization without being asked; `member invite` asks first.',
    ].join('\n'),
    flags: {
      org: ORG,
      email: EMAIL,
      role: { value: 'ROLE', description: `One of ${ROLES.join(', ')}`, required: true },
    },
    examples: [
      'member add --email ann@example.com --role owner',
      'member add --org org_0198 --email bob@example.com --role auditor',
    ],
    read: readPerson,
    async work({ store, act }, { email, role, ...named }: NewPerson) {
      const organization_id = await resolveOrganization({ store }, named.organization_id)
      return (await store.addMember(act(), { organization_id, email, role }))!
    },
    show: ({ email, organization_id, role }) =>
      `${cell(email)} is ${role} of ${organization_id} now.`,
  }),

  operatorCommand({
    path: 'member invite',
    summary: 'Invite a person to an organization',
    about:
      'A mail tells the person, who belongs to the organization once the invitation is accepted. It lasts 14 days; `invitation list` shows it until then.',
    flags: {
      org: ORG,
      email: EMAIL,
      role: { value: 'ROLE', description: `One of ${ROLES.join(', ')}`, required: true },
    },
    examples: [
      'member invite --email ann@example.com --role admin',
      'member invite --org org_0198 --email bob@example.com --role auditor --json',
    ],
    read: readPerson,
    async work({ store, act }, { email, role, ...named }: NewPerson) {
      const organization_id = await resolveOrganization({ store }, named.organization_id)
      const outcome = await store.inviteForOperator(act(), { organization_id, email, role })
      if (outcome.kind === 'created') return outcome.invitation
      throw new CommandError(`${cell(email)} ${REFUSALS[outcome.kind] ?? 'cannot be invited'}`)
    },
    show: ({ email, organization_id, role, expires_at }) =>
      `${cell(email)} is invited to ${organization_id} as ${role} until ${expires_at}.`,
  }),

  operatorCommand({
    path: 'member list',
    summary: 'List the people of an organization',
    flags: { org: ORG },
    examples: ['member list --org org_0198', 'member list --org org_0198 --json'],
    read: ({ org }) => ({ organization_id: org ?? null }),
    async work({ store }, named: { organization_id: string | null }) {
      const organization_id = await resolveOrganization({ store }, named.organization_id)
      return { items: await store.listMembers({ organization_id }) }
    },
    show: ({ items }) =>
      formatTable(
        ['EMAIL', 'ROLE', 'JOINED', 'USER'],
        items.map(({ email, role, joined_at, user_id }) => [email, role, joined_at, user_id]),
      ),
  }),

  operatorCommand({
    path: 'member remove',
    summary: 'Take a person out of an organization',
    about: 'Sessions of the person stop reaching the organization with their next request.',
    flags: { org: ORG, email: EMAIL },
    examples: [
      'member remove --org org_0198 --email bob@example.com',
      'member remove --org org_0198 --email bob@example.com --json',
    ],
    read: ({ org, email }) => ({ organization_id: org ?? null, email }),
    async work(
      { store, act },
      { email, ...named }: { organization_id: string | null; email: string },
    ) {
      const organization_id = await resolveOrganization({ store }, named.organization_id)
      const removed = await store.removeMember(act(), { organization_id, email })
      if (!removed)
        throw new CommandError(
          `${cell(email)} is no member of ${cell(organization_id)}; \`member list\` shows who is.`,
        )
      return removed
    },
    show: ({ email, organization_id }) =>
      `${cell(email)} is no longer a member of ${organization_id}.`,
  }),
]

const REFUSALS: Readonly<Partial<Record<string, string>>> = {
  exists: 'belongs to the organization already; `member list` shows in which role.',
  invited: 'is invited already; `invitation withdraw` ends that invitation.',
  too_many:
    'cannot be invited: the organization has as many open invitations as it can have; `invitation list` shows them.',
}

function roleOf(text: string): Role {
  const role = ROLES.find((known) => known === text)
  if (role) return role
  throw new UsageError(`"${text}" is no role; there are ${ROLES.join(', ')}.`)
}
