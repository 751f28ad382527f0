import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readAdvisory } from '../../../src/domain/images/advisory.ts'
import type { InspectionResult } from '../../../src/domain/images/report.ts'
import {
  createImageScanRunner,
  scanNow,
  type ImageScanRunner,
  type ImageServices,
} from '../../../src/jobs/images/scans.ts'
import { inspection, fakeImages } from '../../ports/images/fake-images.ts'
import { newLocationInMemory } from '../../store/stores.ts'
import { newWorld, type World } from '../../store/world.ts'

const DIGEST = inspection.digest

describe('background scans', () => {
  let world: World
  let waiting: {
    ref: string
    done: (inspected: InspectionResult) => void
    fail: (cause: Error) => void
  }[]
  let services: ImageServices
  let scans: ImageScanRunner
  const errors: unknown[] = []
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    world = await newWorld(newLocationInMemory())
    waiting = []
    errors.length = 0
    services = {
      store: world.store,
      platformContext: () => world.context(),
      now: () => world.clock.now,
      onError: (cause) => {
        errors.push(cause)
      },
      images: {
        ...fakeImages,
        inspect: ({ reference: { repository } }) =>
          new Promise((done, fail) => {
            waiting.push({ ref: repository, done, fail })
          }),
        close: () => {
          for (const { fail } of waiting) fail(new Error('the platform is stopping'))
        },
      },
    }
    scans = createImageScanRunner(services)
  })
  afterEach(async () => {
    await scans.stop()
    vi.useRealTimers()
  })

  const ask = (ref: string) =>
    world.store.requestImageScan(world.context(), {
      organization_id: world.organization_id,
      ref,
      digest: DIGEST,
    })
  const statusOf = async (ref: string) =>
    (await world.store.findImageScan({ organization_id: world.organization_id, ref }))!.scan.status
  const nextTurns = async () => {
    for (let index = 0; index < 20; index += 1) await new Promise(setImmediate)
  }
  const pass = async () => {
    await scans.startDue()
    await nextTurns()
  }

  it("40 stalled scans of one organization do not block another's", async () => {
    const other = await world.tenant('b')
    for (let index = 0; index < 40; index += 1) {
      await ask(`stalled${index}:1`)
      world.clock.advance(1)
    }
    await pass()
    await pass()
    expect(waiting).toHaveLength(2)
    await world.store.requestImageScan(world.context(), {
      organization_id: other.organization_id,
      ref: 'patient:1',
      digest: DIGEST,
    })
    await pass()
    expect(waiting.map(({ ref }) => ref)).toEqual(['stalled0', 'stalled1', 'patient'])
  })

  it('run two at a time for one organization, and the next one starts when one has ended', async () => {
    for (const ref of ['a:1', 'b:1', 'c:1']) {
      await ask(ref)
      world.clock.advance(1)
    }
    await pass()
    expect(waiting.map(({ ref }) => ref)).toEqual(['a', 'b'])
    await pass()
    expect(waiting.length).toBe(2)
    waiting[0]!.done({ kind: 'inspected', inspection })
    await pass()
    await pass()
    expect([await statusOf('a:1'), waiting.map(({ ref }) => ref)]).toEqual([
      'completed_without_vulnerability_data',
      ['a', 'b', 'c'],
    ])
  })

  it('fail without reading the image if the organization may no longer scan it', async () => {
    const resolved: unknown[] = []
    services.images.resolve = async (reference) => {
      resolved.push(reference)
      return fakeImages.resolve(reference, 0)
    }
    for (const digest of [DIGEST, null]) {
      await world.store.requestImageScan(world.context(), {
        organization_id: world.organization_id,
        ref: `nowhere/${digest === null ? 'a' : 'b'}:1`,
        digest,
      })
    }
    await pass()
    await pass()
    for (const ref of ['nowhere/a:1', 'nowhere/b:1']) {
      const found = await world.store.findImageScan({ organization_id: world.organization_id, ref })
      expect(found!.scan).toMatchObject({
        status: 'failed',
        error: { code: 'REGISTRY_NOT_CONFIGURED' },
      })
    }
    expect([resolved, waiting, errors]).toEqual([[], [], []])
  })

  it('return to the queue when the platform stops, without counting as an attempt', async () => {
    await ask('a:1')
    await pass()
    expect(await statusOf('a:1')).toBe('running')
    await scans.stop()
    expect([await statusOf('a:1'), errors]).toEqual(['queued', []])
    expect((await world.store.claimImageScan(world.context(), { except: [] }))?.attempts).toBe(1)
  })

  it.each(['resolve', 'scan'] as const)(
    'return to the queue when the platform stops during %s, and do not fail because of it',
    async (operation) => {
      let stop = () => {}
      const stopped = new Promise<void>((resolve) => {
        stop = resolve
      })
      const failed = { kind: 'failed', failure: { code: 'REGISTRY_UNREACHABLE' }, log: '' } as const
      const images = {
        ...fakeImages,
        inspect: async () => ({ kind: 'inspected', inspection }) as const,
        [operation]: () => stopped.then(() => failed),
        close: () => stop(),
      }
      scans = createImageScanRunner({ ...services, images })
      await world.store.requestImageScan(world.context(), {
        organization_id: world.organization_id,
        ref: 'a:1',
        digest: operation === 'resolve' ? null : DIGEST,
      })
      await pass()
      expect(await statusOf('a:1')).toBe('running')
      await scans.stop()
      expect(await statusOf('a:1')).toBe('queued')
    },
  )

  it.each([
    ['fail if the packages need more than a million comparisons', 1001, 1000, 'failed'],
    ['list at most 2,000 findings in the report, and count the others', 30_000, 1, 'completed'],
  ])('%s', async (_, count, advisories, status) => {
    const read = Array.from({ length: advisories }, (_, index) =>
      readAdvisory({
        id: `A-${index}`,
        modified: '2026-03-01T00:00:00Z',
        affected: [{ package: { ecosystem: 'npm', name: 'a' }, versions: ['1.0.0'] }],
      }),
    ).filter((each) => each.kind !== 'unreadable')
    await world.store.importAdvisories(world.context(), { read })
    const packages = Array.from({ length: count }, () => ({
      ...inspection.packages[1]!,
      name: 'a',
      version: '1.0.0',
    }))
    const images: ImageServices['images'] = {
      ...fakeImages,
      inspect: async () => ({ kind: 'inspected', inspection: { ...inspection, packages } }),
    }
    await ask('a:1')
    const { organization_id } = world
    const image = { organization_id, ref: 'a:1' }
    const { scan } = (await world.store.findImageScan(image))!
    await scanNow({ ...services, images }, scan.scan_id)
    const found = (await world.store.findImageScan(image))!
    expect(found.scan).toMatchObject({
      status,
      ...(status === 'failed' && { error: { code: 'IMAGE_TOO_LARGE' } }),
    })
    expect(found.report?.report.findings_omitted).toBe(status === 'failed' ? undefined : 28_001)
  })

  it('that a command names are not run again while another process runs them', async () => {
    await ask('a:1')
    await pass()
    const { organization_id } = world
    const { scan } = (await world.store.findImageScan({ organization_id, ref: 'a:1' }))!
    await scanNow(services, scan.scan_id)
    expect(waiting).toHaveLength(1)
  })

  it('are advanced until none is queued or runs, and those that run are never claimed again', async () => {
    await ask('a:1')
    await pass()
    for (const ref of ['b:1', 'c:1']) {
      await ask(ref)
      world.clock.advance(120_000)
    }
    const counts: number[] = []
    for (const index of [0, 1, 2]) {
      const advancing = scans.advance().then((count) => counts.push(count))
      await nextTurns()
      expect([waiting.length, counts.length]).toEqual([Math.min(index + 2, 3), index])
      waiting[index]!.done({ kind: 'inspected', inspection })
      await advancing
    }
    expect(await scans.advance()).toBe(0)
    expect([counts, waiting.map(({ ref }) => ref)]).toEqual([
      [2, 2, 0],
      ['a', 'b', 'c'],
    ])
  })

  it('start beside one that has stalled when they are advanced', async () => {
    scans = createImageScanRunner(services, 1)
    await ask('stalled:1')
    await scans.advance()
    await ask('a:1')
    await scans.advance()
    expect(waiting.map(({ ref }) => ref)).toEqual(['stalled', 'a'])
  })

  it('that are claimed while the platform stops return to the queue, too', async () => {
    let stopped: Promise<void> | undefined
    scans = createImageScanRunner({
      ...services,
      store: {
        ...world.store,
        claimImageScan: (...given) => {
          stopped = scans.stop()
          return world.store.claimImageScan(...given)
        },
      },
    })
    await ask('a:1')
    expect(await scans.startDue()).toBe(0)
    await stopped
    expect([await statusOf('a:1'), errors]).toEqual(['queued', []])
    expect(await scans.startDue()).toBe(0)
  })

  it('that take a long time keep their claim, even if the clock jumps', async () => {
    await ask('a:1')
    await pass()
    world.clock.advance(50_000)
    vi.advanceTimersByTime(15_000)
    await nextTurns()
    world.clock.advance(50_000)
    expect(await world.store.claimImageScan(world.context(), { except: [] })).toBeUndefined()
  })

  it('that fail because of a defect in the platform are reported, and stay claimed for a later attempt', async () => {
    await ask('a:1')
    await pass()
    waiting[0]!.fail(new Error('a bug'))
    await pass()
    expect([await statusOf('a:1'), String(errors[0])]).toEqual(['running', 'Error: a bug'])
  })
})
