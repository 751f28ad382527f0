import { createFleetCounters, createMetrics } from '../../src/app/metrics.ts'
import { fixedKeys } from '../../src/store/master-keys/open.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type DelivererServices,
  deliver,
  type DeliveryReport,
} from '../../src/jobs/outbox/deliver.ts'
import { createImageScanRunner } from '../../src/jobs/images/scans.ts'
import { startJobs, type Jobs, type JobServices } from '../../src/jobs/jobs.ts'
import type { Store } from '../../src/store/store.ts'
import { fakeImages, inspection } from '../ports/images/fake-images.ts'
import { until } from '../kit/bounds.ts'
import { SECOND } from '../kit/time.ts'
import { newLocationInMemory } from '../store/stores.ts'
import { ISSUER, MASTER_KEYS, newWorld, type World } from '../store/world.ts'

const nextTurns = async () => {
  for (let index = 0; index < 20; index += 1) await new Promise(setImmediate)
}

const scanOf = ({ organization_id }: World, ref = 'a:1') => ({
  organization_id,
  ref,
  digest: inspection.digest,
})

describe('scheduled jobs', () => {
  let jobs: Jobs | undefined
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  })
  afterEach(async () => {
    await jobs?.stop()
    vi.useRealTimers()
  })

  async function started(
    store: Partial<Store> = {},
    more: Partial<JobServices> = {},
    images = fakeImages,
  ) {
    const world = await newWorld(newLocationInMemory())
    const errors: unknown[] = []
    const context = {
      store: { ...world.store, ...store },
      platformContext: () => world.context(),
      now: () => world.clock.now,
      onError: (cause: unknown) => {
        errors.push(cause)
      },
    }
    const services = {
      ...context,
      signer: world.signer,
      keys: {
        current: [],
        refresh: async () => undefined,
        refreshIfDue: async () => undefined,
      },
      log: await world.store.loadLogSigner(world.context(), {
        master_keys: MASTER_KEYS,
        issuer: ISSUER,
      }),
      witnesses: [],
      liveness: undefined,
      exports: { startDue: async () => 0, drain: async () => 0, stop: async () => undefined },
      imageScans: createImageScanRunner({ ...context, images }),
      synchronizeRates: async () => undefined,
      fleetCounters: createFleetCounters(),
      onMassExpiry: () => undefined,
      onDowntime: () => undefined,
      onDelivery: () => undefined,
      onJobsStarted: () => undefined,
      onJob: () => undefined,
      ...more,
    } as JobServices
    jobs = startJobs(services)
    return {
      world,
      errors,
      jobs,
      pass: async (milliseconds = 1000) => {
        vi.advanceTimersByTime(milliseconds)
        await nextTurns()
      },
    }
  }

  it('are reported by name before their first runs, and only those that this process runs', async () => {
    const named: (readonly string[])[] = []
    const onJobsStarted = (names: readonly string[]) => void named.push(names)
    await started({}, { onJobsStarted })
    expect(named).toHaveLength(1)
    expect(named[0]).toEqual(
      expect.arrayContaining(['sweep', 'witnesses', 'exports', 'image_scans']),
    )
    expect(named[0]).not.toContain('liveness')
  })

  it('continue with the next pass after a failed one, and report it', async () => {
    let sweeps = 0
    const cause = new Error('the store is unavailable')
    const { errors, pass } = await started({
      expireLeases: async () => {
        sweeps += 1
        throw cause
      },
    } as never)
    for (let n = 1; n <= 3; n += 1) {
      await pass()
      expect([sweeps, errors]).toEqual([n, Array(n).fill(cause)])
    }
  })

  it('count image scans that cannot be claimed as a failure of their own job', async () => {
    const metrics = createMetrics()
    const failed: unknown[] = []
    const { world, pass } = await started(
      { claimImageScan: () => Promise.reject(new Error('the store is unavailable')) },
      {
        onJobsStarted: metrics.initializeJobs,
        onJob: metrics.observeJob,
        onError: (_, job) => void failed.push(job),
      },
    )
    await world.store.requestImageScan(world.context(), scanOf(world))
    await pass()
    await pass()
    expect(failed).toEqual(['image_scans', 'image_scans'])
    const text = await metrics.text()
    expect(text).toContain('svc_job_failures_total{name="image_scans"} 2')
    expect(text).toContain('svc_job_duration_seconds_count{name="image_scans"} 2')
    expect(text).toMatch(/svc_job_last_success_timestamp_seconds\{name="image_scans"\} \d/)
  })

  it('start no pass before the previous one has ended, and delay no other job in the meantime', async () => {
    const sweep = Promise.withResolvers<{ expired: number; held: number }>()
    let sweeps = 0
    let announced = 0
    const { pass } = await started({
      expireLeases: () => {
        sweeps += 1
        return sweep.promise
      },
      announcePolicies: async () => {
        announced += 1
        return { steps: 0 }
      },
    } as never)
    await pass()
    await pass()
    expect([sweeps, announced]).toEqual([1, 2])
    sweep.resolve({ expired: 0, held: 0 })
    await nextTurns()
    await pass()
    expect(sweeps).toBe(2)
  })

  it('synchronize rate limits four times a second, even after a failure, and never concurrently', async () => {
    let synchronizations = 0
    const never = new Promise<void>(() => undefined)
    const { errors, pass } = await started(
      {},
      {
        synchronizeRates: () => {
          synchronizations += 1
          return synchronizations === 1 ? Promise.reject(new Error('no')) : never
        },
      },
    )
    await pass(249)
    expect(synchronizations).toBe(0)
    await pass(1)
    expect([synchronizations, errors.length]).toEqual([1, 1])
    await pass(250)
    await pass(250)
    expect(synchronizations).toBe(2)
  })

  it('record every second that the process is alive if several share the store, whatever the sweep does', async () => {
    let recorded = 0
    const { pass } = await started(
      {
        recordAlive: async () => {
          recorded += 1
          return { credited: 0, down_ms: 0 }
        },
        expireLeases: () => new Promise(() => undefined),
      } as never,
      { liveness: { precision_ms: SECOND, down_above_ms: 10 * SECOND } },
    )
    await pass()
    const first = recorded
    await pass()
    await pass()
    expect([first, recorded]).toEqual([2, 4])
    jobs = undefined
  })

  it('run the given function before a complete pass, run no scheduled pass meanwhile, and continue even if that function fails', async () => {
    const order: string[] = []
    const { jobs: running, pass } = await started({
      expireLeases: async () => {
        order.push('sweep')
        return { expired: 0, held: 0 }
      },
    } as never)
    await running.runUntilIdle(() => {
      order.push('first')
    })
    expect(order.slice(0, 2)).toEqual(['first', 'sweep'])
    await expect(
      running.runUntilIdle(() => {
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    order.length = 0
    await pass()
    expect(order).toEqual(['sweep'])
    const gate = Promise.withResolvers<void>()
    const settling = running.runUntilIdle(() => gate.promise)
    await pass()
    expect(order).toEqual(['sweep'])
    gate.resolve()
    await settling
  })

  it('call the given function only when the running jobs have ended', async () => {
    const sweep = Promise.withResolvers<{ expired: number; held: number }>()
    const order: string[] = []
    let sweeps = 0
    const { jobs: running, pass } = await started({
      expireLeases: () => {
        sweeps += 1
        return sweeps === 1 ? sweep.promise : Promise.resolve({ expired: 0, held: 0 })
      },
    } as never)
    await pass()
    const settling = running.runUntilIdle(() => {
      order.push('first')
    })
    await nextTurns()
    expect(order).toEqual([])
    sweep.resolve({ expired: 0, held: 0 })
    await settling
    expect(order).toEqual(['first'])
  })

  it('claim no image scan before the clock has been advanced, do not wait for a running one first, and do not run it twice', async () => {
    const inspected = Promise.withResolvers<void>()
    let inspections = 0
    const {
      world,
      jobs: running,
      pass,
    } = await started(
      {},
      {},
      {
        ...fakeImages,
        inspect: async () => {
          inspections += 1
          await inspected.promise
          return { kind: 'inspected', inspection }
        },
      },
    )
    await world.store.requestImageScan(world.context(), scanOf(world))
    await pass()
    world.clock.advance(SECOND)
    const gate = Promise.withResolvers<void>()
    let settled = false
    const settling = running
      .runUntilIdle(async () => {
        await gate.promise
        world.clock.advance(120 * SECOND)
      })
      .then(() => {
        settled = true
      })
    await world.store.requestImageScan(world.context(), scanOf(world, 'b:1'))
    await pass()
    expect(inspections).toBe(1)
    gate.resolve()
    await until(() => inspections === 2, 'the queued scan was not started')
    expect(settled).toBe(false)
    inspected.resolve()
    await settling
    expect(inspections).toBe(2)
    for (const ref of ['a:1', 'b:1']) {
      const { organization_id } = world
      const { scan } = (await world.store.findImageScan({ organization_id, ref }))!
      expect([scan.status, scan.attempts]).toEqual(['completed_without_vulnerability_data', 1])
    }
  })

  it('end when they are stopped', async () => {
    let sweeps = 0
    const { jobs: running, pass } = await started({
      expireLeases: async () => {
        sweeps += 1
        return { expired: 0, held: 0 }
      },
    } as never)
    await running.stop()
    await pass()
    expect(sweeps).toBe(0)
  })
})

describe('deliveries', () => {
  /** Creates sign-ins whose e-mails the test delivers. */
  async function delivering(people: number, mail: () => Promise<unknown>) {
    const world = await newWorld(newLocationInMemory())
    for (let index = 0; index < people; index += 1) {
      await world.store.addMember(world.context(), {
        organization_id: world.organization_id,
        email: `p${index}@example.com`,
        role: 'owner',
      })
      await world.store.requestPin(world.context(), { email: `p${index}@example.com` })
    }
    // All items belong to one party, because the limit applies to each party.
    await world.database.transact(async (tx) => {
      for (const { outbox_id } of await tx.outbox.find({}))
        await tx.outbox.update({ outbox_id }, { party: 'one' })
    })
    const outcomes: DeliveryReport['outcome'][] = []
    const errors: unknown[] = []
    const services: DelivererServices = {
      store: world.store,
      platformContext: () => world.context(),
      now: () => world.clock.now,
      master_keys: fixedKeys(MASTER_KEYS[0]!),
      public_url: 'https://registry.test',
      mailer: { send: mail },
      onError: (cause: unknown) => {
        errors.push(cause)
      },
      onDelivery: ({ outcome }: DeliveryReport) => {
        outcomes.push(outcome)
      },
    } as never
    return { world, outcomes, errors, services, deliver: () => deliver(services, 'admin_pin') }
  }

  it('run three at a time for one party, and the next one starts when one has ended, whatever its result', async () => {
    const open: ((end: 'sent' | 'broken') => void)[] = []
    const mail = () =>
      new Promise((resolve, reject) => {
        open.push((end) => {
          if (end === 'sent') resolve({ kind: 'sent' })
          else reject(new Error('broken'))
        })
      })
    const { deliver, outcomes, errors } = await delivering(8, mail)
    const delivered = deliver()
    await nextTurns()
    expect(open).toHaveLength(3)
    for (const [at, end] of (
      ['sent', 'broken', 'broken', 'sent', 'broken', 'sent', 'sent', 'sent'] as const
    ).entries()) {
      open[at]!(end)
      await nextTurns()
      expect(open).toHaveLength(Math.min(8, at + 4))
    }
    expect([
      await delivered,
      outcomes.filter((outcome) => outcome === 'delivered').length,
      outcomes.filter((outcome) => outcome === 'deferred').length,
      errors.length,
    ]).toEqual([8, 5, 3, 3])
  })

  it('continue with the others if the store does not record a result', async () => {
    const {
      services,
      errors,
      outcomes,
      world: { store },
    } = await delivering(5, async () => ({ kind: 'sent' }))
    const broken = new Error('unavailable')
    let recorded = 0
    const recordDelivery: Store['recordDelivery'] = (...given) => {
      recorded += 1
      return recorded === 2 ? Promise.reject(broken) : store.recordDelivery(...given)
    }
    expect(await deliver({ ...services, store: { ...store, recordDelivery } }, 'admin_pin')).toBe(5)
    expect([errors, outcomes]).toEqual([
      [broken],
      ['delivered', 'delivered', 'delivered', 'delivered'],
    ])
  })

  it('stop after fifty items, and the others follow in the next pass', async () => {
    const { deliver } = await delivering(52, async () => ({ kind: 'sent' }))
    expect([await deliver(), await deliver(), await deliver()]).toEqual([50, 2, 0])
  })

  it('fail if the store cannot return items, after the running ones have ended, and continue with the next pass', async () => {
    const {
      services,
      outcomes,
      world: { store },
    } = await delivering(8, async () => ({ kind: 'sent' }))
    let claims = 0
    const claimOutbox: Store['claimOutbox'] = (...given) => {
      claims += 1
      return claims === 2 ? Promise.reject(new Error('unavailable')) : store.claimOutbox(...given)
    }
    await expect(
      deliver({ ...services, store: { ...store, claimOutbox } }, 'admin_pin'),
    ).rejects.toThrow('unavailable')
    expect(outcomes).toHaveLength(3)
    expect([await deliver(services, 'admin_pin'), outcomes.length]).toEqual([5, 8])
  })
})
