import { beforeAll, describe, expect, it } from 'vitest'
import { processClock } from '../../../src/agent/clock.ts'
import { createPlatformKeys } from '../../../src/agent/trust/platform-keys.ts'
import type { PublicJwk } from '../../../src/domain/crypto/ed25519.ts'
import { sha256Hex } from '../../../src/domain/crypto/hash.ts'
import { masterKey } from '../../../src/domain/secrets.ts'
import { readStatement, type Statement } from '../../../src/domain/signatures/signature.ts'
import { install, type Installed } from '../agents.ts'
import { startPlatform, type TestOrganization, type TestPlatform } from '../platform.ts'
import { SECOND, MINUTE } from '../../kit/time.ts'

describe('a rotation of the signing key', () => {
  let platform: TestPlatform
  let org: TestOrganization
  let one: Installed
  beforeAll(async () => {
    platform = await startPlatform()
    org = await platform.organization()
    one = await install(platform, org)
  })
  const jwks = async () =>
    (await platform.as({}).get('/trust/jwks')).body.keys as (PublicJwk & { exp?: number })[]
  const vouch = async (): Promise<Statement<'vouch'>> => {
    const body = { svc_id: one.agent.svc_id, request_body_hash: sha256Hex('hello') }
    const { body: response } = await org.api.post('/trust/headers', body)
    return readStatement<'vouch'>(response.headers['X-Svc-Vouch'])!
  }
  const verifiedBy = async (key: PublicJwk, statement: Statement<'vouch'>) =>
    createPlatformKeys(async () => [key], processClock).verify('vouch', statement)
  const access = () => ({ master_keys: platform.services.master_keys.ring() })

  it('T-15: is published with dates, takes effect at the published time, and re-signs policies', async () => {
    const [first] = await jwks()
    const before = await vouch()
    await platform.store.rotateSigningKey(platform.context(), {
      use: 'statements',
      overlap_ms: 10 * MINUTE,
      ...access(),
    })
    const { headers } = await platform.http().get('/api/v1/trust/jwks')
    expect(headers['cache-control']).toBe('public, max-age=20')
    const [next, old] = await jwks()
    expect([old!.kid, next!.exp]).toEqual([first!.kid, undefined])
    await platform.advance(10 * MINUTE - SECOND)
    const last = await vouch()
    await platform.advance(SECOND)
    const after = await vouch()
    expect(await Promise.all([before, last, after].map((each) => verifiedBy(old!, each)))).toEqual([
      'verified',
      'verified',
      'wrong',
    ])
    expect(await Promise.all([last, after].map((each) => verifiedBy(next!, each)))).toEqual([
      'wrong',
      'verified',
    ])
    const policy = async () => (await org.api.get(`/workspaces/${org.workspace_id}/policy`)).body
    const signedByOld = await policy()
    expect(signedByOld.signing_key_id).toBe(old!.kid)
    await platform.advance(15 * SECOND)
    expect(await policy()).toEqual({
      ...signedByOld,
      signing_key_id: next!.kid,
      signature: expect.any(String) as string,
    })
  })

  it('withdraws a compromised key of the log on the next request', async () => {
    const keys = async () => (await platform.http().get('/log/key')).text.trim().split('\n')
    const [compromised] = await keys()
    const listed = await platform.store.listSigningKeys({ now: platform.clock.now(), ...access() })
    const { key_id } = listed.find(({ use, state }) => use === 'log' && state === 'active')!
    await platform.store.compromiseSigningKey(platform.context(), { key_id, ...access() })
    expect(await keys()).toEqual([expect.not.stringContaining(compromised!)])
  })

  it('T-15: withdraws a compromised key on the next request, and signs with another one', async () => {
    const [current] = await jwks()
    await platform.store.compromiseSigningKey(platform.context(), {
      key_id: current!.kid,
      ...access(),
    })
    expect((await jwks()).map(({ kid }) => kid)).not.toContain(current!.kid)
    await platform.advance(5 * SECOND)
    const [next] = await jwks()
    expect(await verifiedBy(next!, await vouch())).toBe('verified')
  })
})

describe('a process that lacks the master key in force', () => {
  it('responds with 503 where it needs the key, names the key in the log, and continues to serve everything else', async () => {
    const platform = await startPlatform()
    const org = await platform.organization()
    const one = await install(platform, org)
    const later = masterKey(Buffer.alloc(32, 33))
    await platform.store.beginMasterRotation(platform.context(), {
      master_keys: [later, ...platform.services.master_keys.ring()],
    })
    const refused = await platform.http().get('/api/v1/trust/jwks')
    expect([refused.status, refused.body.code]).toEqual([503, 'STORE_UNAVAILABLE'])
    expect(refused.headers['retry-after']).toBe('5')
    expect(refused.text).not.toContain(later.id)
    expect(platform.log.join('\n')).toContain(
      `it needs the master key ${later.id}, which is not in SVC_MASTER_KEY`,
    )
    const body = { svc_id: one.agent.svc_id, request_body_hash: sha256Hex('hello') }
    expect((await org.api.post('/trust/headers', body)).status).toBe(200)
    expect((await one.lease()).status).toBe(200)
  })
})

describe('a process on a store in which the compromise of a key was hidden', () => {
  it('T-12, T-15: finds the compromise in the log while it runs, and when it starts', async () => {
    const { store, database, context, services, http, advance } = await startPlatform()
    const master_keys = services.master_keys.ring()
    const published = async () =>
      ((await http().get('/api/v1/trust/jwks')).body.keys as PublicJwk[]).map(({ kid }) => kid)
    const [key_id] = await published()
    const row = (await database.read((tx) => tx.signing_keys.get({ key_id: key_id! })))!
    await store.compromiseSigningKey(context(), { key_id: key_id!, master_keys })
    await advance(SECOND)
    await database.transact(async (tx) => {
      await tx.signing_keys.put(row)
      const end = (await tx.log_entries.first({ where: { subject: `key ${key_id}` } }))!
      await tx.log_entries.delete({ subject: end.subject, arrival: end.arrival })
      await tx.log_entries.insert({ ...end, subject: 'nobody' })
    })
    expect(await published()).not.toContain(key_id)
    await advance(10 * SECOND)
    const other = await startPlatform({}, { store })
    for (const { current } of [services.keys, other.services.keys])
      expect(current.find((key) => key.key_id === key_id)?.compromised_at).toEqual(
        expect.any(String),
      )
  })
})
