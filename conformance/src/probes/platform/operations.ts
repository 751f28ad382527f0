import type { Lab } from '../../engine/lab.ts'
import type { Effect, Unavailable } from '../../engine/types.ts'
import {
  base64,
  NO_INSTALLATION,
  NO_ORG,
  NO_WORKSPACE,
  registration,
  sentJson,
  textAt,
  workspaceIdOf,
  type Account,
  type Json,
  type Plan,
} from './target.ts'

/** Why an operation cannot be written down: what it is about is not there. */
export class Lacking extends Error {
  readonly why: Unavailable
  constructor(why: Unavailable) {
    super('lacking')
    this.why = why
  }
}

/** What the paths and bodies of operations name. Asking for what is not there throws `Lacking`. */
export interface World {
  readonly lab: Lab
  readonly org: string
  readonly workspace: string
  readonly svc_id: string
  readonly installation: string
}

/** One operation of the interface that takes an API key, with a request that nothing is wrong with. */
export interface Operation {
  readonly id: string
  readonly method: string
  readonly path: (world: World) => string
  readonly json?: (world: World) => Json
  readonly plan: Plan
  readonly effect: Effect
  readonly after: readonly string[]
  /** Line of its row in the interface. */
  readonly line: number
  /** The rule that shows that a valid request is no invalid one. */
  readonly control: string
}

const installation = ({ lab }: World): Json => ({
  upstream_url: upstream(lab),
  capabilities: ['count_words'],
  heartbeat_interval_seconds: 60,
})
export const upstream = ({ settings }: Lab): string =>
  settings.extra['upstream-url'] ?? 'https://agent.example.com/a2a/tasks'
/** Somewhere that nobody delivers to, and that no platform can find fault with but for that. */
const NOWHERE = 'https://intake.example.com/events'
export const INTAKE = '/intake'
const TAKEN = {
  status: 200,
  headers: { 'Content-Type': 'application/json' },
  body: '{"status":"success","text":"Success","code":0}',
}

/** The suite takes deliveries itself, unless they are to go elsewhere. */
export function intake({ settings, address, answer }: Lab, operation: string): string {
  answer(INTAKE, () => TAKEN)
  return (
    settings.extra['intake-url'] ??
    (address === undefined ? NOWHERE : `${address}${INTAKE}/${operation}`)
  )
}

const exported = ({ lab, org, workspace }: World, more: Json): Json => ({
  organization_id: org,
  workspace_id: workspace,
  event_type: 'policy.updated',
  limit: 10,
  intake_url: lab.settings.extra['intake-url'] ?? NOWHERE,
  tags: ['env:conformance'],
  ...more,
})
const support = ({ lab, org, workspace }: World): Json => ({
  organization_id: org,
  workspace_id: workspace,
  subject: 'Conformance suite',
  message: 'Sent by the conformance suite; nothing is to be done.',
  category: lab.settings.extra['support-category'] ?? 'technical',
  contact_email: 'conformance@example.com',
})

const AGENT = ['agent.register']
const WORKSPACE = ['workspace.create']
const BOTH = ['agent.register', 'workspace.create']
const INSTALLED = ['install.first']
const free = { plan: 'free' } as const
const read = { method: 'GET', effect: 'read' } as const
const write = { method: 'POST', effect: 'write' } as const

const row = (line: number, control: string): Pick<Operation, 'line' | 'control'> => ({
  line,
  control,
})
const workspaces = ({ org }: World): string => `/orgs/${org}/workspaces`
const one = (world: World): string => `${workspaces(world)}/${world.workspace}`

/** In the order of the interface (lines 211-310). `GET /images` proves what the target is and stands elsewhere. */
export const OPERATIONS: readonly Operation[] = [
  {
    id: 'registerAgent',
    ...write,
    ...free,
    path: () => '/agents/register',
    json: ({ lab }) => registration(lab),
    after: [],
    ...row(211, 'REG-01'),
  },
  {
    id: 'verifyAgent',
    ...read,
    ...free,
    path: ({ svc_id }) => `/agents/${svc_id}/verify`,
    after: AGENT,
    ...row(212, 'REG-02'),
  },
  { id: 'listWorkspaces', ...read, ...free, path: workspaces, after: [], ...row(218, 'WS-05') },
  {
    id: 'createWorkspace',
    ...write,
    ...free,
    path: workspaces,
    json: () => ({ name: 'Conformance', description: 'Made by the conformance suite' }),
    after: [],
    ...row(219, 'WS-01'),
  },
  { id: 'getWorkspace', ...read, ...free, path: one, after: WORKSPACE, ...row(220, 'WS-02') },
  {
    id: 'updateWorkspace',
    ...write,
    method: 'PUT',
    ...free,
    path: one,
    json: () => ({ name: 'Conformance', description: 'Changed by the conformance suite' }),
    after: ['workspace.put'],
    ...row(221, 'WS-03'),
  },
  {
    id: 'deleteWorkspace',
    ...read,
    method: 'DELETE',
    effect: 'destructive',
    ...free,
    path: (world) => `${workspaces(world)}/${doomed(world)}`,
    after: ['workspace.doomed'],
    ...row(222, 'WS-01'),
  },
  {
    id: 'listMembers',
    ...read,
    ...free,
    path: (world) => `${one(world)}/members`,
    after: WORKSPACE,
    ...row(223, 'WS-06'),
  },
  {
    id: 'createInstallToken',
    ...write,
    ...free,
    path: ({ workspace }) => `/workspaces/${workspace}/install-tokens`,
    json: ({ svc_id }) => ({ agent_id: svc_id, expiry_minutes: 5 }),
    after: BOTH,
    ...row(229, 'TOK-01'),
  },
  {
    id: 'recover',
    ...write,
    ...free,
    path: () => '/installations/recovery',
    json: (world) => ({
      agent_id: agentOf(world, 'recovered'),
      workspace_id: world.workspace,
      ...installation(world),
    }),
    after: ['recovery'],
    ...row(238, 'REC-01'),
  },
  {
    id: 'registerBeacon',
    ...write,
    ...free,
    path: ({ installation }) => `/installations/${installation}/beacon/register`,
    json: ({ lab }) => ({
      platform: lab.settings.extra['platform'] ?? 'linux',
      metadata: { by: 'conformance' },
    }),
    after: INSTALLED,
    ...row(239, 'BEAC-01'),
  },
  {
    id: 'revoke',
    ...write,
    effect: 'destructive',
    ...free,
    path: (world) => `/installations/${installed(world, 'doomed')}/revoke`,
    json: () => ({ reason: 'conformance', shutdown_timeout_ms: 1000 }),
    after: ['install.doomed', 'revoke'],
    ...row(240, 'REVO-01'),
  },
  {
    id: 'getPolicy',
    ...read,
    ...free,
    path: ({ workspace }) => `/workspaces/${workspace}/policy`,
    after: WORKSPACE,
    ...row(248, 'POL-01'),
  },
  {
    id: 'verifyTrust',
    ...write,
    ...free,
    path: () => '/trust/verify',
    json: ({ svc_id, workspace }) => ({
      svc_id,
      signature: base64('ab'.repeat(64)),
      context: { workspace_id: workspace },
    }),
    after: BOTH,
    ...row(254, 'TRUST-01'),
  },
  {
    id: 'trustProfile',
    ...read,
    ...free,
    path: ({ svc_id }) => `/trust/profile/did:svc:${svc_id}`,
    after: AGENT,
    ...row(255, 'TRUST-02'),
  },
  {
    id: 'trustHeaders',
    ...write,
    ...free,
    path: () => '/trust/headers',
    json: ({ svc_id }) => ({
      svc_id,
      request_body_hash: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    }),
    after: AGENT,
    ...row(256, 'TRUST-03'),
  },
  {
    id: 'scanImage',
    ...read,
    method: 'POST',
    effect: 'write',
    ...free,
    path: (world) => `/images/${image(world)}/scan`,
    after: [],
    ...row(263, 'IMG-02'),
  },
  {
    id: 'scanReport',
    ...read,
    ...free,
    path: (world) => `/images/${image(world)}/scan-report`,
    after: [],
    ...row(264, 'IMG-02'),
  },
  {
    id: 'listAuditLogs',
    ...read,
    plan: 'starter',
    path: ({ org, workspace }) =>
      `/audit-logs?organization_id=${org}&workspace_id=${workspace}&limit=10`,
    after: WORKSPACE,
    ...row(270, 'AUD-01'),
  },
  {
    id: 'exportLogs',
    ...write,
    plan: 'professional',
    path: () => '/audit-logs/siem/logs/export',
    json: (world) => exported(world, { api_key: 'conformance', service: 'svc', source: 'svc' }),
    after: WORKSPACE,
    ...row(271, 'EXP-01'),
  },
  {
    id: 'exportCollector',
    ...write,
    plan: 'professional',
    path: () => '/audit-logs/siem/collector/export',
    json: (world) =>
      exported(world, {
        hec_token: 'conformance',
        source: 'svc',
        sourcetype: 'json',
        host: 'svc',
        index: 'main',
      }),
    after: WORKSPACE,
    ...row(272, 'EXP-02'),
  },
  {
    id: 'exportAlerts',
    ...write,
    plan: 'professional',
    path: () => '/audit-logs/siem/alerts/export',
    json: (world) =>
      exported(world, {
        routing_key: 'conformance',
        event_action: world.lab.settings.extra['event-action'] ?? 'trigger',
        source: 'svc',
        severity: world.lab.settings.extra['severity'] ?? 'info',
        component: 'svc',
        group: 'svc',
        class: 'svc',
        dedup_key_prefix: 'svc',
      }),
    after: WORKSPACE,
    ...row(273, 'EXP-03'),
  },
  {
    id: 'supportEmail',
    ...write,
    plan: 'starter',
    path: () => '/support/email',
    json: support,
    after: WORKSPACE,
    ...row(293, 'SUP-01'),
  },
  {
    id: 'supportPriority',
    ...write,
    plan: 'professional',
    path: () => '/support/priority',
    json: support,
    after: WORKSPACE,
    ...row(294, 'SUP-02'),
  },
  {
    id: 'supportChat',
    ...write,
    plan: 'professional',
    path: () => '/support/chat',
    json: support,
    after: WORKSPACE,
    ...row(295, 'SUP-03'),
  },
  {
    id: 'supportCsm',
    ...write,
    plan: 'enterprise',
    path: () => '/support/csm',
    json: support,
    after: WORKSPACE,
    ...row(296, 'SUP-04'),
  },
  {
    id: 'networkSummary',
    ...read,
    plan: 'professional',
    path: () => '/registry/network/summary',
    after: [],
    ...row(302, 'NET-01'),
  },
  {
    id: 'networkAgents',
    ...read,
    plan: 'professional',
    path: () => '/registry/network/agents?verified_only=false&limit=10&offset=0',
    after: [],
    ...row(303, 'NET-02'),
  },
  {
    id: 'setRetention',
    ...write,
    method: 'PUT',
    plan: 'enterprise',
    path: ({ org }) => `/enterprise/orgs/${org}/retention`,
    json: () => ({ audit_log_retention_days: 400 }),
    after: [],
    ...row(309, 'RET-01'),
  },
  {
    id: 'complianceReport',
    ...read,
    plan: 'enterprise',
    path: ({ svc_id, workspace }) => `/agents/${svc_id}/compliance/${workspace}/report`,
    after: BOTH,
    ...row(310, 'COMP-01'),
  },
]

/** What a probe finds when it looks for what an operation is about, with the workspace that the account's organization has. */
export function worldOf(lab: Lab, { org }: Account, workspace = 'workspace.create'): World {
  const must = <T>(value: T | undefined, why: Unavailable): T => {
    if (value === undefined) throw new Lacking(why)
    return value
  }
  return {
    lab,
    get org() {
      return must(org, NO_ORG)
    },
    get workspace() {
      return must(workspaceIdOf(lab.seen(workspace)[0], lab.settings), NO_WORKSPACE)
    },
    get svc_id() {
      return String(sentJson(lab.seen('agent.register').at(-1))['svc_id'])
    },
    get installation() {
      return installed(this, 'first')
    },
  }
}

const doomed = ({ lab }: World): string => {
  const id = workspaceIdOf(lab.seen('workspace.doomed')[0], lab.settings)
  if (id === undefined) throw new Lacking(NO_WORKSPACE)
  return id
}
const agentOf = ({ lab }: World, name: string): string =>
  String(sentJson(lab.seen(`install.${name}`)[0])['svc_id'])
const installed = ({ lab }: World, name: string): string => {
  const id = textAt(lab.seen(`install.${name}`)[2], '/installation_id')
  if (id === undefined) throw new Lacking(NO_INSTALLATION)
  return id
}
const image = ({ lab }: World): string => {
  const given = lab.settings.extra['image-ref']
  if (given === undefined)
    throw new Lacking({
      kind: 'untested',
      supply: 'Give an image that the platform can read, as --set image-ref=organization/name:tag.',
    })
  return encodeURIComponent(given)
}
