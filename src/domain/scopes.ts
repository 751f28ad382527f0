import type { Role } from './records.ts'

/** What an API key may be limited to; a key without a list may do everything (decisions, scopes). */
export const SCOPES = [
  'agents:read', 'agents:write', 'workspaces:read', 'workspaces:write', 'tokens:read', 'tokens:write', 'installations:read', 'installations:write',
  'policy:read', 'policy:write', 'trust:read', 'trust:sign', 'audit:read', 'audit:export', 'images:read', 'images:scan', 'support:write',
  'tasks:read', 'tasks:route', 'network:read', 'compliance:read', 'retention:write', 'organization:read', 'keys:write',
  'disputes:read', 'disputes:write',
] as const
export type Scope = (typeof SCOPES)[number]

export const ROLES: readonly Role[] = ['owner', 'admin', 'developer', 'auditor', 'viewer']
/** Roles whose admin session may act for the organization. */
export const ACTING_ROLES: readonly Role[] = ['owner', 'admin']

/** The first scope that a new key would have and its maker has not; undefined where the new key may do no more than its maker. */
export function scopeBeyond(maker: readonly string[] | null, wanted: readonly string[] | null): string | undefined {
  return maker === null ? undefined : (wanted ?? SCOPES).find((scope) => !maker.includes(scope))
}

/** Whether a key with these scopes covers what an operation requires. */
export const covers = (scopes: readonly string[] | null, required: string | null): boolean => scopes === null || required === null || scopes.includes(required)
