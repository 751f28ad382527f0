import { beforeAll, describe, expect, it } from 'vitest'
import { API_KEY, ADMIN_SESSION, FAILED_TOKENS, PIN_PER_EMAIL } from '../../../src/auth/limits.ts'
import { leaseLimit, type RateLimit } from '../../../src/auth/rate-limiter.ts'
import { hashToken } from '../../../src/domain/tokens.ts'
import type { TableEntry } from '../../../src/contract/typed.ts'
import { register } from '../agents.ts'
import { apiKey, bearer, NO_CREDENTIAL, type Credential, type TestRequest } from '../client.ts'
import { operations, takesBody } from '../contract.ts'
import { startPlatform, type TestPlatform } from '../platform.ts'
import {
  credentialOf,
  FILTERS,
  idKindsIn,
  UNKNOWN_IDS,
  newTenant,
  requestOf,
  type Tenant,
} from '../requests.ts'
import { atMost } from '../../kit/bounds.ts'

/** One fault of a request. The request is refused with this status if it has no fault that is checked earlier. */
interface Fault {
  readonly status: number
  readonly name: string
  readonly applies: (operation: TableEntry) => boolean
}
/** Lists one fault for each check, in the order in which the checks run (docs/specification/http.md#order-of-checks). */
const FAULTS = [
  { name: 'route', status: 404, applies: () => true },
  { name: 'method', status: 405, applies: () => true },
  { name: 'credential', status: 401, applies: ({ security }) => security.length > 0 },
  { name: 'rate', status: 429, applies: ({ security }) => security.length > 0 },
  { name: 'plan', status: 402, applies: ({ requiredPlan }) => requiredPlan !== null },
  { name: 'media', status: 415, applies: takesBody },
  { name: 'parameter', status: 400, applies: () => true },
  { name: 'body', status: 422, applies: takesBody },
  {
    name: 'scope',
    status: 403,
    applies: ({ security, requiredScope }) =>
      requiredScope !== null && security.flat().some((scheme) => scheme.startsWith('ApiKey')),
  },
  {
    name: 'resource',
    status: 404,
    applies: (operation) =>
      operation.security.length > 0 &&
      idKindsIn(operation).some((kind) => FILTERS[operation.id] !== kind),
  },
] as const satisfies readonly Fault[]
type FaultName = (typeof FAULTS)[number]['name']

describe('the first of several faults in the order of checks is reported', () => {
  let platform: TestPlatform
  let paying: Tenant
  let free: Tenant
  /** API keys by which of the faults plan, scope and rate they have, as a JSON array of booleans. */
  const keys = new Map<string, string>()
  const sessions = new Map<string, Tenant>()
  beforeAll(async () => {
    platform = await startPlatform({ rate_limit_factor: 20 })
    paying = await newTenant(platform)
    free = await newTenant(platform, 'free')
    const flags = [true, false]
    const combinations = flags.flatMap((plan) =>
      flags.flatMap((scope) => flags.map((rate) => [plan, scope, rate] as const)),
    )
    for (const [plan, scope, rate] of combinations) {
      const key = await platform.apiKey(
        (plan ? free : paying).organization_id,
        scope ? { scopes: [] } : {},
      )
      if (rate) await exhaust(API_KEY, await keyId(key))
      keys.set(JSON.stringify([plan, scope, rate]), key)
    }
    const exhausted = await newTenant(platform)
    for (const token of [exhausted.session, exhausted.operator_session]) {
      const { session } = (await platform.store.findSession({
        hash: hashToken(token),
        now: platform.clock.now(),
      }))!
      await exhaust(ADMIN_SESSION, session.session_id)
    }
    await exhaust(
      leaseLimit(exhausted.installed.heartbeat_interval),
      exhausted.installed.installation_id,
    )
    sessions.set('rate', exhausted)
  })
  const keyId = async (key: string) => {
    const found = await platform.store.findApiKey({
      hash: hashToken(key),
      now: platform.clock.now(),
    })
    return found?.kind === 'valid' ? found.key.key_id : ''
  }
  const exhaust = async (limit: RateLimit, key: string) => {
    for (const _ of atMost(10_000_000, 'the limit is never reached'))
      if (!platform.services.limiter.consume(limit, key).allowed) return
  }

  function credential(operation: TableEntry, faults: ReadonlySet<FaultName>): Credential {
    const scheme = operation.security[0]?.[0]
    if (scheme === undefined || faults.has('credential')) return NO_CREDENTIAL
    if (!scheme.startsWith('ApiKey'))
      return credentialOf(scheme, faults.has('rate') ? sessions.get('rate')! : paying, operation)
    const key = keys.get(
      JSON.stringify([faults.has('plan'), faults.has('scope'), faults.has('rate')]),
    )!
    return scheme === 'ApiKey' ? apiKey(key) : bearer(key)
  }

  function wrongRequest(operation: TableEntry, faults: ReadonlySet<FaultName>): TestRequest {
    const { path, headers, body, method } = requestOf(operation, {
      ...paying,
      ids: faults.has('resource') ? { ...paying.ids, ...UNKNOWN_IDS } : paying.ids,
    })
    const target = faults.has('parameter')
      ? `${path}${path.includes('?') ? '&' : '?'}nobody_knows_this=1`
      : path
    const sent = faults.has('body') ? [] : body
    const text = {
      headers: { ...headers, ...credential(operation, faults), 'Content-Type': 'text/plain' },
      body: JSON.stringify(sent),
    }
    return {
      method: faults.has('method') ? 'PATCH' : method,
      path: faults.has('route') ? `/nowhere${target}` : target,
      ...(faults.has('media')
        ? text
        : { headers: { ...headers, ...credential(operation, faults) }, body: sent }),
    }
  }

  it.each(operations)('by $id, for every pair of its faults', async (operation) => {
    const before = await platform.rows()
    const applicable = FAULTS.filter((fault) => fault.applies(operation))
    const pairs = applicable.flatMap((first, index) =>
      applicable.slice(index).map((second) => [first, second] as const),
    )
    for (const [first, second] of pairs) {
      const got = await platform.sendRequest(
        wrongRequest(operation, new Set([first.name, second.name])),
      )
      expect([first.name, second.name, got.status]).toEqual([first.name, second.name, first.status])
    }
    expect(await platform.rows()).toEqual(before)
  })

  it('several faults at once can be fixed one by one', async () => {
    const operation = operations.find(({ id }) => id === 'setRetention')!
    for (const [index, { status }] of FAULTS.entries()) {
      const faults = new Set(FAULTS.slice(index).map(({ name }) => name))
      expect((await platform.sendRequest(wrongRequest(operation, faults))).status).toBe(status)
    }
  })

  it('a missing resource is reported before an exhausted quota', async () => {
    const org = await platform.organization('free')
    const agent = await register(org)
    const ask = (agent_id: string) =>
      org.api.post(`/workspaces/${org.workspace_id}/install-tokens`, { agent_id })
    for (let index = 0; index < 20; index += 1) expect((await ask(agent.svc_id)).status).toBe(201)
    expect((await ask(UNKNOWN_IDS.agent)).body.code).toBe('AGENT_NOT_FOUND')
    expect((await ask(agent.svc_id)).body.code).toBe('INSTALL_TOKENS_LIMIT_EXCEEDED')
  })

  const limitedRequests: [path: string, limit: RateLimit, body: () => object, key: string][] = [
    [
      '/admin/auth/request-pin',
      PIN_PER_EMAIL,
      () => ({ email: 'spent@example.com' }),
      'spent@example.com 127.0.0.1',
    ],
    [
      '/installations/bootstrap',
      FAILED_TOKENS,
      () =>
        requestOf(
          operations.find(({ id }) => id === 'bootstrapInstallation')!,
          paying,
        ).body!,
      '127.0.0.1',
    ],
    [
      `/installations/${UNKNOWN_IDS.installation}/refresh`,
      FAILED_TOKENS,
      () => ({ refresh_token: 'srf_wrong' }),
      '127.0.0.1',
    ],
  ]
  it.each(limitedRequests)(
    '%s checks its rate limit before it looks up the e-mail address or credential in the body',
    async (path, limit, body, key) => {
      const limits = [platform.services.limiter.storedLimit(limit, key)]
      for (const _ of atMost(10_000_000, 'the limit is never reached'))
        if (!(await platform.store.countRequest(platform.context(), { limits })).allowed) break
      const before = await platform.rows()
      const got = await platform.as(NO_CREDENTIAL).post(path, body())
      expect([got.status, got.body.code]).toEqual([429, 'RATE_LIMITED'])
      expect(Number(got.headers['retry-after'])).toBeGreaterThan(0)
      expect(await platform.rows()).toEqual(before)
    },
  )
})
