import { describe, expect, it } from 'vitest'
import { sweep, type SweepServices } from '../../src/jobs/sweep.ts'
import type { DowntimeCredit } from '../../src/store/transactions/installations/downtime.ts'
import type { Store } from '../../src/store/store.ts'
import { install } from '../http/agents.ts'
import { startPlatform } from '../http/platform.ts'
import { SECOND, MINUTE, DAY } from '../kit/time.ts'
import { newLocationInMemory } from '../store/stores.ts'
import { newWorld } from '../store/world.ts'

/** Creates a store with a sweep that records its reports. */
async function newSweep(more: Partial<Store> = {}, liveness?: SweepServices['liveness']) {
  const world = await newWorld(newLocationInMemory())
  const reports = {
    held: [] as number[],
    errors: [] as unknown[],
    downtimes: [] as DowntimeCredit[],
  }
  // The audit log is purged first, because the first sweep would otherwise count the purge.
  await world.store.purgeAudit(world.context(), { signer: world.signer })
  const services = {
    store: { ...world.store, ...more },
    platformContext: () => world.context(),
    signer: world.signer,
    liveness,
    onMassExpiry: (held: number) => {
      reports.held.push(held)
    },
    onError: (cause: unknown) => {
      reports.errors.push(cause)
    },
    onDowntime: (downtime: DowntimeCredit) => {
      reports.downtimes.push(downtime)
    },
  } as SweepServices
  return { world, reports, services, sweep: (pause_ms?: number) => sweep(services, pause_ms) }
}
type TestSweep = Awaited<ReturnType<typeof newSweep>>
const installMany = async ({ world }: TestSweep, size: number) => {
  for (let index = 0; index < size; index += 1)
    await world.install({ heartbeat_interval_seconds: 60 })
}

describe('a sweep', () => {
  it('reports installations whose expiry it held back, and only those', async () => {
    const swept = await newSweep()
    await installMany(swept, 10)
    await swept.sweep()
    expect(swept.reports.held).toEqual([])
    swept.world.clock.advance(DAY)
    await swept.sweep()
    await swept.sweep()
    expect(swept.reports.held).toEqual([8, 7])
    for (let pass = 0; pass < 7; pass += 1) await swept.sweep()
    expect(swept.reports.held).toEqual([8, 7, 6, 5, 4, 3, 2, 1])
  })

  it('counts the online installations of each organization once every five minutes', async () => {
    const { world, sweep } = await newSweep()
    await world.install({ heartbeat_interval_seconds: 3600 })
    const other = await world.tenant('b')
    for (const minutes of [0, 1, 3, 1]) {
      world.clock.advance(minutes * MINUTE)
      await sweep()
    }
    await world.install({ heartbeat_interval_seconds: 3600 }, other)
    world.clock.advance(5 * MINUTE)
    await sweep()
    const sums = await world.database.read((tx) =>
      tx.fleet_hours.find({ orderBy: ['organization_id', 'metric'] }),
    )
    expect(
      sums.map(({ organization_id, metric, amount }) => [organization_id, metric, amount]),
    ).toEqual([
      ['org_a', 'online', 3],
      ['org_a', 'samples', 3],
      ['org_b', 'online', 1],
      ['org_b', 'samples', 1],
    ])
  })

  it('prunes batch after batch until one is not full', async () => {
    const { world, sweep } = await newSweep()
    await world.database.transact(async (tx) => {
      for (let index = 0; index < 1001; index += 1)
        await tx.nonces.insert({
          svc_id: 's',
          workspace_id: 'w',
          nonce: String(index),
          expires_at: world.clock.now,
        })
    })
    world.clock.advance(1)
    expect(await sweep()).toBe(1001)
    expect(await world.database.read((tx) => tx.nonces.count({}))).toBe(0)
  })

  it.each([
    [500, 20],
    [499, 1],
  ])(
    'prunes another batch only after a full one, and at most 20: batches of %i rows, %i in all',
    async (pruned, passes) => {
      let calls = 0
      const { sweep } = await newSweep({
        prune: async () => {
          calls += 1
          return { pruned }
        },
      } as never)
      expect(await sweep()).toBe(passes * pruned)
      expect(calls).toBe(passes)
    },
  )

  it('continues if the audit log cannot be purged, and reports it', async () => {
    const cause = new Error('no purge')
    const { sweep, reports } = await newSweep({
      purgeAudit: async () => {
        throw cause
      },
    } as never)
    expect(await sweep()).toBe(0)
    expect(reports.errors).toEqual([cause])
  })

  it.each([
    [20, 5],
    [19, 1],
  ])(
    'indexes another batch only after a full one, and at most 5: batches of %i agents, %i in all',
    async (relisted, passes) => {
      let calls = 0
      const { sweep } = await newSweep({
        relistAgents: async () => {
          calls += 1
          return { relisted }
        },
      } as never)
      expect(await sweep()).toBe(passes * relisted)
      expect(calls).toBe(passes)
    },
  )

  it('runs all other steps if an agent cannot be indexed, and reports the error', async () => {
    const cause = new Error('no index')
    const done: string[] = []
    const job = (name: string, result: object) => async () => {
      done.push(name)
      return result
    }
    const { sweep, reports } = await newSweep({
      endDisplacedClaims: job('claims', { ended: 1 }),
      pruneRateBuckets: job('buckets', { pruned: 2 }),
      purgeAudit: job('audit', { purged: 4, due: 0 }),
      relistAgents: async () => {
        done.push('index')
        throw cause
      },
    } as never)
    expect(await sweep()).toBe(7)
    expect(done).toEqual(['claims', 'buckets', 'audit', 'index'])
    expect(reports.errors).toEqual([cause])
  })

  it('runs all other steps if some fail, fails with the first error, and reports the others', async () => {
    const [leases, pruning] = [new Error('no leases'), new Error('no pruning')]
    const done: string[] = []
    const failing = (cause: Error) => async () => {
      throw cause
    }
    const step = (name: string, result: object) => async () => {
      done.push(name)
      return result
    }
    const { sweep, reports } = await newSweep({
      expireLeases: failing(leases),
      expireInvitations: step('invitations', { expired: 1 }),
      failAbandonedTasks: step('tasks', { failed: 1 }),
      prune: failing(pruning),
      relistAgents: step('index', { relisted: 1 }),
    } as never)
    await expect(sweep()).rejects.toBe(leases)
    expect(done).toEqual(['invitations', 'tasks', 'index'])
    expect(reports.errors).toEqual([pruning])
  })

  it('does nothing if any process has run one within the pause', async () => {
    const swept = await newSweep()
    await installMany(swept, 10)
    swept.world.clock.advance(DAY)
    expect(await swept.sweep(SECOND)).toBe(2)
    swept.world.clock.advance(SECOND - 1)
    expect(await swept.sweep(SECOND)).toBe(0)
    swept.world.clock.advance(1)
    expect(await swept.sweep(SECOND)).toBe(1)
  })

  it('credits the time in which no process was alive before anything expires, and reports it once', async () => {
    const swept = await newSweep({}, { precision_ms: SECOND, down_above_ms: 10 * SECOND })
    await installMany(swept, 1)
    await swept.sweep()
    swept.world.clock.advance(5 * MINUTE)
    expect(await swept.sweep()).toBe(0)
    await swept.sweep()
    expect(swept.reports.downtimes).toEqual([{ credited: 1, down_ms: 5 * MINUTE }])
  })

  it('expires nothing while the last record of a live process is old', async () => {
    const liveness = { precision_ms: SECOND, down_above_ms: 10 * SECOND }
    const swept = await newSweep({}, liveness)
    await installMany(swept, 1)
    await swept.sweep()
    swept.world.clock.advance(DAY)
    // The record stays a day old, as if the process had been suspended between recording that it is alive and expiring leases.
    const restarted = {
      ...swept.services,
      store: { ...swept.services.store, recordAlive: async () => ({ credited: 0, down_ms: 0 }) },
    }
    expect([await sweep(restarted), await swept.world.newKinds()]).toEqual([
      0,
      expect.not.arrayContaining(['installation.lease_expired']),
    ])
  })

  it('returns the sum of the results of its steps', async () => {
    const store = {
      expireLeases: async () => ({ expired: 1, held: 0 }),
      expireInstallTokens: async () => ({ expired: 10 }),
      expireInvitations: async () => ({ expired: 100 }),
      continueRevocations: async () => ({ revoked: 1000, more: true }),
      failAbandonedTasks: async () => ({ failed: 10_000 }),
      prune: async () => ({ pruned: 2 }),
      relistAgents: async () => ({ relisted: 19 }),
      endDisplacedClaims: async () => ({ ended: 200 }),
      pruneRateBuckets: async () => ({ pruned: 2000 }),
      purgeAudit: async () => ({ purged: 20_000, due: 3 }),
    }
    // Revocations that remain add one to the sum, and chains that are due for a purge add their number.
    expect(await (await newSweep(store as never)).sweep()).toBe(33_336)
  })
})

it('the log and the metrics report that a mass expiry was held back', async () => {
  const platform = await startPlatform()
  const org = await platform.organization()
  const { installation_id } = await install(platform, org)
  await platform.database.transact(async (tx) => {
    const one = (await tx.installations.get({ installation_id }))!
    for (let index = 0; index < 9; index += 1)
      await tx.installations.insert({ ...one, installation_id: `copy-${index}` })
  })
  await platform.advance(MINUTE)
  expect(platform.log.join()).not.toContain('mass expiry')
  await platform.advance(DAY)
  expect(platform.log.find((line) => line.includes('mass expiry'))).toMatch(
    /"held":8,.*"mass expiry: too many leases/,
  )
  expect(await platform.metrics.text()).toContain('svc_events_total{event="mass_expiry_guard"} 8')
})
