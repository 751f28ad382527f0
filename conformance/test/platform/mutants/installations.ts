import { NOW_MS, type TestRequest, type TestResponse } from '../../support/handler.ts'
import type { Mutant } from '../../support/mutants.ts'
import { operationOf, jsonResponse } from '../reference.ts'
import { accepts, fails, members, mutant, ok, parse, remembering } from './change.ts'

const NEW_ID = '00000000-0000-4000-8000-000000000000'
const GIVEN = {
  installation_id: NEW_ID,
  runtime_token: 'srt_new',
  refresh_token: 'srf_new',
  expires_at: '2026-06-01T00:00:00Z',
  heartbeat_interval: 60,
  token_version: 9,
}
const at = (ms: number): string => new Date(NOW_MS + ms).toISOString()
const first =
  (change: Readonly<Record<string, unknown>>) => (json: Readonly<Record<string, unknown>>) =>
    'refresh_token' in json ? change : {}
const repeated =
  (change: Readonly<Record<string, unknown>>) => (json: Readonly<Record<string, unknown>>) =>
    'refresh_token' in json ? {} : change

/** Fails, and tells all the same what it would have told otherwise. */
const whole = (
  operation: string,
  foundBy: readonly string[],
  when: (json: Readonly<Record<string, unknown>>) => boolean = () => true,
): Mutant =>
  mutant(
    operation,
    'fails with the whole answer',
    foundBy,
    () => (answer, _, json) => (ok(answer) && when(json) ? { ...answer, status: 500 } : answer),
  )

export const tokenMutants: readonly Mutant[] = [
  members('createInstallToken', 'has another prefix', ['TOK-01'], ({ token }) => ({
    token: String(token).replace('skt_', 'tok_'),
  })),
  fails('createInstallToken', ['TOK-01']),
  whole('createInstallToken', ['TOK-01']),
  members('createInstallToken', 'holds for an hour by default', ['TOK-02'], (_, given) =>
    'expiry_minutes' in given ? {} : { expires_at: at(3_600_000) },
  ),
  members(
    'createInstallToken',
    'takes minutes for seconds',
    ['TOK-03'],
    (_, { expiry_minutes: minutes }) =>
      minutes === undefined ? {} : { expires_at: at(Number(minutes) * 1000) },
  ),
  ...[1, 5, 60].map((minutes) =>
    members(
      'createInstallToken',
      `gives two hours to who wants ${minutes} minutes`,
      ['TOK-03'],
      (_, given) => (given['expiry_minutes'] === minutes ? { expires_at: at(7_200_000) } : {}),
    ),
  ),
  mutant(
    'createInstallToken',
    'fails for who says how long, with the whole answer',
    ['TOK-03'],
    () =>
      (answer, _, __, { expiry_minutes }) =>
        ok(answer) && expiry_minutes === 5 ? { ...answer, status: 500 } : answer,
  ),
  members('createInstallToken', 'names another agent', ['TOK-04'], () => ({ agent_id: 'another' })),
  members('createInstallToken', 'names another workspace', ['TOK-04'], () => ({
    workspace_id: 'another',
  })),
  remembering('getPolicy shows install tokens', ['TOK-05'], () => (ask) => {
    const tokens: unknown[] = []
    return (request) => {
      const answer = ask(request)
      if (operationOf(request) === 'createInstallToken') tokens.push(parse(answer.body)['token'])
      return operationOf(request) === 'getPolicy' && ok(answer)
        ? jsonResponse(200, { tokens })
        : answer
    }
  }),
  accepts(
    'createInstallToken',
    'takes 0 minutes',
    ['TOK-06'],
    ({ body }) => parse(body)['expiry_minutes'] === 0,
  ),
  members(
    'createInstallToken',
    'gives one token to all who want a minute',
    ['TOK-07'],
    (_, given) => (given['expiry_minutes'] === 1 ? { token: 'skt_same' } : {}),
  ),
]

/** Wants a key where the interface wants none. */
const asksForKey = (operation: string, foundBy: readonly string[]): Mutant =>
  mutant(
    operation,
    'asks for a key',
    foundBy,
    () =>
      (answer, { headers }) =>
        headers['x-api-key'] === undefined ? jsonResponse(401, {}) : answer,
  )

/** Remembers which tokens were given away, and which install tokens were used. */
function memory(): {
  readonly note: (request: TestRequest, answer: TestResponse) => void
  readonly given: Set<unknown>
  readonly used: Map<unknown, number>
  readonly moved: () => number
} {
  const given = new Set<unknown>()
  const used = new Map<unknown, number>()
  let moved = 0
  const note = (request: TestRequest, answer: TestResponse): void => {
    const json = parse(answer.body)
    for (const name of ['token', 'runtime_token', 'refresh_token'])
      if (ok(answer)) given.add(json[name])
    const { install_token } = parse(request.body)
    if (operationOf(request) === 'bootstrap' && ok(answer))
      used.set(install_token, (used.get(install_token) ?? 0) + 1)
    if (operationOf(request) === 'clock') moved += Number(parse(request.body)['advance_seconds'])
  }
  return { note, given, used, moved: () => moved }
}

const knowing = (
  operation: string,
  name: string,
  foundBy: readonly string[],
  change: (
    answer: TestResponse,
    request: TestRequest,
    known: ReturnType<typeof memory>,
  ) => TestResponse,
): Mutant =>
  remembering(`${operation} ${name}`, foundBy, () => (ask) => {
    const known = memory()
    return (request) => {
      const answer = ask(request)
      const changed = operationOf(request) === operation ? change(answer, request, known) : answer
      known.note(request, answer)
      return changed
    }
  })

const bearerOf = ({ headers }: TestRequest): string =>
  (headers['authorization'] ?? '').replace('Bearer ', '')
const installToken = ({ body }: TestRequest): unknown => parse(body)['install_token']
const also = (answer: TestResponse, more: Readonly<Record<string, unknown>>): TestResponse => ({
  ...answer,
  body: JSON.stringify({ ...parse(answer.body), ...more }),
})

const afterRepeat = (name: string, change: (answer: TestResponse) => TestResponse): Mutant =>
  remembering(`a repeated bootstrap ${name}`, ['BOOT-08'], () => (ask) => {
    const repeats = new Set<unknown>()
    return (request) => {
      const answer = ask(request)
      const json = parse(answer.body)
      if (operationOf(request) === 'bootstrap' && ok(answer) && !('refresh_token' in json))
        repeats.add(json['installation_id'])
      return operationOf(request) === 'refresh' && repeats.has(request.path.split('/')[2])
        ? change(answer)
        : answer
    }
  })

export const bootstrapMutants: readonly Mutant[] = [
  asksForKey('bootstrap', ['BOOT-13']),
  fails('bootstrap', ['BOOT-01']),
  members(
    'bootstrap',
    'says null for the refresh token of a repeated token',
    ['BOOT-07.null'],
    repeated({ refresh_token: null }),
  ),
  members('bootstrap', 'has a number for an id', ['BOOT-01'], first({ installation_id: '17' })),
  members('bootstrap', 'has another prefix', ['BOOT-02'], first({ runtime_token: 'rt_1' })),
  members('bootstrap', 'gives no refresh token', ['BOOT-02'], first({ refresh_token: undefined })),
  members('bootstrap', 'gives tokens for 30 days', ['BOOT-03'], () => ({
    expires_at: at(30 * 86_400_000),
  })),
  members('bootstrap', 'has a text for heartbeat_interval', ['BOOT-04'], () => ({
    heartbeat_interval: '60',
  })),
  members(
    'bootstrap',
    'makes another installation of a repeated token',
    ['BOOT-05'],
    repeated({ installation_id: NEW_ID }),
  ),
  mutant('bootstrap', 'gives the same runtime token again', ['BOOT-06'], () => {
    const firsts = new Map<unknown, unknown>()
    return (answer, _, json, { install_token }) => {
      if (!ok(answer)) return answer
      if (!firsts.has(install_token)) firsts.set(install_token, json['runtime_token'])
      return also(answer, { runtime_token: firsts.get(install_token) })
    }
  }),
  whole('bootstrap', ['BOOT-01'], (json) => 'refresh_token' in json),
  whole('bootstrap', ['BOOT-05'], (json) => !('refresh_token' in json)),
  members(
    'bootstrap',
    'has another prefix for a repeated token',
    ['BOOT-06'],
    repeated({ runtime_token: 'rt_again' }),
  ),
  members(
    'bootstrap',
    'gives another refresh token for a repeated token',
    ['BOOT-07'],
    repeated({ refresh_token: 'srf_again' }),
  ),
  afterRepeat('ends the first refresh token', (answer) => ({ ...answer, status: 401, body: '{}' })),
  afterRepeat('fails the first refresh token with the whole answer', (answer) => ({
    ...answer,
    status: 500,
  })),
  afterRepeat('gives the first refresh token another prefix', (answer) =>
    also(answer, { runtime_token: 'rt_1' }),
  ),
  mutant(
    'bootstrap',
    'refuses an unknown token and gives credentials',
    ['BOOT-11'],
    () => (answer) => (answer.status === 401 ? { ...answer, body: JSON.stringify(GIVEN) } : answer),
  ),
  accepts(
    'bootstrap',
    'takes any token and gives nothing',
    ['BOOT-11'],
    (_, { status }) => status === 401,
  ),
  accepts('bootstrap', 'takes any token', ['BOOT-11'], (_, { status }) => status === 401, GIVEN),
  knowing(
    'bootstrap',
    'gives everybody who comes third a refresh token',
    ['BOOT-12'],
    (answer, request, { used }) =>
      ok(answer) && (used.get(installToken(request)) ?? 0) > 1
        ? also(answer, { refresh_token: 'srf_third' })
        : answer,
  ),
  knowing(
    'bootstrap',
    'makes several installations at once',
    ['BOOT-12'],
    (answer, request, { used }) =>
      ok(answer) && (used.get(installToken(request)) ?? 0) > 1
        ? also(answer, { installation_id: NEW_ID })
        : answer,
  ),
  knowing('bootstrap', 'takes a used token for ever', ['BOOT-09'], (answer, request, { used }) =>
    answer.status === 401 && used.has(installToken(request)) ? jsonResponse(200, GIVEN) : answer,
  ),
  knowing(
    'bootstrap',
    'takes a token that expired',
    ['BOOT-10'],
    (answer, request, { used, given }) =>
      answer.status === 401 && given.has(installToken(request)) && !used.has(installToken(request))
        ? jsonResponse(200, GIVEN)
        : answer,
  ),
]

export const runtimeMutants: readonly Mutant[] = [
  members('refresh', 'has a text for token_version', ['REF-01'], ({ token_version }) => ({
    token_version: String(token_version),
  })),
  fails('refresh', ['REF-01']),
  whole('refresh', ['REF-01']),
  members('refresh', 'has another prefix', ['REF-01'], () => ({ runtime_token: 'rt_1' })),
  members('refresh', 'leaves expires_at out', ['REF-01'], () => ({ expires_at: undefined })),
  mutant(
    'refresh',
    'refuses and gives credentials',
    ['REF-03'],
    () => (answer) => (answer.status === 401 ? { ...answer, body: JSON.stringify(GIVEN) } : answer),
  ),
  knowing(
    'refresh',
    'takes any token and gives nothing',
    ['REF-03'],
    (answer, request, { given }) =>
      answer.status === 401 && !given.has(parse(request.body)['refresh_token'])
        ? jsonResponse(200, {})
        : answer,
  ),
  knowing(
    'refresh',
    'takes the token of any installation and gives nothing',
    ['REF-06'],
    (answer, request, { given }) =>
      answer.status === 401 && given.has(parse(request.body)['refresh_token'])
        ? jsonResponse(200, {})
        : answer,
  ),
  asksForKey('refresh', ['AUTH-04.refresh']),
  members('refresh', 'never counts', ['REF-02'], () => ({ token_version: 1 })),
  knowing('refresh', 'takes any token', ['REF-03'], (answer, request, { given }) =>
    answer.status === 401 && !given.has(parse(request.body)['refresh_token'])
      ? jsonResponse(200, GIVEN)
      : answer,
  ),
  knowing(
    'refresh',
    'takes the token of any installation',
    ['REF-06'],
    (answer, request, { given }) =>
      answer.status === 401 && given.has(parse(request.body)['refresh_token'])
        ? jsonResponse(200, GIVEN)
        : answer,
  ),
  knowing(
    'refresh',
    'refuses the token of another installation and gives credentials',
    ['REF-06'],
    (answer, request, { given }) =>
      answer.status === 401 && given.has(parse(request.body)['refresh_token'])
        ? { ...answer, body: JSON.stringify(GIVEN) }
        : answer,
  ),
  knowing(
    'refresh',
    'fails with the whole answer once the runtime token has ended',
    ['REF-05'],
    (answer, _, { moved }) =>
      ok(answer) && moved() > 100 * 86_400 ? { ...answer, status: 500 } : answer,
  ),
  knowing(
    'refresh',
    'has another prefix once the runtime token has ended',
    ['REF-05'],
    (answer, _, { moved }) =>
      ok(answer) && moved() > 100 * 86_400 ? also(answer, { runtime_token: 'rt_1' }) : answer,
  ),
  knowing('refresh', 'ends with the runtime token', ['REF-05'], (answer, _, { moved }) =>
    moved() > 100 * 86_400 ? jsonResponse(401, {}) : answer,
  ),
  whole('recover', ['REC-01']),
  members('recover', 'has a number for an id', ['REC-01'], () => ({ installation_id: '17' })),
  members('recover', 'has another prefix', ['REC-01'], () => ({ runtime_token: 'rt_1' })),
  members('recover', 'has a text for heartbeat_interval', ['REC-01'], () => ({
    heartbeat_interval: '60',
  })),
  members('recover', 'leaves expires_at out', ['REC-01'], () => ({ expires_at: undefined })),
  mutant(
    'recover',
    'refuses a foreign key and gives credentials',
    ['REC-02'],
    () =>
      (answer, { headers }) =>
        headers['x-api-key'] === 'sk_live_second'
          ? { ...answer, body: JSON.stringify(GIVEN) }
          : answer,
  ),
  accepts(
    'recover',
    'is open to other organizations and gives nothing',
    ['REC-02'],
    ({ headers }) => headers['x-api-key'] === 'sk_live_second',
  ),
  members('recover', 'gives no refresh token', ['REC-01'], () => ({ refresh_token: undefined })),
  fails('recover', ['REC-01']),
  mutant(
    'recover',
    'calls a foreign key invalid',
    ['REC-02.status'],
    () =>
      (answer, { headers }) =>
        headers['x-api-key'] === 'sk_live_second' ? { ...answer, status: 401 } : answer,
  ),
  accepts(
    'recover',
    'is open to other organizations',
    ['REC-02'],
    ({ headers }) => headers['x-api-key'] === 'sk_live_second',
    GIVEN,
  ),
  whole('lease', ['LEASE-01']),
  members('lease', 'has a number for an id', ['LEASE-01'], () => ({ installation_id: '17' })),
  members('lease', 'leaves next_heartbeat_at out', ['LEASE-01'], () => ({
    next_heartbeat_at: undefined,
  })),
  members('lease', 'leaves lease_expires_at out', ['LEASE-01'], () => ({
    lease_expires_at: undefined,
  })),
  members('lease', 'leaves command out', ['LEASE-02'], () => ({ command: undefined })),
  members('lease', 'says none for a command', ['LEASE-02'], () => ({ command: 'none' })),
  knowing('lease', 'takes any bearer', ['LEASE-03'], (answer, request, { given }) =>
    answer.status === 401 && !given.has(bearerOf(request)) ? jsonResponse(200, {}) : answer,
  ),
  knowing(
    'lease',
    'takes the token of any installation',
    ['LEASE-09'],
    (answer, request, { given }) =>
      answer.status === 401 && given.has(bearerOf(request)) ? jsonResponse(200, {}) : answer,
  ),
  members('lease', 'refreshes always', ['LEASE-04'], (json) =>
    'refreshed_token' in json
      ? {}
      : { refreshed_token: { runtime_token: 'srt_x', expires_at: at(1), token_version: 9 } },
  ),
  members('lease', 'refreshes never', ['LEASE-05'], () => ({ refreshed_token: undefined })),
  mutant(
    'lease',
    'fails with a fresh token',
    ['LEASE-05'],
    () => (answer, _, json) => ('refreshed_token' in json ? { ...answer, status: 500 } : answer),
  ),
  members('lease', 'counts back', ['LEASE-05'], ({ refreshed_token: fresh }) =>
    fresh ? { refreshed_token: { ...(fresh as object), token_version: 1 } } : {},
  ),
  members(
    'lease',
    'has another prefix for the fresh token',
    ['LEASE-06'],
    ({ refreshed_token: fresh }) =>
      fresh ? { refreshed_token: { ...(fresh as object), runtime_token: 'rt_1' } } : {},
  ),
  members('lease', 'counts in words', ['LEASE-06'], ({ refreshed_token: fresh }) =>
    fresh ? { refreshed_token: { ...(fresh as object), token_version: 'three' } } : {},
  ),
  members(
    'lease',
    'does not say when the fresh token ends',
    ['LEASE-06'],
    ({ refreshed_token: fresh }) =>
      fresh ? { refreshed_token: { ...(fresh as object), expires_at: undefined } } : {},
  ),
  accepts('lease', 'takes API keys', ['LEASE-03'], (request) =>
    bearerOf(request).startsWith('sk_live_'),
  ),
  mutant(
    'lease',
    'calls a bearer that is none a bad request',
    ['LEASE-03.status'],
    () => (answer) => (answer.status === 401 ? { ...answer, status: 400 } : answer),
  ),
  fails('registerBeacon', ['BEAC-01']),
  fails('revoke', ['REVO-01']),
]

export const adminMutants: readonly Mutant[] = [
  asksForKey('verifyPin', ['AUTH-04.verifyPin']),
  fails('requestPin', ['AUTH-04.requestPin'], 401),
  members('requestPin', 'has a number for an id', ['ADM-01'], () => ({ challenge_id: '17' })),
  whole('requestPin', ['ADM-01']),
  members('requestPin', 'leaves expires_at out', ['ADM-01'], () => ({ expires_at: undefined })),
  members('requestPin', 'leaves delivery out', ['ADM-01'], () => ({ delivery: undefined })),
  members('verifyPin', 'has another prefix', ['ADM-03'], () => ({ session_token: 'sess_1' })),
  whole('verifyPin', ['ADM-03']),
  members('verifyPin', 'leaves expires_at out', ['ADM-03'], () => ({ expires_at: undefined })),
  ...[
    ['takes a PIN twice and gives nothing', ['ADM-04'], true, jsonResponse(200, {})],
    [
      'refuses a PIN the second time and returns a session',
      ['ADM-04'],
      true,
      jsonResponse(401, { session_token: 'adm_again' }),
    ],
    ['takes any PIN and gives nothing', ['ADM-02'], false, jsonResponse(200, {})],
    [
      'refuses a wrong PIN and gives a session',
      ['ADM-02'],
      false,
      jsonResponse(401, { session_token: 'adm_any' }),
    ],
  ].map((row) => {
    const [name, foundBy, again, instead] = row as [
      string,
      readonly string[],
      boolean,
      TestResponse,
    ]
    return mutant('verifyPin', name, foundBy, () => {
      const good = new Set<unknown>()
      return (answer, _, __, { pin }) => {
        if (ok(answer)) good.add(pin)
        return answer.status === 401 && good.has(pin) === again ? instead : answer
      }
    })
  }),
  members('verifyPin', 'leaves email out', ['ADM-03'], () => ({ email: undefined })),
  members('requestPin', 'gives ten minutes', ['ADM-06'], () => ({ expires_at: at(600_000) })),
  mutant('verifyPin', 'takes a PIN twice', ['ADM-04'], () => {
    const good = new Set<unknown>()
    return (answer, _, __, { pin }) => {
      if (ok(answer)) good.add(pin)
      return answer.status === 401 && good.has(pin)
        ? jsonResponse(200, { session_token: 'adm_again' })
        : answer
    }
  }),
  mutant('verifyPin', 'takes any PIN', ['ADM-02'], () => {
    const good = new Set<unknown>()
    return (answer, _, __, { pin }) => {
      if (ok(answer)) good.add(pin)
      return answer.status === 401 && !good.has(pin)
        ? jsonResponse(200, { session_token: 'adm_any' })
        : answer
    }
  }),
]
