import type { Mutant } from '../../support/mutants.ts'
import { PLATFORM_SETTINGS } from '../reference.ts'
import { jsonResponse, type Json } from '../reference-state.ts'
import { accepts, fails, members, mutant, ok, parse, remembering } from './change.ts'
import { operationOf } from '../reference.ts'

const valid = (headers: Readonly<Record<string, string>>): boolean =>
  headers['x-api-key'] === 'sk_live_enterprise'

/** Lets a second registration of an identifier change what is shown of the first. */
const displaced = (name: string, change: (shown: Json, last: Json) => Json): Mutant =>
  remembering(`registerAgent ${name}`, ['REG-07'], () => (ask) => {
    let last: Json | undefined
    return (request) => {
      if (
        operationOf(request) === 'registerAgent' &&
        request.headers['x-api-key'] === 'sk_live_second'
      )
        return ((last = parse(request.body)), jsonResponse(201, {}))
      const answer = ask(request)
      if (
        last === undefined ||
        operationOf(request) !== 'verifyAgent' ||
        answer.status !== 200 ||
        !request.path.includes(String(last['svc_id']))
      )
        return answer
      const shown = parse(answer.body)
      return { ...answer, body: JSON.stringify({ ...shown, ...change(shown, last) }) }
    }
  })

export const registryMutants: readonly Mutant[] = [
  fails('registerAgent', ['REG-01']),
  members('verifyAgent', 'leaves valid out', ['REG-02'], () => ({ valid: undefined })),
  ...['svc_id', 'name', 'version'].map((name) =>
    members('verifyAgent', `leaves ${name} out`, ['REG-02'], () => ({ [name]: undefined })),
  ),
  members('verifyAgent', 'leaves registered_at out', ['REG-02'], () => ({
    registered_at: undefined,
  })),
  members('verifyAgent', 'says another svc_id', ['REG-03'], () => ({ svc_id: '0'.repeat(64) })),
  members('verifyAgent', 'says another name', ['REG-03'], () => ({ name: 'Another' })),
  members('verifyAgent', 'says another version', ['REG-03'], () => ({ version: '9.9.9' })),
  accepts('verifyAgent', 'vouches for anybody', ['REG-04'], (_, { status }) => status === 404, {
    valid: true,
  }),
  mutant(
    'registerAgent',
    'calls what is there invalid',
    ['REG-05'],
    () => (it) => (it.status === 409 ? { ...it, status: 422 } : it),
  ),
  accepts('registerAgent', 'takes any key', ['REG-06'], ({ body }) => body.includes('%%%')),
  displaced('shows the name of whoever comes last', (_, last) => ({ name: last['name'] })),
  displaced('shows the version of whoever comes last', (_, last) => ({ version: last['version'] })),
  displaced('loses the svc_id to whoever comes last', () => ({ svc_id: undefined })),
  members('verifyTrust', 'calls every signature valid', ['TRUST-05'], () => ({ valid: true })),
  members('verifyTrust', 'calls every signature verified, in another member', ['TRUST-05'], () => ({
    verified: true,
    valid: undefined,
  })),
  fails('createWorkspace', ['WS-01']),
  mutant(
    'createWorkspace',
    'answers with a list',
    ['WS-01'],
    () => (it) => (ok(it) ? { ...it, body: `[${it.body}]` } : it),
  ),
  mutant(
    'getWorkspace',
    'fails with the whole answer',
    ['WS-02'],
    () => (it) => (ok(it) ? { ...it, status: 500 } : it),
  ),
  members('getWorkspace', 'says another description', ['WS-02'], () => ({
    description: 'another',
  })),
  members('getWorkspace', 'says another name', ['WS-02'], () => ({ name: 'another' })),
  ...['name', 'description'].map((name) =>
    remembering(
      `updateWorkspace forgets the ${name}`,
      ['WS-03'],
      () => (ask) => (request) =>
        ask(
          operationOf(request) === 'updateWorkspace' && valid(request.headers)
            ? { ...request, body: JSON.stringify({ ...parse(request.body), [name]: 'forgotten' }) }
            : request,
        ),
    ),
  ),
  remembering(
    'updateWorkspace forgets',
    ['WS-03'],
    () => (ask) => (request) =>
      operationOf(request) === 'updateWorkspace' && valid(request.headers)
        ? jsonResponse(200, {})
        : ask(request),
  ),
  mutant(
    'updateWorkspace',
    'fails after it has changed the workspace',
    ['WS-03'],
    () => (it) => (ok(it) ? { ...it, status: 500 } : it),
  ),
  mutant(
    'deleteWorkspace',
    'fails after it has deleted the workspace',
    ['WS-04'],
    () => (it) => (ok(it) ? { ...it, status: 500 } : it),
  ),
  remembering(
    'deleteWorkspace does nothing',
    ['WS-04'],
    () => (ask) => (request) =>
      operationOf(request) === 'deleteWorkspace' && valid(request.headers)
        ? jsonResponse(204, {})
        : ask(request),
  ),
  members('listWorkspaces', 'is empty', ['WS-05'], () => ({ items: [] })),
  fails('listMembers', ['WS-06']),
  accepts(
    'getWorkspace',
    'is open to other organizations',
    ['WS-07'],
    ({ headers }) => headers['x-api-key'] === 'sk_live_second',
  ),
  remembering('getWorkspace says 400 for what never was', ['ERR-04.getWorkspace'], () => (ask) => {
    const deleted = new Set<string>()
    return (request) => {
      if (operationOf(request) === 'deleteWorkspace') deleted.add(request.path)
      const answer = ask(request)
      return operationOf(request) === 'getWorkspace' &&
        answer.status === 404 &&
        valid(request.headers) &&
        !deleted.has(request.path)
        ? { ...answer, status: 400 }
        : answer
    }
  }),
  fails('getPolicy', ['POL-01']),
  fails('verifyTrust', ['TRUST-01'], 404),
  fails('verifyTrust', ['TRUST-01.fault'], 500),
  fails('verifyTrust', ['TRUST-01'], 405),
  fails('trustProfile', ['TRUST-02'], 404),
  accepts('trustProfile', 'knows everybody', ['TRUST-02'], (_, { status }) => status === 404),
  fails('trustHeaders', ['TRUST-03']),
  accepts('trustHeaders', 'takes any hash', ['TRUST-04'], ({ body }) => body.includes('no hash')),
  fails('scanImage', ['IMG-02'], 404),
  fails('scanReport', ['IMG-02'], 400),
  fails('scanReport', ['IMG-02.report'], 404),
  fails('listImages', ['IMG-01']),
  fails('listImages', ['IMG-01'], 404),
  fails('tasks', ['HIST-01']),
  mutant('tasks', 'is no JSON', ['HIST-01'], () => (it) => (ok(it) ? { ...it, body: 'none' } : it)),
]

const days =
  (...list: readonly unknown[]) =>
  ({ body }: { readonly body: string }): boolean =>
    list.includes(parse(body)['audit_log_retention_days'])

/** With an intake of the user's own: nobody can say that it cannot be delivered to. */
const elsewhere = (mutant: Mutant): Mutant => ({
  ...mutant,
  name: `${mutant.name}, whatever the address`,
  settings: {
    ...PLATFORM_SETTINGS,
    extra: { ...PLATFORM_SETTINGS.extra, 'intake-url': 'https://intake.example.com' },
  },
})

export const paidMutants: readonly Mutant[] = [
  fails('listAuditLogs', ['AUD-01']),
  fails('exportLogs', ['EXP-01']),
  elsewhere(fails('exportCollector', ['EXP-02'], 422)),
  elsewhere(fails('exportLogs', ['EXP-01'], 400)),
  fails('exportAlerts', ['EXP-03']),
  accepts('listAuditLogs', 'takes any limit', ['AUD-01.limit'], ({ path }) =>
    path.includes('limit=abc'),
  ),
  fails('supportEmail', ['SUP-01']),
  fails('supportPriority', ['SUP-02']),
  fails('supportChat', ['SUP-03'], 404),
  fails('supportCsm', ['SUP-04']),
  fails('networkSummary', ['NET-01']),
  fails('networkAgents', ['NET-02']),
  mutant(
    'setRetention',
    'refuses 3650',
    ['RET-01'],
    () => (it, request) => (days(3650)(request) ? { ...it, status: 422 } : it),
  ),
  mutant(
    'setRetention',
    'refuses 366',
    ['RET-01'],
    () => (it, request) => (days(366)(request) ? { ...it, status: 422 } : it),
  ),
  ...[365, 3651, 0, -1].map((day) =>
    accepts('setRetention', `takes ${day}`, ['RET-02'], days(day)),
  ),
  accepts('setRetention', 'takes a text', ['RET-03'], days('400')),
  accepts('setRetention', 'takes parts of a day', ['RET-03'], days(400.5)),
  mutant(
    'complianceReport',
    'is text without a format',
    ['COMP-01'],
    () =>
      (it, { path }) =>
        ok(it) && !path.includes('format=') ? { ...it, body: '# Report' } : it,
  ),
  mutant(
    'complianceReport',
    'is text with format=json',
    ['COMP-01'],
    () =>
      (it, { path }) =>
        ok(it) && path.includes('format=json') ? { ...it, body: '# Report' } : it,
  ),
  mutant(
    'complianceReport',
    'is text always',
    ['COMP-01'],
    () => (it) => (ok(it) ? { ...it, body: '# Report' } : it),
  ),
  mutant(
    'complianceReport',
    'fails with a report in Markdown',
    ['COMP-02'],
    () =>
      (it, { path }) =>
        ok(it) && path.includes('format=markdown') ? { ...it, status: 500 } : it,
  ),
  mutant(
    'complianceReport',
    'is JSON always',
    ['COMP-02'],
    () => (it) => (ok(it) ? { ...it, body: '{}' } : it),
  ),
]
