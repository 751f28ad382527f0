import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ms } from '../../../src/domain/time.ts'
import { register } from '../agents.ts'
import { startPlatform } from '../platform.ts'
import { MINUTE } from '../../kit/time.ts'
import { samples } from '../../kit/samples.ts'

const WINDOW_MS = 300_000
const step = fc.record({
  nonce: fc.constantFrom('a', 'b', 'c', 'd'),
  /** Errors of the agent's clock, around both ends of the window. */
  skew: fc.oneof(
    fc.integer({ min: -310_000, max: 310_000 }),
    fc.constantFrom(-300_001, -300_000, 0, 300_000, 300_001),
  ),
  forged: fc.boolean(),
  wait: fc.integer({ min: 0, max: 3 * MINUTE }),
  second_workspace: fc.boolean(),
})

describe('I-29: a replayed nonce and a stale timestamp are rejected', () => {
  it('in any sequence of requests, with time passing and sweeps in between', async () => {
    const platform = await startPlatform()
    const org = await platform.organization()
    const workspaces = [org.workspace_id, await platform.workspace(org.organization_id, 'Second')]
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        const agent = await register(org)
        /** Nonces with the time until which they are stored, which is their timestamp plus twice the window. */
        const spent = new Map<string, number>()
        for (const { nonce, skew, forged, wait, second_workspace } of steps) {
          const timestamp = new Date(ms(platform.clock.now()) + skew).toISOString()
          const signed = agent.trust({
            workspace_id: workspaces[Number(second_workspace)],
            nonce,
            timestamp,
          })
          const got = (
            await org.api.post(
              '/trust/verify',
              forged ? { ...signed, signature: agent.proof(org).signature } : signed,
            )
          ).body
          const name = `${second_workspace} ${nonce}`
          const remembered = (spent.get(name) ?? 0) >= ms(platform.clock.now())
          expect(got.valid).toBe(!forged && Math.abs(skew) <= WINDOW_MS && !remembered)
          if (got.valid) spent.set(name, ms(timestamp) + 2 * WINDOW_MS)
          await platform.advance(wait)
        }
      }),
      { numRuns: samples(15, 30) },
    )
  })

  it('an identical request is valid only once, however long it is repeated, with sweeps in between', async () => {
    const platform = await startPlatform()
    const org = await platform.organization()
    const agent = await register(org)
    const timestamp = new Date(ms(platform.clock.now()) + WINDOW_MS).toISOString()
    const signed = agent.trust({ workspace_id: org.workspace_id, nonce: 'n', timestamp })
    const verdicts: boolean[] = []
    for (let minute = 0; minute < 30; minute += 1) {
      verdicts.push((await org.api.post('/trust/verify', signed)).body.valid as boolean)
      await platform.advance(MINUTE)
    }
    expect(verdicts.filter(Boolean)).toHaveLength(1)
    expect(await platform.database.read((tx) => tx.nonces.count({}))).toBe(0)
  })

  it('of 20 concurrent requests with one nonce, one is valid', async () => {
    const platform = await startPlatform()
    const org = await platform.organization()
    const agent = await register(org)
    const signed = agent.trust({
      workspace_id: org.workspace_id,
      nonce: 'n',
      timestamp: platform.clock.now(),
    })
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => org.api.post('/trust/verify', signed)),
    )
    expect(responses.filter(({ body }) => body.valid)).toHaveLength(1)
  })
})
