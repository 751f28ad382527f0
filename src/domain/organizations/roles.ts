import { SCOPES, type Scope } from './access.ts'

export const ROLES = ['owner', 'admin', 'developer', 'auditor', 'viewer'] as const
export type Role = (typeof ROLES)[number]
/** Lists the roles whose sessions may act for the organization. */
export const ACTING_ROLES: readonly Role[] = ['owner', 'admin']

const VIEWER: readonly Scope[] = [
  'agents:read',
  'workspaces:read',
  'tokens:read',
  'installations:read',
  'policy:read',
  'trust:read',
  'images:read',
  'tasks:read',
  'network:read',
  'compliance:read',
  'disputes:read',
]

/** What a role permits, in the scopes of API keys (docs/specification/organizations.md#roles). */
const SCOPES_OF_ROLES: Readonly<Record<Role, readonly Scope[]>> = {
  owner: SCOPES,
  admin: SCOPES,
  developer: [
    ...VIEWER,
    'agents:write',
    'tokens:write',
    'installations:write',
    'images:scan',
    'disputes:write',
    'support:write',
    'organization:read',
  ],
  auditor: [...VIEWER, 'audit:read', 'audit:export', 'organization:read'],
  viewer: VIEWER,
}

/** Returns the scopes that a role permits, in the order of the contract. */
export const scopesOf = (role: Role): readonly Scope[] =>
  SCOPES.filter((scope) => SCOPES_OF_ROLES[role].includes(scope))

/** Returns whether a role permits an operation with this scope. Without a scope, only the roles that act for the organization permit it. */
export const permits = (role: Role, required: string | null): boolean =>
  required === null
    ? ACTING_ROLES.includes(role)
    : (SCOPES_OF_ROLES[role] as readonly string[]).includes(required)
