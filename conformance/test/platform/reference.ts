import { createHash } from 'node:crypto'
import type { Settings } from '../../src/engine/settings.ts'
import {
  BASE,
  NOW_MS,
  type TestRequest,
  type Handler,
  type TestResponse,
} from '../support/handler.ts'

export type Json = Readonly<Record<string, unknown>>
const PLANS = ['free', 'starter', 'professional', 'enterprise']
const KEYS = Object.fromEntries(PLANS.map((plan) => [plan, `sk_live_${plan}`]))
const DAY = 86_400_000

/** How somebody who has everything runs the suite against the reference. */
export const PLATFORM_SETTINGS: Partial<Settings> = {
  profile: 'full',
  fuzz: 60,
  allow: new Set(['read', 'call', 'write', 'destructive']),
  keys: KEYS,
  second_org: { org_id: 'org_second', key: 'sk_live_second' },
  issuer: 'urn:reference',
  clock_url: `${BASE}/_clock`,
  mail_url: `${BASE}/_mail`,
  extra: {
    ...Object.fromEntries(PLANS.map((plan) => [`org.${plan}`, `org_${plan}`])),
    'admin-email': 'admin@example.com',
    'image-ref': 'acme/web:1.0',
  },
}

/** What differs between platforms that conform. */
export interface Shape {
  readonly created: number
  readonly invalid: number
  readonly workspace_id: string
  readonly more: Json
  /** How far the clock was moved before; its Date stays where it was. */
  readonly moved_ms: number
}
const USUAL: Shape = {
  created: 201,
  invalid: 422,
  workspace_id: 'workspace_id',
  more: {},
  moved_ms: 0,
}

interface Installation {
  readonly id: string
  readonly upstream: string
  readonly capabilities: readonly unknown[]
  readonly org: string
  readonly agent: string
  readonly workspace: string
  refresh: string
  version: number
  tokens: Map<string, number>
}
interface InstallToken {
  readonly agent: string
  readonly workspace: string
  readonly ends: number
  used?: { at: number; by: Installation }
}
type Call = {
  readonly org: string
  readonly path: readonly string[]
  readonly given: Json
  readonly request: TestRequest
}
type Route = readonly [
  id: string,
  method: string,
  path: RegExp,
  least: string | undefined,
  members: Readonly<Record<string, 'string' | 'integer' | 'array' | 'object'>>,
  run: (call: Call) => TestResponse,
]

export const jsonResponse = (
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): TestResponse => ({
  status,
  headers: { 'Content-Type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

/** A platform that does what the interface asks for and little else, as one function that remembers what it was told. */
export function referencePlatform(changes: Partial<Shape> = {}): Handler {
  const shape = { ...USUAL, ...changes }
  let [now, counted] = [NOW_MS + shape.moved_ms, 0]
  const agents = new Map<string, Json>()
  const workspaces = new Map<string, Json>()
  const tokens = new Map<string, InstallToken>()
  const installations = new Map<string, Installation>()
  const challenges = new Map<string, { readonly pin: string; used: boolean }>()
  const mails: Json[] = []
  const hash = (): string =>
    createHash('sha256')
      .update(String((counted += 1)))
      .digest('hex')
  const uuid = (): string => hash().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')
  const time = (ms: number): string => new Date(now + ms).toISOString()
  const missing = (): TestResponse => jsonResponse(404, { error: 'not_found' })
  const refused = (): TestResponse => jsonResponse(401, { error: 'unauthorized' })
  const invalid = (): TestResponse => jsonResponse(shape.invalid, { error: 'validation_error' })
  const created = (body: Json): TestResponse =>
    jsonResponse(shape.created, { ...body, ...shape.more })
  const workspace = (id: string | undefined, org: string): Json | undefined =>
    workspaces.get(id ?? '')?.['org'] === org ? workspaces.get(id ?? '') : undefined
  const record = ({ id, name, description }: Json): Json => ({
    [shape.workspace_id]: id,
    name,
    description,
    ...shape.more,
  })

  const fresh = (installation: Installation): Json => {
    const runtime_token = `srt_${hash()}`
    installation.tokens.set(runtime_token, now + 90 * DAY)
    installation.version += 1
    return { runtime_token, expires_at: time(90 * DAY) }
  }
  const credentials = (installation: Installation): Json => ({
    installation_id: installation.id,
    ...fresh(installation),
    heartbeat_interval: 60,
  })
  const renewed = (installation: Installation): Json => ({
    ...credentials(installation),
    refresh_token: (installation.refresh = `srf_${hash()}`),
  })
  const install = (
    org: string,
    agent: string,
    place: string,
    { upstream_url, capabilities }: Json,
  ): Installation => {
    const installation: Installation = {
      id: uuid(),
      org,
      agent,
      workspace: place,
      upstream: String(upstream_url),
      capabilities: Array.isArray(capabilities) ? capabilities : [],
      refresh: '',
      version: 0,
      tokens: new Map(),
    }
    installations.set(installation.id, installation)
    return installation
  }

  const bootstrap = ({ given }: Call): TestResponse => {
    const token = tokens.get(String(given['install_token']))
    if (!token) return refused()
    if (token.used)
      return now - token.used.at < 60_000
        ? jsonResponse(200, credentials(token.used.by))
        : refused()
    if (now >= token.ends) return refused()
    const by = install(
      String(workspaces.get(token.workspace)?.['org']),
      token.agent,
      token.workspace,
      given,
    )
    token.used = { at: now, by }
    return created(renewed(by))
  }
  const lease = ({ path, request }: Call): TestResponse => {
    const installation = installations.get(path[0] ?? '')
    const token = (request.headers['authorization'] ?? '').replace(/^Bearer /, '')
    const ends = installation?.tokens.get(token)
    if (!installation || ends === undefined || ends <= now) return refused()
    const refreshed =
      ends - now < 7 * DAY
        ? { refreshed_token: { ...fresh(installation), token_version: installation.version } }
        : {}
    return jsonResponse(200, {
      installation_id: installation.id,
      lease_expires_at: time(180_000),
      next_heartbeat_at: time(60_000),
      command: null,
      ...refreshed,
      ...shape.more,
    })
  }
  const owned =
    (run: () => TestResponse) =>
    ({ org, path }: Call): TestResponse =>
      installations.get(path[0] ?? '')?.org === org ? run() : missing()
  const inWorkspace =
    (place: number, run: (found: Json, call: Call) => TestResponse) =>
    (call: Call): TestResponse => {
      const found = workspace(call.path[place], call.org)
      return found ? run(found, call) : missing()
    }
  const agent =
    (run: (found: Json) => TestResponse) =>
    ({ path }: Call): TestResponse => {
      const found = agents.get((path[0] ?? '').replace(/^did:svc:/, ''))
      return found ? run(found) : missing()
    }
  const mailed = ({ given }: Call): TestResponse => {
    const [challenge_id, pin] = [uuid(), String(10_000_000 + counted)]
    challenges.set(challenge_id, { pin, used: false })
    mails.push({ to: given['email'], text: `Your PIN is ${pin}` })
    return jsonResponse(200, {
      challenge_id,
      expires_at: time(300_000),
      delivery: 'email',
      ...shape.more,
    })
  }
  const signIn = ({ given }: Call): TestResponse => {
    const challenge = challenges.get(String(given['challenge_id']))
    if (!challenge || challenge.used || challenge.pin !== given['pin']) return refused()
    challenge.used = true
    return jsonResponse(200, {
      session_token: `adm_${hash()}`,
      expires_at: time(3_600_000),
      email: given['email'],
    })
  }

  const route = ({ org, given, request }: Call): TestResponse => {
    const { skill, message, context } = given as {
      skill?: unknown
      message?: unknown
      context?: Json
    }
    const found = [...installations.values()].find(
      (one) =>
        one.org === org &&
        one.workspace === context?.['workspace_id'] &&
        one.capabilities.includes(skill),
    )
    if (!found) return missing()
    const task_id = uuid()
    request.call?.(found.upstream, {
      task_id,
      type: skill,
      input: { skill, message },
      context: { skill, workspace_id: found.workspace, requester_id: org },
    })
    return jsonResponse(200, { task_id, status: 'completed' })
  }
  const exported = ({ given, request }: Call): TestResponse => {
    request.call?.(String(given['intake_url']), [{ event_type: 'policy.updated' }])
    return created({})
  }

  const TEXTS = (...names: readonly string[]): Readonly<Record<string, 'string'>> =>
    Object.fromEntries(names.map((name) => [name, 'string']))
  const RUNS = {
    upstream_url: 'string',
    capabilities: 'array',
    heartbeat_interval_seconds: 'integer',
  } as const
  const EXPORT = {
    ...TEXTS(
      'organization_id',
      'workspace_id',
      'event_type',
      'intake_url',
      'api_key',
      'hec_token',
      'routing_key',
      'service',
      'source',
      'sourcetype',
      'host',
      'index',
      'event_action',
      'severity',
      'component',
      'group',
      'class',
      'dedup_key_prefix',
    ),
    limit: 'integer',
    tags: 'array',
  } as const
  const SUPPORT = TEXTS(
    'organization_id',
    'workspace_id',
    'subject',
    'message',
    'category',
    'contact_email',
  )
  const done = (): TestResponse => jsonResponse(200, {})
  const routes: readonly Route[] = [
    [
      'registerAgent',
      'POST',
      /^\/agents\/register$/,
      'free',
      TEXTS('svc_id', 'name', 'version', 'public_key', 'manifest_hash'),
      ({ given }) => {
        if (!/^[A-Za-z0-9+/]+=*$/.test(String(given['public_key']))) return invalid()
        if (agents.has(String(given['svc_id']))) return jsonResponse(409, {})
        agents.set(String(given['svc_id']), { ...given, registered_at: time(0) })
        return created({})
      },
    ],
    [
      'verifyAgent',
      'GET',
      /^\/agents\/([^/]+)\/verify$/,
      'free',
      {},
      agent(({ svc_id, name, version, registered_at }) =>
        jsonResponse(200, { valid: true, svc_id, name, version, registered_at, ...shape.more }),
      ),
    ],
    [
      'complianceReport',
      'GET',
      /^\/agents\/([^/]+)\/compliance\/([^/]+)\/report$/,
      'enterprise',
      {},
      inWorkspace(1, (_, { request }) =>
        request.path.endsWith('format=markdown') ? { status: 200, body: '# Report' } : done(),
      ),
    ],
    [
      'listWorkspaces',
      'GET',
      /^\/orgs\/([^/]+)\/workspaces$/,
      'free',
      {},
      ({ org }) =>
        jsonResponse(200, {
          items: [...workspaces.values()].filter((one) => one['org'] === org).map(record),
        }),
    ],
    [
      'createWorkspace',
      'POST',
      /^\/orgs\/([^/]+)\/workspaces$/,
      'free',
      TEXTS('name', 'description'),
      ({ org, given }) => {
        const made = { id: `ws_${hash()}`, org, ...given }
        workspaces.set(made.id, made)
        return created(record(made))
      },
    ],
    [
      'getWorkspace',
      'GET',
      /^\/orgs\/[^/]+\/workspaces\/([^/]+)$/,
      'free',
      {},
      inWorkspace(0, (found) => jsonResponse(200, record(found))),
    ],
    [
      'updateWorkspace',
      'PUT',
      /^\/orgs\/[^/]+\/workspaces\/([^/]+)$/,
      'free',
      TEXTS('name', 'description'),
      inWorkspace(0, (found, { given }) => {
        workspaces.set(String(found['id']), { ...found, ...given })
        return done()
      }),
    ],
    [
      'deleteWorkspace',
      'DELETE',
      /^\/orgs\/[^/]+\/workspaces\/([^/]+)$/,
      'free',
      {},
      inWorkspace(0, (found) => {
        workspaces.delete(String(found['id']))
        return { status: 204, body: '' }
      }),
    ],
    [
      'listMembers',
      'GET',
      /^\/orgs\/[^/]+\/workspaces\/([^/]+)\/members$/,
      'free',
      {},
      inWorkspace(0, done),
    ],
    [
      'createInstallToken',
      'POST',
      /^\/workspaces\/([^/]+)\/install-tokens$/,
      'free',
      { agent_id: 'string', expiry_minutes: 'integer' },
      inWorkspace(0, (found, { given }) => {
        const minutes = Number(given['expiry_minutes'] ?? 15)
        if (minutes < 1) return invalid()
        const [token, ends] = [`skt_${hash()}`, minutes * 60_000]
        tokens.set(token, {
          agent: String(given['agent_id']),
          workspace: String(found['id']),
          ends: now + ends,
        })
        return created({
          token,
          expires_at: time(ends),
          agent_id: given['agent_id'],
          workspace_id: found['id'],
        })
      }),
    ],
    ['getPolicy', 'GET', /^\/workspaces\/([^/]+)\/policy$/, 'free', {}, inWorkspace(0, done)],
    [
      'bootstrap',
      'POST',
      /^\/installations\/bootstrap$/,
      undefined,
      { install_token: 'string', ...RUNS },
      bootstrap,
    ],
    [
      'recover',
      'POST',
      /^\/installations\/recovery$/,
      'free',
      { agent_id: 'string', workspace_id: 'string', ...RUNS },
      ({ org, given }) => {
        const found = [...installations.values()].find(
          (one) =>
            one.org === org &&
            one.agent === given['agent_id'] &&
            one.workspace === given['workspace_id'],
        )
        return found ? created(renewed(found)) : jsonResponse(403, {})
      },
    ],
    [
      'lease',
      'POST',
      /^\/installations\/([^/]+)\/lease$/,
      undefined,
      { status: 'string', heartbeat_interval_seconds: 'integer', health_payload: 'object' },
      lease,
    ],
    [
      'refresh',
      'POST',
      /^\/installations\/([^/]+)\/refresh$/,
      undefined,
      { refresh_token: 'string' },
      ({ path, given }) => {
        const found = installations.get(path[0] ?? '')
        return found && found.refresh === given['refresh_token']
          ? jsonResponse(200, { ...fresh(found), token_version: found.version })
          : refused()
      },
    ],
    [
      'registerBeacon',
      'POST',
      /^\/installations\/([^/]+)\/beacon\/register$/,
      'free',
      { platform: 'string', metadata: 'object' },
      owned(done),
    ],
    [
      'revoke',
      'POST',
      /^\/installations\/([^/]+)\/revoke$/,
      'free',
      { reason: 'string', shutdown_timeout_ms: 'integer' },
      owned(done),
    ],
    [
      'verifyTrust',
      'POST',
      /^\/trust\/verify$/,
      'free',
      { svc_id: 'string', signature: 'string', context: 'object' },
      () => jsonResponse(200, { valid: false }),
    ],
    ['trustProfile', 'GET', /^\/trust\/profile\/([^/]+)$/, 'free', {}, agent(done)],
    [
      'trustHeaders',
      'POST',
      /^\/trust\/headers$/,
      'free',
      TEXTS('svc_id', 'request_body_hash'),
      ({ given }) =>
        /^[0-9a-f]{64}$/.test(String(given['request_body_hash'])) ? done() : invalid(),
    ],
    ['listImages', 'GET', /^\/images$/, 'free', {}, done],
    ['scanImage', 'POST', /^\/images\/[^/]+\/scan$/, 'free', {}, done],
    ['scanReport', 'GET', /^\/images\/[^/]+\/scan-report$/, 'free', {}, done],
    [
      'listAuditLogs',
      'GET',
      /^\/audit-logs$/,
      'starter',
      {},
      ({ request }) => (/limit=\D/.test(request.path) ? invalid() : done()),
    ],
    ['exportLogs', 'POST', /^\/audit-logs\/siem\/logs\/export$/, 'professional', EXPORT, exported],
    [
      'exportCollector',
      'POST',
      /^\/audit-logs\/siem\/collector\/export$/,
      'professional',
      EXPORT,
      exported,
    ],
    [
      'exportAlerts',
      'POST',
      /^\/audit-logs\/siem\/alerts\/export$/,
      'professional',
      EXPORT,
      exported,
    ],
    ['routeTask', 'POST', /^\/a2a\/route$/, 'free', { context: 'object' }, route],
    ['supportEmail', 'POST', /^\/support\/email$/, 'starter', SUPPORT, done],
    ['supportPriority', 'POST', /^\/support\/priority$/, 'professional', SUPPORT, done],
    ['supportChat', 'POST', /^\/support\/chat$/, 'professional', SUPPORT, done],
    ['supportCsm', 'POST', /^\/support\/csm$/, 'enterprise', SUPPORT, done],
    ['networkSummary', 'GET', /^\/registry\/network\/summary$/, 'professional', {}, done],
    ['networkAgents', 'GET', /^\/registry\/network\/agents$/, 'professional', {}, done],
    [
      'setRetention',
      'PUT',
      /^\/enterprise\/orgs\/([^/]+)\/retention$/,
      'enterprise',
      { audit_log_retention_days: 'integer' },
      ({ given }) =>
        Number(given['audit_log_retention_days']) > 365 &&
        Number(given['audit_log_retention_days']) <= 3650
          ? done()
          : invalid(),
    ],
    ['requestPin', 'POST', /^\/admin\/auth\/request-pin$/, undefined, TEXTS('email'), mailed],
    [
      'verifyPin',
      'POST',
      /^\/admin\/auth\/verify-pin$/,
      undefined,
      TEXTS('email', 'challenge_id', 'pin'),
      signIn,
    ],
    ['tasks', 'GET', /^\/tasks$/, 'bearer', {}, () => jsonResponse(200, [])],
    [
      'clock',
      'POST',
      /^\/_clock$/,
      undefined,
      { advance_seconds: 'integer' },
      ({ given }) => {
        now += Number(given['advance_seconds']) * 1000
        return jsonResponse(200, { now: time(0) })
      },
    ],
    ['mail', 'GET', /^\/_mail$/, undefined, {}, () => jsonResponse(200, { items: mails })],
  ]
  ROUTES ??= routes.map(([id, method, path]) => [id, method, path])
  return (request) => dated(answer(routes, request, invalid), now - shape.moved_ms)
}

let ROUTES: readonly (readonly [id: string, method: string, path: RegExp])[] | undefined
/** The name of the operation that a request asks for. */
export const operationOf = ({ method, path }: TestRequest): string | undefined =>
  ROUTES?.find(([, of, pattern]) => of === method && pattern.test(path.split('?')[0] ?? ''))?.[0]

const dated = (answer: TestResponse, now: number): TestResponse => ({
  ...answer,
  headers: { ...answer.headers, Date: new Date(now).toUTCString() },
})

/** Key, plan, body, and then what is asked for. */
function answer(
  routes: readonly Route[],
  request: TestRequest,
  invalid: () => TestResponse,
): TestResponse {
  const path = request.path.split('?')[0] ?? ''
  const route = routes.find(
    ([, method, pattern]) => method === request.method && pattern.test(path),
  )
  if (!route) return jsonResponse(404, {})
  const [, , pattern, least, members, run] = route
  const key =
    least === 'bearer'
      ? (request.headers['authorization'] ?? '').replace(/^Bearer /, '')
      : request.headers['x-api-key']
  const name = [...PLANS, 'second'].find((plan) => `sk_live_${plan}` === key)
  if (least !== undefined && name === undefined) return jsonResponse(401, { error: 'unauthorized' })
  const plan = name === 'second' ? 'enterprise' : (name ?? 'free')
  if (least !== undefined && PLANS.indexOf(plan) < PLANS.indexOf(least)) {
    return jsonResponse(402, {
      error: 'plan_limit_exceeded',
      message: `This needs ${least}; you have ${plan}.`,
      code: 'REQUIRES_UPGRADE',
      required_plan: least,
      upgrade_url: 'https://platform.example.com/upgrade',
    })
  }
  const given = request.body === '' ? {} : read(request.body)
  if (
    given === undefined ||
    !Object.entries(members).every(([member, type]) => fits(given[member], type)) ||
    (Object.keys(members).length > 0 && Object.keys(given).length === 0)
  )
    return invalid()
  return run({
    org: `org_${name ?? ''}`,
    path: (pattern.exec(path) ?? []).slice(1),
    given,
    request,
  })
}

function fits(value: unknown, type: string): boolean {
  if (value === undefined) return true
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'array')
    return Array.isArray(value) && value.every((item) => typeof item === 'string')
  if (type === 'object')
    return (
      typeof value === 'object' &&
      value !== null &&
      ['string', 'undefined'].includes(typeof (value as Json)['workspace_id'])
    )
  return typeof value === 'string'
}

function read(text: string): Json | undefined {
  try {
    const value = JSON.parse(text) as unknown
    return typeof value === 'object' && value !== null ? (value as Json) : undefined
  } catch {
    return undefined
  }
}
