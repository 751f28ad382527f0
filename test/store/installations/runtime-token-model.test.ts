import fc from 'fast-check'
import { expect, it } from 'vitest'
import { DAY, MINUTE, SECOND } from '../../kit/time.ts'
import { eachStore, type StoreLocation } from '../stores.ts'
import { newWorld } from '../world.ts'

/**
 * Represents one version as the specification describes it (docs/specification/installations.md#runtime-token-overlap). `gone` marks a
 * version that ended with a recovery, or as the oldest of more than 16 that were never used.
 */
interface Version {
  token: string
  version: number
  expires: number
  used?: number
  gone?: true
}
type Step =
  | ['use' | 'lease', number]
  | ['refresh', number]
  | ['replay']
  | ['recover']
  | ['revoke']
  | ['prune']
  | ['advance', number]

const PAUSES = [
  1,
  SECOND,
  30 * SECOND,
  90 * SECOND,
  MINUTE,
  5 * MINUTE - 1,
  5 * MINUTE,
  DAY,
  7 * DAY,
  30 * DAY,
  83 * DAY,
  90 * DAY - 1,
]
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 30,
    arbitrary: fc.tuple(fc.constantFrom('use' as const, 'lease' as const), fc.nat(30)),
  },
  {
    weight: 15,
    arbitrary: fc.tuple(fc.constant('refresh' as const), fc.integer({ min: 1, max: 18 })),
  },
  { weight: 15, arbitrary: fc.tuple(fc.constant('advance' as const), fc.constantFrom(...PAUSES)) },
  {
    weight: 5,
    arbitrary: fc.constantFrom(['replay'] as Step, ['recover'] as Step, ['prune'] as Step),
  },
  { weight: 1, arbitrary: fc.constant(['revoke'] as Step) },
)

async function follow(location: StoreLocation, steps: readonly Step[]): Promise<void> {
  const world = await newWorld(location)
  const { clock } = world
  let installed = await world.install()
  const { installation_id } = installed.installation
  const now = () => Date.parse(clock.now)
  const started = now()
  const versions: Version[] = []
  let [recovered, revoked] = [false, Infinity]

  const alive = (one: Version) =>
    !one.gone &&
    now() < one.expires &&
    !versions.some(
      (other) =>
        other.version > one.version && other.used !== undefined && other.used + 5 * MINUTE <= now(),
    )
  const issued = (token: string, version: number) => {
    expect(version, 'I-07: token_version strictly increases').toBe(
      (versions.at(-1)?.version ?? 0) + 1,
    )
    versions.push({ token, version, expires: now() + 90 * DAY })
    const unused = versions.filter((one) => one.used === undefined && alive(one))
    for (const one of unused.slice(0, -16)) one.gone = true
  }
  const take = (one: Version) => {
    if (revoked === Infinity) one.used ??= now()
  }

  async function refresh(): Promise<void> {
    const outcome = await world.refresh(installed)
    expect(outcome.kind).toBe(revoked === Infinity ? 'refreshed' : 'invalid')
    if (outcome.kind === 'refreshed')
      issued(outcome.issued.runtime_token, outcome.issued.token_version)
  }

  async function perform([kind, number = 0]: Step): Promise<void> {
    const one = versions[number % versions.length]!
    switch (kind) {
      case 'advance':
        return clock.advance(number)
      case 'prune':
        return void (await world.store.prune(world.context(), {}))
      case 'use': {
        expect(
          (await world.use(one.token)) !== undefined,
          `I-08: use of version ${one.version}`,
        ).toBe(alive(one))
        return alive(one) ? take(one) : undefined
      }
      case 'lease': {
        const outcome = await world.lease(one.token)
        const refused = revoked <= now() ? 'refused' : 'renewed'
        expect(outcome.kind, `I-08: lease with version ${one.version}`).toBe(
          alive(one) ? refused : 'invalid_token',
        )
        if (outcome.kind !== 'renewed') return
        take(one)
        expect(outcome.refreshed !== undefined, 'I-10').toBe(
          revoked === Infinity && one.expires - now() <= 7 * DAY,
        )
        return (
          outcome.refreshed &&
          issued(outcome.refreshed.runtime_token, outcome.refreshed.token_version)
        )
      }
      case 'refresh': {
        for (let index = 0; index < number; index += 1) await refresh()
        return
      }
      case 'replay': {
        const outcome = await world.bootstrap(installed.install_token)
        expect(outcome.kind, 'I-04').toBe(
          !recovered && revoked === Infinity && now() - started < MINUTE ? 'replayed' : 'consumed',
        )
        return outcome.kind === 'replayed'
          ? issued(outcome.issued.runtime_token, outcome.issued.token_version)
          : undefined
      }
      case 'recover': {
        const outcome = await world.recover()
        expect(outcome.kind).toBe(revoked === Infinity ? 'recovered' : 'all_revoked')
        if (outcome.kind !== 'recovered') return
        for (const old of versions) old.gone = true
        recovered = true
        expect(await world.refresh(installed), 'I-12').toEqual({ kind: 'invalid' })
        installed = { ...installed, refresh_token: outcome.refresh_token }
        return issued(outcome.issued.runtime_token, outcome.issued.token_version)
      }
      case 'revoke': {
        await world.revoke(installation_id)
        revoked = Math.min(revoked, now() + 90 * SECOND)
      }
    }
  }

  issued(installed.runtime_token, 1)
  for (const next of steps) {
    await perform(next)
    const rows = await world.database.read((tx) =>
      tx.runtime_tokens.find({
        where: { installation_id, effective_expires_at: { gt: clock.now } },
        orderBy: ['version'],
      }),
    )
    expect(
      rows.map(({ version }) => version),
      `I-08, I-09: alive after ${next.join(' ')}`,
    ).toEqual(versions.filter(alive).map(({ version }) => version))
  }
}

eachStore(
  (location, kind) => {
    it('I-07, I-08, I-09: keeps exactly the versions valid that the specification requires, after any sequence of events', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), (steps) =>
          follow(location(), steps),
        ),
        { numRuns: { memory: 150, sqlite: 25, postgres: 5 }[kind] },
      )
    })
  },
  ['memory', 'sqlite', 'postgres'],
)
