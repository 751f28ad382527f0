import type { Role } from '../records.ts'

/** Lists the scopes of API keys. A key without a list has all of them except those that are never implied. */
export const SCOPES = [
  'agents:read',
  'agents:write',
  'workspaces:read',
  'workspaces:write',
  'tokens:read',
  'tokens:write',
  'installations:read',
  'installations:write',
  'policy:read',
  'policy:write',
  'trust:read',
  'trust:sign',
  'audit:read',
  'audit:export',
  'images:read',
  'images:scan',
  'support:write',
  'tasks:read',
  'tasks:route',
  'tasks:delegate',
  'network:read',
  'compliance:read',
  'retention:write',
  'organization:read',
  'keys:write',
  'disputes:read',
  'disputes:write',
] as const
export type Scope = (typeof SCOPES)[number]

/** The scope to request tasks on behalf of others (docs/specification/trust.md#delegation). */
export const DELEGATION: Scope = 'tasks:delegate'
/** Lists the scopes that a key has only if its list names them. */
const NEVER_IMPLIED: readonly string[] = [DELEGATION]

export const ROLES: readonly Role[] = ['owner', 'admin', 'developer', 'auditor', 'viewer']
/** Lists the roles whose sessions may act for the organization. */
export const ACTING_ROLES: readonly Role[] = ['owner', 'admin']

/** Returns whether a key with these scopes covers the scope that an operation requires. */
export function covers(scopes: readonly string[] | null, required: string | null): boolean {
  if (required === null) return true
  return scopes === null ? !NEVER_IMPLIED.includes(required) : scopes.includes(required)
}

/** What a caller may access: some organizations, and only one workspace if its key is bound to it. */
export interface Reach {
  readonly organizations: readonly string[]
  readonly workspace_id: string | null
}

/** Returns whether something that belongs to this organization and workspace is within reach. Anything else appears not to exist. */
export const reaches = (
  reach: Reach,
  owner: { readonly organization_id: string; readonly workspace_id?: string },
): boolean =>
  reach.organizations.includes(owner.organization_id) &&
  (reach.workspace_id === null ||
    owner.workspace_id === undefined ||
    owner.workspace_id === reach.workspace_id)
