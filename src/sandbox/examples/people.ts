import type { Plan } from '../../domain/organizations/plans.ts'
import { API_KEY_PREFIX } from '../../domain/tokens.ts'
import type { CallContext } from '../../store/context.ts'
import { exampleOf, parameterOf, withoutPrefix } from './contract.ts'
import { expectKind, fixedContext } from './fixed-identifiers.ts'
import type { SeedServices } from './seed.ts'

interface Member {
  readonly user_id: string
  readonly email: string
  readonly role: 'owner' | 'developer'
}
interface OwnInvitation {
  readonly organization_id: string
  readonly name: string
  readonly role: 'developer'
  readonly invited_by: string
}
interface Key {
  readonly api_key: string
  readonly key_id: string
  readonly name: string
  readonly scopes: readonly string[]
  readonly created_by_key: string
}

const [ada, bob] = exampleOf<{ items: readonly [Member, Member] }>('MembersOfAcme').items
const ORGANIZATION = exampleOf<{ organization_id: string; name: string }>('AcmeWithItsUsage')
const BUILD_KEY = exampleOf<Key>('KeyForBuildServer')

/** The organization of the examples, with the credentials that its examples need. They are the same in every sandbox. */
export const ACME = {
  organization_id: ORGANIZATION.organization_id,
  name: ORGANIZATION.name,
  /** The key that calls the operations of the examples. */
  api_key: API_KEY_PREFIX + 'sandbox_acme_'.padEnd(43, '0'),
  key_id: BUILD_KEY.created_by_key,
  owner: ada.email,
  /** The session of the owner, which is valid for eight hours after startup. */
  session_token: exampleOf('AdaIsSignedIn')['session_token']!,
  operator_email: 'olga@registry.example',
  /** The session of the operator who judges the disputes of the examples. */
  operator_token: 'adm_' + 'EXAMPLE_operator_'.padEnd(43, '0'),
} as const
/** What the keys and the owner of this organization can access. */
export const REACH = { organizations: [ACME.organization_id], workspace_id: null }

/** Returns a context whose request id and actor are those of the examples: the actor is their API key. */
export function asKey(context: CallContext): CallContext {
  const [{ request_id, actor }] = exampleOf<{
    items: readonly [{ request_id: string; actor: { ip: string } }]
  }>('WorkspaceCreationOnRecord').items
  return { ...context, request_id, actor: { type: 'api_key', id: ACME.key_id, ip: actor.ip } }
}

const FORMER_MEMBER = 'erin@acme.example'

/** Creates the organization of the examples with its members, keys, invitations and sessions. */
export async function seedPeople(
  services: SeedServices,
  context: () => CallContext,
): Promise<void> {
  const { store } = services
  const { organization_id, name } = ACME
  await store.createOrganization(context(), { organization_id, name, plan: 'enterprise' })
  const members = [
    ada,
    bob,
    { user_id: parameterOf('FormerMemberId'), email: FORMER_MEMBER, role: 'developer' as const },
  ]
  for (const { user_id, email, role } of members)
    await store.addMember(fixedContext(context(), { ids: [withoutPrefix(user_id)] }), {
      organization_id,
      email,
      role,
    })
  await seedKeys(services, context)
  await seedInvitations(services, context)
  await store.addOperator(context(), { email: ACME.operator_email })
  await seedSessions(services, context)
}

/** Creates the key of the examples, and a second key that the first one has created and may therefore revoke. */
async function seedKeys({ store }: SeedServices, context: () => CallContext): Promise<void> {
  const { organization_id, api_key: token, key_id } = ACME
  await store.createApiKey(fixedContext(context(), { ids: [withoutPrefix(key_id)] }), {
    organization_id,
    name: 'Sandbox key of the examples',
    token,
  })
  const given = { ids: [withoutPrefix(BUILD_KEY.key_id)], secrets: [BUILD_KEY.api_key] }
  const created = await store.createOwnApiKey(fixedContext(context(), given), {
    reach: REACH,
    organization_id,
    by_key: key_id,
    name: BUILD_KEY.name,
    scopes: BUILD_KEY.scopes,
    expiry_minutes: exampleOf<{ expiry_minutes: number }>('MakeKeyForBuildServer').expiry_minutes,
  })
  expectKind(created, 'created')
}

/** Creates an invitation by the organization, and the organizations that the owner belongs to or is invited to. */
async function seedInvitations(services: SeedServices, context: () => CallContext): Promise<void> {
  const { store } = services
  const [withdrawn] = exampleOf<{ items: readonly [Record<'email', string>] }>(
    'InvitationsOfAcme',
  ).items
  await invite(services, context, {
    invitation_id: parameterOf('InvitationIdParameter'),
    organization_id: ACME.organization_id,
    by: ada.email,
    email: withdrawn.email,
  })
  const [accepted] = exampleOf<{ items: readonly [OwnInvitation] }>('InvitationsOfAda').items
  const { plan: accepted_plan } = exampleOf<{ plan: Plan }>('AdaHasJoined')
  const inviting = [
    { ...accepted, plan: accepted_plan, invitation_id: parameterOf('OwnInvitationId') },
    {
      organization_id: 'org_initech',
      name: 'Initech',
      plan: 'free' as const,
      invited_by: 'owner@initech.example',
      invitation_id: parameterOf('DeclinedInvitationId'),
    },
  ]
  for (const { organization_id, name, plan, invited_by, invitation_id } of inviting) {
    await store.createOrganization(context(), { organization_id, name, plan })
    await store.addMember(context(), { organization_id, email: invited_by, role: 'owner' })
    await invite(services, context, {
      invitation_id,
      organization_id,
      by: invited_by,
      email: ada.email,
    })
  }
  const left = parameterOf('LeftOrgId')
  await store.createOrganization(context(), {
    organization_id: left,
    name: 'Northwind',
    plan: 'free',
  })
  await store.addMember(context(), { organization_id: left, email: ada.email, role: 'viewer' })
}

async function invite(
  { store }: SeedServices,
  context: () => CallContext,
  invitation: {
    readonly invitation_id: string
    readonly organization_id: string
    readonly by: string
    readonly email: string
  },
): Promise<void> {
  const { invitation_id, organization_id, by, email } = invitation
  const invited = await store.inviteMember(
    fixedContext(context(), { ids: [withoutPrefix(invitation_id)] }),
    {
      reach: { organizations: [organization_id], workspace_id: null },
      organization_id,
      by,
      email,
      role: 'developer',
      limits: [],
      email_limits: [],
    },
  )
  expectKind(invited, 'created')
}

/** Signs in the owner and the operator, and opens the two sign-ins whose PINs are in the examples. */
async function seedSessions({ store }: SeedServices, context: () => CallContext): Promise<void> {
  const sessions = [
    [ada.email, ACME.session_token],
    [ACME.operator_email, ACME.operator_token],
  ] as const
  for (const [email, token] of sessions) {
    const opened = expectKind(await store.createSignIn(context(), { email }), 'opened')
    const { challenge_id } = opened.challenge
    const given = fixedContext(context(), { secrets: [token] })
    const session = await store.verifyPin(given, { challenge_id, email, pin_correct: () => true })
    expectKind(session, 'session')
  }
  for (const name of ['AdaTypesPin', 'AdaTypesPinInBrowser']) {
    const { challenge_id, email } = exampleOf<{ challenge_id: string; email: string }>(name)
    const opened = await store.createSignIn(fixedContext(context(), { ids: [challenge_id] }), {
      email,
    })
    expectKind(opened, 'opened')
  }
}
