import type { TestResponse } from '../support/handler.ts'
import {
  empty,
  jsonResponse,
  notFound,
  strings,
  unauthorized,
  type Call,
  type Json,
  type PlatformState,
  type Route,
} from './reference-state.ts'

const EXPORT = {
  ...strings(
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

const SUPPORT = strings(
  'organization_id',
  'workspace_id',
  'subject',
  'message',
  'category',
  'contact_email',
)

/** Returns the routes for audit logs, retention, compliance and images. */
export function auditRoutes(state: PlatformState): readonly Route[] {
  const list = ({ request }: Call): TestResponse =>
    /limit=\D/.test(request.path) ? state.invalid() : empty()
  const deliver = ({ given, request }: Call): TestResponse => {
    request.call?.(String(given['intake_url']), [{ event_type: 'policy.updated' }])
    return state.created({})
  }
  const exportRoute = (id: string, path: RegExp): Route => [
    id,
    'POST',
    path,
    'professional',
    EXPORT,
    deliver,
  ]
  const setRetention = ({ given }: Call): TestResponse => {
    const days = Number(given['audit_log_retention_days'])
    return days > 365 && days <= 3650 ? empty() : state.invalid()
  }
  const report = state.inWorkspace(1, (_, { request }) =>
    request.path.endsWith('format=markdown') ? { status: 200, body: '# Report' } : empty(),
  )
  return [
    ['listAuditLogs', 'GET', /^\/audit-logs$/, 'starter', {}, list],
    exportRoute('exportLogs', /^\/audit-logs\/siem\/logs\/export$/),
    exportRoute('exportCollector', /^\/audit-logs\/siem\/collector\/export$/),
    exportRoute('exportAlerts', /^\/audit-logs\/siem\/alerts\/export$/),
    [
      'setRetention',
      'PUT',
      /^\/enterprise\/orgs\/([^/]+)\/retention$/,
      'enterprise',
      { audit_log_retention_days: 'integer' },
      setRetention,
    ],
    [
      'complianceReport',
      'GET',
      /^\/agents\/([^/]+)\/compliance\/([^/]+)\/report$/,
      'enterprise',
      {},
      report,
    ],
    ['listImages', 'GET', /^\/images$/, 'free', {}, empty],
    ['scanImage', 'POST', /^\/images\/[^/]+\/scan$/, 'free', {}, empty],
    ['scanReport', 'GET', /^\/images\/[^/]+\/scan-report$/, 'free', {}, empty],
  ]
}

/** Returns the routes for support, search and tasks. */
export function serviceRoutes(state: PlatformState): readonly Route[] {
  return [
    ['supportEmail', 'POST', /^\/support\/email$/, 'starter', SUPPORT, empty],
    ['supportPriority', 'POST', /^\/support\/priority$/, 'professional', SUPPORT, empty],
    ['supportChat', 'POST', /^\/support\/chat$/, 'professional', SUPPORT, empty],
    ['supportCsm', 'POST', /^\/support\/csm$/, 'enterprise', SUPPORT, empty],
    ['networkSummary', 'GET', /^\/registry\/network\/summary$/, 'professional', {}, empty],
    ['networkAgents', 'GET', /^\/registry\/network\/agents$/, 'professional', {}, empty],
    ['tasks', 'GET', /^\/tasks$/, 'bearer', {}, () => jsonResponse(200, [])],
    [
      'routeTask',
      'POST',
      /^\/a2a\/route$/,
      'free',
      { context: 'object' },
      (call) => routeTask(state, call),
    ],
  ]
}

function routeTask(state: PlatformState, { org, given, request }: Call): TestResponse {
  const { skill, message, context } = given as {
    skill?: unknown
    message?: unknown
    context?: Json
  }
  const installation = [...state.installations.values()].find(
    (one) =>
      one.org === org &&
      one.workspace === context?.['workspace_id'] &&
      one.capabilities.includes(skill),
  )
  if (!installation) return notFound()
  const task_id = state.uuid()
  request.call?.(installation.upstream, {
    task_id,
    type: skill,
    input: { skill, message },
    context: { skill, workspace_id: installation.workspace, requester_id: org },
  })
  return jsonResponse(200, { task_id, status: 'completed' })
}

/** Returns the routes for signing in, and for the clock and mailbox of a sandbox. */
export function sandboxRoutes(state: PlatformState): readonly Route[] {
  const requestPin = ({ given }: Call): TestResponse => {
    const [challenge_id, pin] = [state.uuid(), state.pin()]
    state.challenges.set(challenge_id, { pin, used: false })
    state.messages.push({ to: given['email'], text: `Your PIN is ${pin}` })
    return jsonResponse(200, {
      challenge_id,
      expires_at: state.time(300_000),
      delivery: 'email',
      ...state.shape.more,
    })
  }
  const verifyPin = ({ given }: Call): TestResponse => {
    const challenge = state.challenges.get(String(given['challenge_id']))
    if (!challenge || challenge.used || challenge.pin !== given['pin']) return unauthorized()
    challenge.used = true
    return jsonResponse(200, {
      session_token: `adm_${state.hash()}`,
      expires_at: state.time(3_600_000),
      email: given['email'],
    })
  }
  const advanceClock = ({ given }: Call): TestResponse => {
    state.now += Number(given['advance_seconds']) * 1000
    return jsonResponse(200, { now: state.time(0) })
  }
  return [
    ['requestPin', 'POST', /^\/admin\/auth\/request-pin$/, undefined, strings('email'), requestPin],
    [
      'verifyPin',
      'POST',
      /^\/admin\/auth\/verify-pin$/,
      undefined,
      strings('email', 'challenge_id', 'pin'),
      verifyPin,
    ],
    ['clock', 'POST', /^\/_clock$/, undefined, { advance_seconds: 'integer' }, advanceClock],
    ['mail', 'GET', /^\/_mail$/, undefined, {}, () => jsonResponse(200, { items: state.messages })],
  ]
}
