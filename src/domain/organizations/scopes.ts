import type { Role } from '../records.ts'

/** What an API key may be limited to; a key without a list has all of them but those that are never implied. */
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

/** The right to have tasks routed in somebody else's name (docs/specification/trust.md#delegation). */
export const DELEGATION: Scope = 'tasks:delegate'
/** Scopes that a key has only if its list names them. */
const NEVER_IMPLIED: readonly string[] = [DELEGATION]

export const ROLES: readonly Role[] = ['owner', 'admin', 'developer', 'auditor', 'viewer']
/** Roles whose admin session may act for the organization. */
export const ACTING_ROLES: readonly Role[] = ['owner', 'admin']

/** Whether a key with these scopes covers what an operation requires. */
export function covers(scopes: readonly string[] | null, required: string | null): boolean {
  if (required === null) return true
  return scopes === null ? !NEVER_IMPLIED.includes(required) : scopes.includes(required)
}
