import { describe, expect, it } from 'vitest'
import { createPlatformKeys } from '../../../src/agent/trust/platform-keys.ts'
import { keyPairOfSeed, type PublicJwk } from '../../../src/domain/crypto/ed25519.ts'
import { signClaims } from '../../../src/domain/signatures/signature.ts'
import { task, taskClaims } from '../serve/statements.ts'

const pair = (seed: number) => keyPairOfSeed(new Uint8Array(32).fill(seed))
const jwk = (seed: number, more: object = {}) =>
  ({
    kty: 'OKP',
    crv: 'Ed25519',
    x: Buffer.from(pair(seed).publicKey).toString('base64url'),
    ...more,
  }) as PublicJwk
const IDENTITY = {
  svc_id: 'agent',
  installation_id: 'inst',
  workspace_id: 'ws',
  upstream_url: 'https://agent.example/a2a/tasks',
  issuer: 'https://registry.test',
}
const claims = taskClaims(task(), IDENTITY, 0)
const signedWith = (seed: number) => ({
  claims,
  signature: signClaims(pair(seed).privateKey, 'task', claims),
})

/** Creates a platform whose keys the test determines, and that can be unavailable or never respond. */
function platform(...published: PublicJwk[]) {
  const state = { published, unavailable: false, hangs: false, fetches: 0, now: 0, takes: 0 }
  const timers = new Map<() => void, number>()
  const keys = createPlatformKeys(
    async () => {
      state.fetches += 1
      if (state.hangs) await new Promise(() => undefined)
      state.now += state.takes
      if (state.unavailable) throw new Error('unreachable')
      return state.published
    },
    {
      now: () => state.now,
      after(milliseconds, run) {
        timers.set(run, state.now + milliseconds)
        return () => timers.delete(run)
      },
    },
  )
  /** Moves the clock, and runs the timers that are due. */
  const advanceTo = (now: number) => {
    state.now = now
    for (const [run, at] of timers) if (at <= now) run()
  }
  const verify = (seed: number) => keys.verify('task', signedWith(seed))
  return { state, timers, advanceTo, verify, keys }
}

describe('platform keys', () => {
  it('are fetched on first use, once for concurrent uses', async () => {
    const { state, verify } = platform(jwk(1), jwk(2))
    expect(await Promise.all([verify(1), verify(2), verify(1)])).toEqual([
      'verified',
      'verified',
      'verified',
    ])
    expect(state.fetches).toBe(1)
  })

  it('T-15: verify what was issued at nbf or later and before exp, and nothing else', async () => {
    // The statement was issued at 0.
    for (const [dates, status] of [
      [{}, 'verified'],
      [{ nbf: 0 }, 'verified'],
      [{ nbf: 1 }, 'wrong'],
      [{ nbf: -10, exp: 1 }, 'verified'],
      [{ nbf: -10, exp: 0 }, 'wrong'],
      [{ nbf: -10, exp: -1 }, 'wrong'],
      [{ exp: 'never' }, 'wrong'],
    ] as const)
      expect([dates, await platform(jwk(1, dates)).verify(1)]).toEqual([dates, status])
  })

  it('T-15: do not accept a retired key in place of its successor', async () => {
    const { verify } = platform(jwk(2, { nbf: 0 }), jwk(1, { nbf: -600, exp: 0 }))
    expect([await verify(1), await verify(2)]).toEqual(['wrong', 'verified'])
  })

  it('are fetched again five seconds after a failure, and not sooner', async () => {
    const { state, verify } = platform(jwk(1))
    state.unavailable = true
    for (const [now, fetches] of [
      [0, 1],
      [4_999, 1],
      [5_000, 2],
      [9_999, 2],
      [10_000, 3],
    ] as const) {
      state.now = now
      expect([await verify(1), state.fetches]).toEqual(['unknown', fetches])
    }
    state.unavailable = false
    state.now = 15_000
    expect(await verify(1)).toBe('verified')
  })

  it('are read again for a statement when they are 30 seconds old, whichever key signed it', async () => {
    for (const seed of [1, 2]) {
      const { state, verify } = platform(jwk(1))
      expect(await verify(1)).toBe('verified')
      state.published = [jwk(2)]
      state.now = 29_999
      expect([await verify(1), await verify(2), state.fetches]).toEqual(['verified', 'wrong', 1])
      state.now = 30_000
      await verify(seed)
      expect([await verify(1), await verify(2), state.fetches]).toEqual(['wrong', 'verified', 2])
    }
  })

  it('are read at most every 30 seconds, however many statements a stranger sends', async () => {
    const { state, verify } = platform(jwk(1))
    for (state.now = 0; state.now < 300_000; state.now += 1_000)
      expect(await Promise.all([verify(3), verify(3)])).toEqual(['wrong', 'wrong'])
    expect(state.fetches).toBe(10)
  })

  it('are used for five minutes after they were requested while the platform is unavailable', async () => {
    const { state, verify } = platform(jwk(1))
    state.takes = 2_000
    await verify(1)
    Object.assign(state, { takes: 0, unavailable: true, now: 300_000 })
    expect([await verify(1), await verify(2), state.fetches]).toEqual(['verified', 'wrong', 2])
    state.now = 300_001
    expect([await verify(1), await verify(2), state.fetches]).toEqual(['unknown', 'unknown', 2])
    state.unavailable = false
    state.now = 305_000
    expect([await verify(1), state.fetches]).toEqual(['verified', 3])
  })

  it('are awaited for three seconds, and then used as they are', async () => {
    const { state, advanceTo, verify } = platform(jwk(1))
    await verify(1)
    state.hangs = true
    state.now = 60_000
    const results: string[] = []
    const waiting = [1, 2].map((seed) => verify(seed).then((result) => results.push(result)))
    advanceTo(62_999)
    await new Promise(setImmediate)
    expect(results).toEqual([])
    advanceTo(63_000)
    await Promise.all(waiting)
    expect([results, state.fetches]).toEqual([['verified', 'wrong'], 2])
    state.now = 300_001
    const late = verify(1)
    advanceTo(303_001)
    expect([await late, state.fetches]).toEqual(['unknown', 2])
  })

  it('leave no timer behind when the platform responds', async () => {
    const { timers, verify } = platform(jwk(1))
    await verify(1)
    expect(timers.size).toBe(0)
  })

  it('include Ed25519 keys only', async () => {
    for (const other of [
      jwk(1, { kty: 'EC' }),
      jwk(1, { crv: 'X25519' }),
      jwk(1, { x: 'short' }),
    ]) {
      const { verify } = platform(other, jwk(2))
      expect([await verify(1), await verify(2)]).toEqual(['wrong', 'verified'])
    }
  })

  it('are not fetched for claims that cannot have been signed', async () => {
    const { state, keys } = platform(jwk(1))
    expect(await keys.verify('task', { ...signedWith(1), signature: 'nonsense' })).toBe('wrong')
    expect(
      await keys.verify('task', {
        claims: { issuer: 7 } as never,
        signature: signedWith(1).signature,
      }),
    ).toBe('wrong')
    expect(state.fetches).toBe(0)
  })
})
