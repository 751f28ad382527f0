import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createPlatformKeys } from '../../src/agent/trust/platform-keys.ts'
import type { PublicJwk } from '../../src/domain/crypto/ed25519.ts'
import { sha256Hex } from '../../src/domain/crypto/hash.ts'
import { readStatement } from '../../src/domain/signatures/signature.ts'
import { newDatabase } from '../postgres/database.ts'
import { client, newAgent } from './client.ts'
import { runForJson, SLOW_TEST, startServe } from './process.ts'

const KEY = { SVC_MASTER_KEY: 'ab'.repeat(32) }
/** How long requests go on after the new key has begun to sign. */
const AFTER_MS = 5_000

it(
  'T-15: a rotation beside two processes refuses no statement and fails no request',
  SLOW_TEST,
  async () => {
    const { address, create } = newDatabase()
    await create()
    const env = { ...KEY, SVC_STORE: address, SVC_ISSUER: 'urn:test:rotation' }
    const processes = [await startServe(address, { env }), await startServe(address, { env })]
    const $ = <T>(...args: string[]) => runForJson<T>(args, { env })
    const { organization_id } = await $<{ organization_id: string }>(
      ...['org', 'create', '--name', 'Acme', '--plan', 'enterprise'],
    )
    const { api_key } = await $<{ api_key: string }>(
      ...['api-key', 'create', '--org', organization_id],
    )
    const { svc_id, registration } = newAgent()
    const clients = processes.map(({ base_url }) => client(base_url))
    await clients[0]!.post('/agents/register', api_key, registration)
    const jwks = async ({ get }: ReturnType<typeof client>) =>
      (await get('/trust/jwks')).body['keys'] as PublicJwk[]
    // Each agent has keys of its own, which it fetches from the other process.
    const agents = clients.map((_, at) =>
      createPlatformKeys(() => jwks(clients[1 - at]!), Date.now),
    )
    const vouch = async ({ post }: ReturnType<typeof client>) => {
      const body = { svc_id, request_body_hash: sha256Hex('hello') }
      const answer = await post('/trust/headers', api_key, body)
      expect([answer.status, answer.text]).toEqual([200, expect.any(String)])
      return readStatement<'vouch'>(String(answer.body['headers']['X-Svc-Vouch']))!
    }
    const isRefused = async (at: number): Promise<boolean> =>
      (await agents[at]!.verify('vouch', await vouch(clients[at]!))) !== 'verified'

    expect(await Promise.all([isRefused(0), isRefused(1)])).toEqual([false, false])
    const { keys } = await $<{ keys: readonly { retired_at: string | null }[] }>(
      ...['key', 'rotate', '--signing', '--overlap', '1m'],
    )
    const ends_ms = Date.parse(keys[0]!.retired_at!) + AFTER_MS
    let [statements, refused] = [0, 0]
    while (Date.now() < ends_ms) {
      for (const result of await Promise.all([isRefused(0), isRefused(1)])) {
        statements += 1
        refused += Number(result)
      }
      await delay(100)
    }
    expect(refused).toBe(0)
    expect(statements).toBeGreaterThan(100)
    const [next, old] = await jwks(clients[0]!)
    const verifiedBy = async (jwk: PublicJwk) =>
      createPlatformKeys(async () => [jwk], Date.now).verify('vouch', await vouch(clients[1]!))
    expect([await verifiedBy(next!), await verifiedBy(old!)]).toEqual(['verified', 'wrong'])
    for (const { stop } of processes) expect((await stop()).code).toBe(0)
  },
)
