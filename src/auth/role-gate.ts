import type { Incoming, TableEntry } from '../contract/typed.ts'
import type { Reach } from '../domain/organizations/access.ts'
import type { Timestamp } from '../domain/time.ts'
import type { Store } from '../store/store.ts'
import type { Caller, SessionCaller } from './callers.ts'

/** What is read to find the organization of a resource. */
export interface ResourceServices {
  readonly store: Store
  readonly now: () => Timestamp
}
/** A resource that a request names. */
interface NamedResource {
  readonly workspace_id?: string | undefined
  readonly installation_id?: string | undefined
  readonly dispute_id?: string | undefined
  readonly svc_id?: string | undefined
}

type RoleProblem = { readonly code: 'OPERATOR_REQUIRED' | 'ROLE_REQUIRED' } | undefined

/**
 * Returns the problem if a person lacks the role that an operation requires: that of an operator of the platform, or a role in an
 * organization that permits the operation.
 */
export function roleGate(
  services: ResourceServices,
  caller: SessionCaller,
  operation: TableEntry,
  path_values: Incoming['path_values'],
): RoleProblem | Promise<RoleProblem> {
  if (operation.tag === 'operator')
    return caller.operator ? undefined : { code: 'OPERATOR_REQUIRED' }
  return isPermitted(caller, operation, path_values['org_id'])
    ? resourceRoleGate(services, caller, operation, path_values)
    : { code: 'ROLE_REQUIRED' }
}

/**
 * Returns whether the role of a person permits an operation. Reading and ending the session, responding to invitations and leaving are
 * always allowed. Everything else requires a role that permits it in the organization in the path if the person belongs to it, and
 * otherwise in any organization of the person.
 */
function isPermitted(
  { reach, memberships }: SessionCaller,
  { tag }: TableEntry,
  org_id: string | undefined,
): boolean {
  if (tag === 'admin') return true
  const belongs = memberships.some(({ organization_id }) => organization_id === org_id)
  return reach.organizations.length > 0 && (!belongs || reach.organizations.includes(org_id!))
}

/**
 * Returns the problem if the path names a resource, but not its organization, and the person belongs to that organization with a role that
 * does not permit the operation.
 */
async function resourceRoleGate(
  services: ResourceServices,
  caller: SessionCaller,
  { tag }: TableEntry,
  path_values: Incoming['path_values'],
): Promise<RoleProblem> {
  if (tag === 'admin' || path_values['org_id'] !== undefined) return undefined
  const { workspace_id, installation_id, dispute_id } = path_values
  const named = { workspace_id, installation_id, dispute_id }
  return (await lacksRole(services, caller, named)) ? { code: 'ROLE_REQUIRED' } : undefined
}

/**
 * Returns whether a request names a resource of an organization to which the person belongs with a role that does not permit the operation.
 * Every role may read these resources, so a 403 reveals nothing, and a 404 would contradict what the person sees. Nothing is looked up for
 * a person whose roles all permit the operation.
 */
export async function lacksRole(
  services: ResourceServices,
  caller: Caller,
  resource: NamedResource,
): Promise<boolean> {
  const beyond = caller.kind === 'session' ? reachBeyondRole(caller) : undefined
  return beyond !== undefined && belongsTo(services, beyond, caller.reach, resource)
}

/** Returns the organizations to which a person belongs with a role that does not permit the operation; undefined if there are none. */
function reachBeyondRole({ memberships, reach }: SessionCaller): Reach | undefined {
  const organizations = memberships
    .map(({ organization_id }) => organization_id)
    .filter((organization_id) => !reach.organizations.includes(organization_id))
  return organizations.length > 0 ? { organizations, workspace_id: null } : undefined
}

/** Returns whether a resource belongs to one of the organizations in `beyond`. A dispute must also belong to none within `reach`. */
async function belongsTo(
  { store, now }: ResourceServices,
  beyond: Reach,
  reach: Reach,
  { workspace_id, installation_id, dispute_id, svc_id }: NamedResource,
): Promise<boolean> {
  if (workspace_id !== undefined)
    return (await store.getPolicy({ reach: beyond, workspace_id })) !== undefined
  if (installation_id !== undefined)
    return (
      (await store.getInstallation({ reach: beyond, installation_id, now: now() })).kind === 'found'
    )
  // A dispute belongs to two organizations, and one of them suffices.
  if (dispute_id !== undefined)
    return (
      (await store.getDispute({ reach, dispute_id })) === undefined &&
      (await store.getDispute({ reach: beyond, dispute_id })) !== undefined
    )
  return svc_id !== undefined && (await store.findOwnAgent({ svc_id, reach: beyond })) !== undefined
}
