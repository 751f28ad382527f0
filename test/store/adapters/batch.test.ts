import { describe, expect, it } from 'vitest'
import { hashToken } from '../../../src/domain/tokens.ts'
import { StoreUnavailable } from '../../../src/store/database.ts'
import type {
  LeaseInput,
  LeaseOutcome,
} from '../../../src/store/transactions/installations/lease.ts'
import { RUN_SEPARATELY } from '../../../src/store/context.ts'
import { batch } from '../../../src/store/store.ts'
import { MINUTE } from '../../kit/time.ts'
import { eachAdapter, eachStore } from '../stores.ts'
import { newWorld, type Installed, type World } from '../world.ts'
import { repeatUntilZero } from '../../kit/bounds.ts'

/** Creates a batch whose runs end when the test decides. */
function controlledRuns() {
  const runs: { inputs: readonly string[]; end: () => void; fail: (cause: Error) => void }[] = []
  const run = (inputs: readonly string[]) =>
    new Promise<string[]>((resolve, reject) => {
      runs.push({ inputs, end: () => resolve(inputs.map((input) => `${input}!`)), fail: reject })
    })
  const turn = () =>
    new Promise((resolve) => {
      setImmediate(resolve)
    })
  return { run, runs, turn, inputs: () => runs.map(({ inputs }) => inputs.join('')) }
}

describe('a batch of calls', () => {
  it('runs the calls of one iteration of the event loop together, and then all calls that had to wait for that run', async () => {
    const { run, runs, turn, inputs } = controlledRuns()
    const call = batch(run)
    const results: Promise<string>[] = []
    for (const some of ['ab', 'c', 'd', 'ef']) {
      results.push(...[...some].map((input) => call(input)))
      await turn()
    }
    expect(inputs()).toEqual(['ab', 'c'])
    runs[0]!.end()
    await turn()
    expect(inputs()).toEqual(['ab', 'c', 'def'])
    runs.forEach(({ end }) => end())
    expect(await Promise.all(results)).toEqual(['a!', 'b!', 'c!', 'd!', 'e!', 'f!'])
  })

  it('runs calls about one subject separately and in order', async () => {
    const { run, runs, turn, inputs } = controlledRuns()
    const call = batch(run, (input) => input[0])
    const results = ['a1', 'a2', 'b1', 'a3'].map((input) => call(input))
    for (let index = 0; index < 4; index += 1) {
      await turn()
      runs[index]?.end()
    }
    expect(
      inputs()
        .filter((run) => run.includes('a'))
        .map((run) => run.slice(0, 2)),
    ).toEqual(['a1', 'a2', 'a3'])
    expect(inputs().join('')).toHaveLength(8)
    expect(await Promise.all(results)).toEqual(['a1!', 'a2!', 'b1!', 'a3!'])
  })

  it('fails the calls of a run whose write fails, and those that wait, but no other run', async () => {
    const { run, runs, turn } = controlledRuns()
    const call = batch(run)
    const first = call('a')
    await turn()
    const rest = Promise.allSettled([call('b'), call('c')])
    await turn()
    const late = call('late').catch((cause: Error) => cause.name)
    await turn()
    runs[1]!.fail(new StoreUnavailable('gone'))
    runs[0]!.end()
    expect(await first).toBe('a!')
    expect((await rest).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await late).toBe('StoreUnavailable')
    const later = call('d')
    await turn()
    runs[2]!.end()
    expect(await later).toBe('d!')
  })

  it('runs a call separately on request, while the others continue', async () => {
    const { run, runs, turn } = controlledRuns()
    const call = batch(async (inputs: readonly string[], alone) =>
      alone ? run(inputs) : inputs.map((input) => (input === 'b' ? RUN_SEPARATELY : input)),
    )
    const [a, b, c] = [call('a'), call('b'), call('c')]
    expect(await Promise.all([a, c])).toEqual(['a', 'c'])
    await turn()
    expect(runs.map(({ inputs }) => inputs)).toEqual([['b']])
    runs[0]!.end()
    expect(await b).toBe('b!')
  })

  it('runs the calls of a failed run again one by one, so that none fails because of another', async () => {
    const call = batch(async (inputs: readonly string[]) => {
      if (inputs.includes('bad')) throw new Error('bad')
      return inputs
    })
    const results = await Promise.allSettled(
      ['a', 'b', 'c', 'bad', 'd'].map((input) => call(input)),
    )
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
    ])
  })
})

/** Creates installations in every state that a heartbeat can find, and returns their heartbeats. */
async function newHeartbeats(world: World): Promise<readonly LeaseInput[]> {
  const { install, send, revoke, lease, store, clock, context } = world
  const other = await world.tenant('b')
  const heartbeatOf = (
    { installation: { installation_id }, runtime_token }: Installed,
    changes: Partial<LeaseInput> = {},
  ): LeaseInput => ({
    installation_id,
    token_hash: hashToken(runtime_token),
    heartbeat: { status: 'running' },
    jitter: 0.5,
    ...changes,
  })
  const many = async (count: number, where = {}) => {
    const all: Installed[] = []
    for (let index = 0; index < count; index += 1)
      all.push(await install({ heartbeat_interval_seconds: 60 }, where))
    return all
  }
  const late = [...(await many(2)), ...(await many(2, other))]
  clock.advance(5 * MINUTE)
  await repeatUntilZero(
    async () => (await store.expireLeases(context(), {}))!.expired,
    'leases do not stop expiring',
  )
  const [plain, waiting, rotating, terminating, ended, revoked, revokedAtOnce, mismatched] =
    (await many(8)) as [
      Installed,
      Installed,
      Installed,
      Installed,
      Installed,
      Installed,
      Installed,
      Installed,
    ]
  const elsewhere = await many(2, other)
  await send(waiting.installation.installation_id, 'reload_policy')
  await send(waiting.installation.installation_id, 'pause')
  await send(rotating.installation.installation_id, 'rotate_token')
  for (const { installation } of [terminating, ended])
    await send(installation.installation_id, 'terminate')
  await lease(ended.runtime_token, { status: 'stopped' })
  await revoke(revoked.installation.installation_id, { shutdown_timeout_ms: 10 * MINUTE })
  await revoke(revokedAtOnce.installation.installation_id, { shutdown_timeout_ms: 0 })
  return [
    ...[...elsewhere, plain, waiting, rotating].map((one) => heartbeatOf(one)),
    heartbeatOf(terminating, { heartbeat: { status: 'stopped' } }),
    ...[ended, revoked, revokedAtOnce, ...late].map((one) => heartbeatOf(one)),
    heartbeatOf(mismatched, { token_hash: hashToken(plain.runtime_token) }),
    heartbeatOf(mismatched, { installation_id: 'unknown' }),
    heartbeatOf(plain, { heartbeat: { status: 'degraded', heartbeat_interval_seconds: 30 } }),
  ]
}

/** Returns the results and the stored rows, without random secrets and identifiers. */
async function effectsOf({ database, newKinds }: World, outcomes: readonly LeaseOutcome[]) {
  const results = outcomes.map((outcome) =>
    outcome.kind === 'renewed'
      ? { ...outcome, command: outcome.command?.type, refreshed: outcome.refreshed?.token_version }
      : outcome,
  )
  const rows = await database.read(async (tx) => ({
    installations: await tx.installations.find({ orderBy: ['installation_id'] }),
    commands: (await tx.commands.find({ orderBy: ['installation_id', 'sequence'] })).map(
      ({ command_id: _, ...row }) => row,
    ),
    tokens: (await tx.runtime_tokens.find({ orderBy: ['installation_id', 'version'] })).map(
      ({ hash: _, ...row }) => row,
    ),
  }))
  return { results, ...rows, kinds: (await newKinds()).toSorted() }
}

eachAdapter((location) => {
  it('heartbeats that share a transaction have the results that they would have separately', async () => {
    const [alone, shared] = [await newWorld(location()), await newWorld(location())]
    const outcomes: LeaseOutcome[] = []
    for (const heartbeat of await newHeartbeats(alone))
      outcomes.push(await alone.store.renewLease(alone.context(), heartbeat))
    const heartbeats = await newHeartbeats(shared)
    const together = await Promise.all(
      heartbeats.map((heartbeat) => shared.store.renewLease(shared.context(), heartbeat)),
    )
    expect(await effectsOf(shared, together)).toEqual(await effectsOf(alone, outcomes))
    expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(
      new Set(['renewed', 'refused', 'invalid_token']),
    )
  })

  it('credentials that are looked up together are found as they would be separately', async () => {
    const { store, install, recover, clock } = await newWorld(location())
    const installed = await install()
    const dead = await install()
    const tokens = [
      installed.runtime_token,
      'srt_unknown',
      dead.runtime_token,
      installed.runtime_token,
      'srt_other',
    ]
    await recover()
    const find = (token: string) =>
      store.findRuntimeToken({ hash: hashToken(token), now: clock.now })
    const alone = []
    for (const token of tokens) alone.push(await find(token))
    expect(await Promise.all(tokens.map(find))).toEqual(alone)
    expect(alone.filter((found) => found === undefined).length).toBeGreaterThan(1)
  })
})

eachStore(
  (location) => {
    it('heartbeats do not wait for one whose installation another transaction has locked', async () => {
      const { database, store, context, install } = await newWorld(location())
      const [one, two, three] = [await install(), await install(), await install()]
      const sendHeartbeat = ({ installation: { installation_id }, runtime_token }: Installed) =>
        store.renewLease(context(), {
          installation_id,
          token_hash: hashToken(runtime_token),
          heartbeat: {},
          jitter: 0,
        })
      let release = () => {}
      const released = new Promise<void>((resolve) => {
        release = resolve
      })
      let setLocked = () => {}
      const locked = new Promise<void>((resolve) => {
        setLocked = resolve
      })
      const lockHolder = database.transact(async (tx) => {
        await tx.installations.get({ installation_id: two.installation.installation_id })
        setLocked()
        await released
      })
      await locked
      const blocked = sendHeartbeat(two)
      const others = await Promise.all([sendHeartbeat(one), sendHeartbeat(three)])
      expect(others.map(({ kind }) => kind)).toEqual(['renewed', 'renewed'])
      release()
      await lockHolder
      expect(await blocked).toMatchObject({ kind: 'renewed' })
    })
  },
  ['postgres'],
)
