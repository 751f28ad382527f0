import type { Scope } from '../../../api/api-keys.ts'

/** Explains each scope. */
export const SCOPES: Readonly<Record<Scope, string>> = {
  'agents:read': 'Read agents',
  'agents:write': 'Register agents',
  'workspaces:read': 'Read workspaces',
  'workspaces:write': 'Create, change, delete workspaces',
  'tokens:read': 'List install tokens',
  'tokens:write': 'Create and revoke install tokens',
  'installations:read': 'Read installations',
  'installations:write': 'Command and revoke installations',
  'policy:read': 'Read policies',
  'policy:write': 'Write policies',
  'trust:read': 'Verify signatures, read profiles',
  'trust:sign': 'Request signed trust headers',
  'audit:read': 'Read the audit log',
  'audit:export': 'Export the audit log',
  'images:read': 'Read images and scans',
  'images:scan': 'Request image scans',
  'support:write': 'Request support',
  'tasks:read': 'Read tasks',
  'tasks:route': 'Route tasks to agents',
  'tasks:delegate': 'Route tasks on behalf of members and agents',
  'network:read': 'Search the registry network',
  'compliance:read': 'Read compliance reports',
  'retention:write': 'Set the retention of audit records',
  'organization:read': 'Read members, keys and usage',
  'keys:write': 'Create and revoke API keys',
  'disputes:read': 'Read disputes',
  'disputes:write': 'Report and comment on disputes',
}

export const ALL_SCOPES = Object.keys(SCOPES) as Scope[]
