import { readAdvisory } from '../domain/images/advisory.ts'
import { PLANS, type Plan } from '../domain/organizations/plans.ts'
import type { Role } from '../domain/records.ts'
import { API_KEY_PREFIX } from '../domain/tokens.ts'
import type { Services } from '../handlers/services.ts'
import type { CallContext } from '../store/context.ts'
import { expectKind } from './examples/fixed-identifiers.ts'
import { SANDBOX_ADVISORIES } from './images/images.ts'

/** One organization of the sandbox, with everything needed to use it. */
export interface SandboxOrganization {
  readonly organization_id: string
  readonly name: string
  readonly plan: Plan
  readonly api_key: string
  readonly workspace_id: string
  readonly admin_email: string
}

/** An open invitation. The invited person is not a member of any organization until they accept. */
export interface SandboxInvitation {
  readonly invitation_id: string
  readonly organization_id: string
  readonly email: string
  readonly role: Role
}

const KEY_LENGTH = 43

/**
 * Returns an organization with descriptive identifiers and a key that are the same in every sandbox, so that documentation and tests can
 * use them.
 */
function fixture(slug: string, name: string, plan: Plan): SandboxOrganization {
  return {
    organization_id: `org_sandbox_${slug}`,
    name,
    plan,
    api_key: API_KEY_PREFIX + `sandbox_${slug}_`.padEnd(KEY_LENGTH, '0'),
    workspace_id: `ws_sandbox_${slug}`,
    admin_email: `admin@${slug.replaceAll('_', '-')}.example`,
  }
}

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** One organization per plan, and a second one on the highest plan to test isolation between tenants. */
export const SANDBOX_ORGANIZATIONS: readonly SandboxOrganization[] = [
  ...PLANS.map((plan) => fixture(plan, `${capitalized(plan)} Sandbox`, plan)),
  fixture('enterprise_2', 'Second Enterprise Sandbox', 'enterprise'),
]

/**
 * The operator who judges disputes. They belong to none of the organizations, because members cannot judge disputes of their organization.
 */
export const SANDBOX_OPERATOR = 'operator@sandbox.example'

/** The person who is invited to the enterprise organization. */
const INVITED_EMAIL = 'invited@sandbox.example'

/** Creates the organizations, the operator, an open invitation and the advisories in an empty store. */
export async function seedStore(
  { store, signer }: Pick<Services, 'store' | 'signer'>,
  context: () => CallContext,
): Promise<SandboxInvitation> {
  for (const {
    organization_id,
    name,
    plan,
    api_key,
    workspace_id,
    admin_email,
  } of SANDBOX_ORGANIZATIONS) {
    await store.createOrganization(context(), { organization_id, name, plan })
    await store.createWorkspace(context(), {
      reach: { organizations: [organization_id], workspace_id: null },
      organization_id,
      workspace_id,
      name: 'Main',
      signer,
    })
    await store.createApiKey(context(), { organization_id, name: 'Sandbox key', token: api_key })
    await store.addMember(context(), { organization_id, email: admin_email, role: 'admin' })
  }
  await store.addOperator(context(), { email: SANDBOX_OPERATOR })
  await store.importAdvisories(context(), {
    read: SANDBOX_ADVISORIES.map(readAdvisory).filter((read) => read.kind !== 'unreadable'),
  })

  const { organization_id, admin_email: invited_by } = SANDBOX_ORGANIZATIONS.find(
    ({ plan }) => plan === 'enterprise',
  )!
  const reach = { organizations: [organization_id], workspace_id: null }
  const invited = await store.inviteMember(context(), {
    reach,
    organization_id,
    by: invited_by,
    email: INVITED_EMAIL,
    role: 'developer',
    limits: [],
    email_limits: [],
  })
  const { invitation_id, email, role } = expectKind(invited, 'created').invitation
  return { invitation_id, organization_id, email, role }
}
