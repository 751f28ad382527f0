/** The path of each page under the URL of the registry. A part with a colon is one percent-encoded value. */
export const PATHS = {
  overview: '/',
  signIn: '/sign-in',
  registry: '/registry',
  agent: '/agents/:svc_id',
  workspaces: '/workspaces',
  workspace: '/workspaces/:workspace_id',
  installations: '/workspaces/:workspace_id/installations',
  tokens: '/workspaces/:workspace_id/tokens',
  policy: '/workspaces/:workspace_id/policy',
  alarms: '/workspaces/:workspace_id/alarms',
  members: '/workspaces/:workspace_id/members',
  fleet: '/installations',
  installation: '/installations/:installation_id',
  organization: '/organization',
  organizationKeys: '/organization/keys',
  organizationUsage: '/organization/usage',
  disputes: '/disputes',
  dispute: '/disputes/:dispute_id',
  audit: '/audit',
  tasks: '/tasks',
  images: '/images',
  compliance: '/compliance',
  operator: '/operator',
  operatorDispute: '/operator/disputes/:dispute_id',
} as const

export type PageName = keyof typeof PATHS
