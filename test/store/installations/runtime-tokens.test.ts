import { expect, it } from 'vitest'
import { elapsed } from '../../../src/domain/time.ts'
import { hashToken } from '../../../src/domain/tokens.ts'
import { DAY, MINUTE } from '../../kit/time.ts'
import { eachStore } from '../stores.ts'
import { newWorld, type World, type Installed } from '../world.ts'

/** Exchanges the refresh token for a runtime token. */
async function refreshed({ refresh }: World, installed: Installed): Promise<string> {
  const outcome = await refresh(installed)
  if (outcome.kind !== 'refreshed') throw new Error(outcome.kind)
  return outcome.issued.runtime_token
}

eachStore((location) => {
  it.each([
    ['one millisecond more than 7 days', 'without', 83 * DAY - 1],
    ['exactly 7 days', 'with', 83 * DAY],
    ['one millisecond', 'with', 90 * DAY - 1],
  ])(
    'I-10: a heartbeat whose token is valid for %s gets a response %s refreshed_token',
    async (_, word, age) => {
      const expected = word === 'with'
      const { install, sendHeartbeat, clock, newKinds } = await newWorld(location())
      const { runtime_token } = await install()
      await newKinds()
      clock.advance(age)
      const { refreshed: successor } = await sendHeartbeat(runtime_token)
      expect(successor !== undefined).toBe(expected)
      expect(await newKinds()).toEqual(expected ? ['installation.token_refreshed'] : [])
      if (successor)
        expect(successor).toMatchObject({
          token_version: 2,
          runtime_token: expect.stringMatching(/^srt_/),
        })
      if (successor) expect(elapsed(clock.now, successor.expires_at)).toBe(90 * DAY)
    },
  )

  it('refuses a runtime token from its expiry on, and still accepts the refresh token', async () => {
    const world = await newWorld(location())
    const installed = await world.install()
    world.clock.advance(90 * DAY)
    expect(await world.lease(installed.runtime_token)).toEqual({ kind: 'invalid_token' })
    expect((await world.lease(await refreshed(world, installed))).kind).toBe('renewed')
  })

  it('does not rotate the refresh token, and increases token_version with each refresh', async () => {
    const { install, refresh } = await newWorld(location())
    const installed = await install()
    const outcomes = [await refresh(installed), await refresh(installed), await refresh(installed)]
    expect(
      outcomes.map((outcome) => outcome.kind === 'refreshed' && outcome.issued.token_version),
    ).toEqual([2, 3, 4])
  })

  it('returns the same outcome for every invalid refresh', async () => {
    const { store, context, install, refresh, revoke } = await newWorld(location())
    const [one, two] = [await install(), await install()]
    await revoke(two.installation.installation_id)
    const ask = (installation_id: string, refresh_token: string) =>
      store.refreshRuntimeToken(context(), {
        installation_id,
        refresh_hash: hashToken(refresh_token),
      })
    const invalid = [
      await ask('unknown', one.refresh_token),
      await ask(one.installation.installation_id, two.refresh_token),
      await ask(one.installation.installation_id, ''),
      await ask(one.installation.installation_id, one.runtime_token),
      await refresh(two),
    ]
    expect(new Set(invalid.map((outcome) => JSON.stringify(outcome)))).toEqual(
      new Set(['{"kind":"invalid"}']),
    )
  })

  it('keeps older tokens valid until five minutes after the first use of a higher version', async () => {
    const world = await newWorld(location())
    const installed = await world.install()
    const second = await refreshed(world, installed)
    const third = await refreshed(world, installed)
    world.clock.advance(30 * DAY)
    for (const token of [installed.runtime_token, second])
      expect((await world.lease(token)).kind).toBe('renewed')
    world.clock.advance(5 * MINUTE - 1)
    for (const token of [installed.runtime_token, second])
      expect((await world.lease(token)).kind).toBe('renewed')
    world.clock.advance(1)
    const later = await Promise.all(
      [installed.runtime_token, second, third].map(
        async (token) => (await world.lease(token)).kind,
      ),
    )
    expect(later).toEqual(['invalid_token', 'renewed', 'renewed'])
  })

  it('ignores the use of an invalid token, so that it does not invalidate others', async () => {
    const { store, context, clock, install, refresh, use, database } = await newWorld(location())
    const installed = await install()
    const second = await refresh(installed)
    if (second.kind !== 'refreshed') return expect.unreachable()
    clock.advance(90 * DAY)
    const third = await refresh(installed)
    await store.useRuntimeToken(context(), { hash: hashToken(second.issued.runtime_token) })
    expect(await use(second.issued.runtime_token)).toBeUndefined()
    expect(
      third.kind === 'refreshed' && (await use(third.issued.runtime_token))?.token.version,
    ).toBe(3)
    const rows = await database.read((tx) => tx.runtime_tokens.find({ orderBy: ['version'] }))
    expect(rows.map(({ first_used_at }) => first_used_at !== null)).toEqual([false, false, true])
  })

  it('I-09: keeps the token in use valid after forty unused successors, and keeps 16 unused versions', async () => {
    const { install, sendHeartbeat, clock, database } = await newWorld(location())
    const {
      runtime_token,
      installation: { installation_id },
    } = await install()
    clock.advance(85 * DAY)
    const versions = []
    for (let index = 0; index < 40; index += 1) {
      versions.push((await sendHeartbeat(runtime_token)).refreshed!.token_version)
      clock.advance(60 * MINUTE)
    }
    expect(versions).toEqual(Array.from({ length: 40 }, (_, at) => at + 2))
    const stored = await database.read((tx) =>
      tx.runtime_tokens.find({ where: { installation_id }, orderBy: ['version'] }),
    )
    expect(stored.map(({ version }) => version)).toEqual([
      1,
      ...Array.from({ length: 16 }, (_, at) => at + 26),
    ])
  })

  it('I-07: never issues a version twice in concurrent heartbeats, refreshes and recoveries', async () => {
    const { install, lease, refresh, recover, clock, database } = await newWorld(location())
    const installed = await install()
    clock.advance(84 * DAY)
    const issued = await Promise.all(
      Array.from({ length: 60 }, async (_, at) => {
        const outcome =
          at % 3 === 0
            ? await lease(installed.runtime_token)
            : at === 31
              ? await recover()
              : await refresh(installed)
        return 'issued' in outcome
          ? outcome.issued.token_version
          : 'refreshed' in outcome
            ? outcome.refreshed?.token_version
            : undefined
      }),
    )
    const versions = issued.filter((version) => version !== undefined)
    expect(new Set(versions).size).toBe(versions.length)
    const rows = await database.read((tx) => tx.runtime_tokens.find({}))
    expect(new Set(rows.map(({ version }) => version)).size).toBe(rows.length)
  })
})
