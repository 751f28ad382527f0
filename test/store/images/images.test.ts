import { expect, it } from 'vitest'
import { readAdvisory } from '../../../src/domain/images/advisory.ts'
import { createStore } from '../../../src/store/store.ts'
import { DAY, MINUTE, SECOND } from '../../kit/time.ts'
import { eachStore } from '../stores.ts'
import { newWorld, type World } from '../world.ts'

const A = `sha256:${'a'.repeat(64)}`
const B = `sha256:${'b'.repeat(64)}`
const failed = { kind: 'failed', failure: { code: 'REGISTRY_UNREACHABLE' } } as const

const imageHelpers = ({ store, context, organization_id }: World) => ({
  async request(ref = 'acme/agent:1', digest: string | null = A, owner = organization_id) {
    const outcome = await store.requestImageScan(context(), { organization_id: owner, ref, digest })
    if (outcome.kind !== 'requested') throw new Error(outcome.kind)
    return outcome.scan
  },
  claim: (except: readonly string[] = []) => store.claimImageScan(context(), { except }),
  finish: (scan: Parameters<typeof store.finishImageScan>[1]['scan']) =>
    store.finishImageScan(context(), { scan, outcome: failed }),
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
const importAdvisories = (
  { store, context }: World,
  ...read: readonly ReturnType<typeof readAdvisory>[]
) => store.importAdvisories(context(), { read: read.filter((each) => each.kind !== 'unreadable') })

eachStore((location, kind) => {
  it('returns the queued or running scan for the same reference and digest, and a new one for another', async () => {
    const world = await newWorld(location())
    const { request, claim, finish } = imageHelpers(world)
    const first = await request()
    expect([(await request()).scan_id, (await request('acme/agent:1', null)).scan_id]).toEqual([
      first.scan_id,
      first.scan_id,
    ])
    const running = await claim()
    expect([running?.scan_id, (await request()).status]).toEqual([first.scan_id, 'running'])
    expect((await request('acme/agent:2')).scan_id).not.toBe(first.scan_id)
    expect((await request('acme/agent:1', B)).scan_id).not.toBe(first.scan_id)
    await finish(running!)
    expect((await request()).scan_id).not.toBe(first.scan_id)
  })

  it('returns a queued scan without a digest for a request with one, because it will read that version, but not a running scan', async () => {
    const world = await newWorld(location())
    const { request, claim } = imageHelpers(world)
    const first = await request('acme/agent:1', null)
    expect((await request('acme/agent:1', A)).scan_id).toBe(first.scan_id)
    await claim()
    const second = await request('acme/agent:1', A)
    expect(second.scan_id).not.toBe(first.scan_id)
    expect((await request('acme/agent:1', A)).scan_id).toBe(second.scan_id)
  })

  it('claims scans in the order of their requests, each once', async () => {
    const world = await newWorld(location())
    const { request, claim } = imageHelpers(world)
    const requested = [await request('acme/a:1')]
    world.clock.advance(SECOND)
    requested.push(await request('acme/b:1'))
    // PostgreSQL does not order concurrent callers; the other stores serve them in the order of their calls.
    const claimed =
      kind === 'postgres'
        ? [await claim(), await claim(), await claim()]
        : await Promise.all([claim(), claim(), claim()])
    expect(claimed.map((scan) => scan?.scan_id)).toEqual([
      ...requested.map(({ scan_id }) => scan_id),
      undefined,
    ])
  })

  it('claims each scan once when many claim concurrently', async () => {
    const world = await newWorld(location())
    const { request, claim } = imageHelpers(world)
    const requested = [await request('acme/a:1'), await request('acme/b:1')].map(
      ({ scan_id }) => scan_id,
    )
    const claimed = await Promise.all(Array.from({ length: 8 }, () => claim()))
    expect(claimed.flatMap((scan) => scan?.scan_id ?? []).toSorted()).toEqual(requested.toSorted())
  })

  it('hands over a scan whose claim has not been renewed for a minute, and ignores later results of the first claimant', async () => {
    const world = await newWorld(location())
    const { request, claim, finish, latest } = imageHelpers(world)
    await request()
    const first = (await claim())!
    world.clock.advance(50 * SECOND)
    await world.store.renewImageScan(world.context(), { scan: first })
    world.clock.advance(50 * SECOND)
    expect(await claim()).toBeUndefined()
    world.clock.advance(11 * SECOND)
    expect(await claim([first.scan_id])).toBeUndefined()
    const second = (await claim())!
    expect(second).toMatchObject({ scan_id: first.scan_id, attempts: 2 })
    await world.store.renewImageScan(world.context(), { scan: first })
    expect((await latest())!.scan.claimed_until).toBe(second.claimed_until)
    await finish(first)
    expect((await latest())!.scan.status).toBe('running')
    await finish(second)
    expect((await latest())!.scan).toMatchObject({
      status: 'failed',
      error: { code: 'REGISTRY_UNREACHABLE' },
    })
  })

  it('fails a scan after three attempts whose claims expired, and does not count attempts that were released', async () => {
    const world = await newWorld(location())
    const { request, claim, latest } = imageHelpers(world)
    await request()
    for (let index = 0; index < 5; index += 1)
      await world.store.releaseImageScan(world.context(), { scan: (await claim())! })
    expect((await latest())!.scan).toMatchObject({ status: 'queued', attempts: 0 })
    for (let index = 0; index < 3; index += 1) {
      expect(await claim()).toBeDefined()
      world.clock.advance(2 * MINUTE)
    }
    expect(await claim()).toBeUndefined()
    expect((await latest())!.scan).toMatchObject({
      status: 'failed',
      error: { code: 'SCAN_ABANDONED' },
    })
  })

  it('lists the images of one organization in order, each once, with the latest scan', async () => {
    const world = await newWorld(location())
    const { request, claim, finish, latest } = imageHelpers(world)
    const other = await world.tenant('b')
    const earlier = await request('acme/a:1')
    await finish((await claim())!)
    world.clock.advance(SECOND)
    for (const ref of ['acme/c:1', 'acme/a:1', 'acme/b:1']) await request(ref)
    await request('acme/z:1', A, other.organization_id)
    const page = await world.store.listImages({
      organization_id: world.organization_id,
      limit: 2,
      offset: 0,
    })
    const [{ scan }] = page.items as [(typeof page.items)[number]]
    expect(scan).toMatchObject({ ref: 'acme/a:1', status: 'queued' })
    expect(scan.scan_id).not.toBe(earlier.scan_id)
    expect([page.items.map(({ image }) => image.ref), page.total, page.next]).toEqual([
      ['acme/a:1', 'acme/b:1'],
      3,
      ['acme/b:1'],
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

  it('keeps the newest five scans of an image', async () => {
    const world = await newWorld(location())
    const { request, claim, finish } = imageHelpers(world)
    const requested: string[] = []
    for (let count = 0; count < 8; count += 1) {
      requested.push((await request()).scan_id)
      await finish((await claim())!)
      world.clock.advance(DAY)
    }
    const kept = await world.database.read((tx) => tx.image_scans.find({}))
    expect(kept.map(({ scan_id }) => scan_id).toSorted()).toEqual(requested.slice(-5).toSorted())
  })

  it('replaces an advisory with its newer version, and deletes it when it is withdrawn', async () => {
    const world = await newWorld(location())
    const found = async (name: string) =>
      (await world.store.findAdvisories({ ecosystem: 'npm', names: [name] })).map(
        ({ advisory_id }) => advisory_id,
      )
    expect(await importAdvisories(world, advisory('A-1', 'a'), advisory('A-2', 'a'))).toEqual({
      kept: 2,
      removed: 0,
    })
    expect((await found('a')).toSorted()).toEqual(['A-1', 'A-2'])
    await importAdvisories(world, advisory('A-1', 'b'))
    expect([await found('a'), await found('b')]).toEqual([['A-2'], ['A-1']])
    expect(
      await importAdvisories(world, advisory('A-2', 'a', { withdrawn: '2026-03-02T00:00:00Z' })),
    ).toEqual({ kept: 0, removed: 1 })
    expect(await found('a')).toEqual([])
    expect(await world.store.summarizeAdvisories({ ecosystems: ['npm', 'PyPI'] })).toEqual({
      counts: { npm: 1 },
      database: { name: 'OSV', advisories: 1, updated_at: '2026-03-01T00:00:00.000Z' },
    })
  })
})

eachStore(
  (location) => {
    it('keeps queued and running scans when the process ends', async () => {
      const here = location()
      const world = await newWorld(here)
      const { request, claim } = imageHelpers(world)
      const [running, queued] = [await request('acme/a:1'), await request('acme/b:1')]
      await claim()
      await world.database.close()
      const store = createStore(await here.open())
      world.clock.advance(2 * MINUTE)
      const claimed = [
        await store.claimImageScan(world.context(), { except: [] }),
        await store.claimImageScan(world.context(), { except: [] }),
      ]
      expect(claimed.map((scan) => scan?.scan_id)).toEqual([running.scan_id, queued.scan_id])
    })
  },
  ['json', 'sqlite'],
)
