import { expect, it } from 'vitest'
import { readAdvisory } from '../../../src/domain/images/advisory.ts'
import { createStore } from '../../../src/store/store.ts'
import { DAY, MINUTE, SECOND } from '../../kit/time.ts'
import { eachStore } from '../stores.ts'
import { newWorld, type World } from '../world.ts'

const A = `sha256:${'a'.repeat(64)}`
const B = `sha256:${'b'.repeat(64)}`
const failed = { kind: 'failed', failure: { code: 'REGISTRY_UNREACHABLE' } } as const

const imageWorld = ({ store, act, organization_id }: World) => ({
  async ask(ref = 'acme/agent:1', digest: string | null = A, owner = organization_id) {
    const outcome = await store.requestImageScan(act(), { organization_id: owner, ref, digest })
    if (outcome.kind !== 'requested') throw new Error(outcome.kind)
    return outcome.scan
  },
  claim: (except: readonly string[] = []) => store.claimImageScan(act(), { except }),
  finish: (scan: Parameters<typeof store.finishImageScan>[1]['scan']) =>
    store.finishImageScan(act(), { scan, outcome: failed }),
  latest: (ref = 'acme/agent:1', owner = organization_id) =>
    store.findImageScan({ organization_id: owner, ref }),
})
const advisory = (id: string, name: string, more: object = {}) =>
  readAdvisory({
    id,
    modified: '2026-03-01T00:00:00Z',
    affected: [{ package: { ecosystem: 'npm', name }, versions: ['1.0.0'] }],
    ...more,
  })
const importing = ({ store, act }: World, ...read: readonly ReturnType<typeof readAdvisory>[]) =>
  store.importAdvisories(act(), { read: read.filter((each) => each.kind !== 'unreadable') })

eachStore((place, kind) => {
  it('a scan of the same reference and digest that is under way is the scan; of another digest or reference it is another', async () => {
    const world = await newWorld(place())
    const { ask, claim, finish } = imageWorld(world)
    const first = await ask()
    expect([(await ask()).scan_id, (await ask('acme/agent:1', null)).scan_id]).toEqual([
      first.scan_id,
      first.scan_id,
    ])
    const running = await claim()
    expect([running?.scan_id, (await ask()).status]).toEqual([first.scan_id, 'running'])
    expect((await ask('acme/agent:2')).scan_id).not.toBe(first.scan_id)
    expect((await ask('acme/agent:1', B)).scan_id).not.toBe(first.scan_id)
    await finish(running!)
    expect((await ask()).scan_id).not.toBe(first.scan_id)
  })

  it('scans are taken in their order, each by one only', async () => {
    const world = await newWorld(place())
    const { ask, claim } = imageWorld(world)
    const asked = [await ask('acme/a:1')]
    world.clock.advance(SECOND)
    asked.push(await ask('acme/b:1'))
    // A server has no order among callers at once; the other stores serve them in theirs.
    const taken =
      kind === 'postgres'
        ? [await claim(), await claim(), await claim()]
        : await Promise.all([claim(), claim(), claim()])
    expect(taken.map((scan) => scan?.scan_id)).toEqual([
      ...asked.map(({ scan_id }) => scan_id),
      undefined,
    ])
  })

  it('of many who ask at once each scan is taken by one', async () => {
    const world = await newWorld(place())
    const { ask, claim } = imageWorld(world)
    const asked = [await ask('acme/a:1'), await ask('acme/b:1')].map(({ scan_id }) => scan_id)
    const taken = await Promise.all(Array.from({ length: 8 }, () => claim()))
    expect(taken.flatMap((scan) => scan?.scan_id ?? []).toSorted()).toEqual(asked.toSorted())
  })

  it('a scan whose taker is not heard of for a minute is taken over, and what the first one says later counts no more', async () => {
    const world = await newWorld(place())
    const { ask, claim, finish, latest } = imageWorld(world)
    await ask()
    const first = (await claim())!
    world.clock.advance(50 * SECOND)
    await world.store.renewImageScan(world.act(), first)
    world.clock.advance(50 * SECOND)
    expect(await claim()).toBeUndefined()
    world.clock.advance(11 * SECOND)
    expect(await claim([first.scan_id])).toBeUndefined()
    const second = (await claim())!
    expect(second).toMatchObject({ scan_id: first.scan_id, attempts: 2 })
    await finish(first)
    expect((await latest())!.scan.status).toBe('running')
    await finish(second)
    expect((await latest())!.scan).toMatchObject({
      status: 'failed',
      error: { code: 'REGISTRY_UNREACHABLE' },
    })
  })

  it('a scan that brings the platform down three times fails, and one that was put back in good order counts no try', async () => {
    const world = await newWorld(place())
    const { ask, claim, latest } = imageWorld(world)
    await ask()
    for (let tries = 0; tries < 5; tries += 1)
      await world.store.releaseImageScan(world.act(), { scan: (await claim())! })
    expect((await latest())!.scan).toMatchObject({ status: 'queued', attempts: 0 })
    for (let tries = 0; tries < 3; tries += 1) {
      expect(await claim()).toBeDefined()
      world.clock.advance(2 * MINUTE)
    }
    expect(await claim()).toBeUndefined()
    expect((await latest())!.scan).toMatchObject({
      status: 'failed',
      error: { code: 'SCAN_ABANDONED' },
    })
  })

  it('the images of an organization are its own, in order, each once, with the latest scan', async () => {
    const world = await newWorld(place())
    const { ask, latest } = imageWorld(world)
    const other = await world.tenant('b')
    for (const ref of ['acme/c:1', 'acme/a:1', 'acme/b:1']) await ask(ref)
    await ask('acme/z:1', A, other.organization_id)
    const page = await world.store.listImages({
      organization_id: world.organization_id,
      limit: 2,
      offset: 0,
    })
    expect([page.items.map(({ image }) => image.ref), page.total, page.next]).toEqual([
      ['acme/a:1', 'acme/b:1'],
      3,
      'acme/b:1',
    ])
    const rest = await world.store.listImages({
      organization_id: world.organization_id,
      limit: 2,
      offset: 0,
      after: page.next,
    })
    expect([rest.items.map(({ image }) => image.ref), rest.next]).toEqual([['acme/c:1'], undefined])
    expect(await latest('acme/z:1')).toBeUndefined()
    expect(await latest('acme/a:1', other.organization_id)).toBeUndefined()
  })

  it('of an image the newest five scans are kept', async () => {
    const world = await newWorld(place())
    const { ask, claim, finish } = imageWorld(world)
    for (let count = 0; count < 8; count += 1) {
      await ask()
      await finish((await claim())!)
      world.clock.advance(DAY)
    }
    expect(await world.database.read((tx) => tx.image_scans.count({}))).toBe(5)
  })

  it('an advisory takes the place of its older self, and goes when it is withdrawn', async () => {
    const world = await newWorld(place())
    const found = async (name: string) =>
      (await world.store.findAdvisories({ ecosystem: 'npm', names: [name] })).map(
        ({ advisory_id }) => advisory_id,
      )
    expect(await importing(world, advisory('A-1', 'a'), advisory('A-2', 'a'))).toEqual({
      kept: 2,
      removed: 0,
    })
    expect((await found('a')).toSorted()).toEqual(['A-1', 'A-2'])
    await importing(world, advisory('A-1', 'b'))
    expect([await found('a'), await found('b')]).toEqual([['A-2'], ['A-1']])
    expect(
      await importing(world, advisory('A-2', 'a', { withdrawn: '2026-03-02T00:00:00Z' })),
    ).toEqual({ kept: 0, removed: 1 })
    expect(await found('a')).toEqual([])
    expect(await world.store.summarizeAdvisories({ ecosystems: ['npm', 'PyPI'] })).toEqual({
      counts: { npm: 1 },
      database: { name: 'OSV', advisories: 1, updated_at: '2026-03-01T00:00:00.000Z' },
    })
  })
})

eachStore(
  (place) => {
    it('queued and running scans outlive the process', async () => {
      const here = place()
      const world = await newWorld(here)
      const { ask, claim } = imageWorld(world)
      const [running, queued] = [await ask('acme/a:1'), await ask('acme/b:1')]
      await claim()
      await world.database.close()
      const store = createStore(await here.open())
      world.clock.advance(2 * MINUTE)
      const taken = [
        await store.claimImageScan(world.act(), { except: [] }),
        await store.claimImageScan(world.act(), { except: [] }),
      ]
      expect(taken.map((scan) => scan?.scan_id)).toEqual([running.scan_id, queued.scan_id])
    })
  },
  ['json', 'sqlite'],
)
