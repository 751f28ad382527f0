import { expect, it } from 'vitest'
import { advance, type ExportJob } from '../../../src/domain/audit/export-job.ts'
import { resolveDestination } from '../../../src/domain/audit/exports.ts'
import { MINUTE } from '../../kit/time.ts'
import { eachStore } from '../stores.ts'
import { MASTER_KEY, newWorld, type World } from '../world.ts'

const HOLD = MINUTE
const URL = 'https://intake.example/'

async function order(
  { store, act, reach, organization_id }: World,
  { url = URL, limit = 10, ...more } = {},
): Promise<ExportJob> {
  const resolved_destination = resolveDestination('logs', { url, credential: 'k' }, {})
  const accepted = await store.createExport(act(), {
    reach,
    organization_id,
    limit,
    destination: 'logs',
    options: {},
    resolved_destination,
    master_key: MASTER_KEY,
    ...more,
  })
  if (accepted.kind !== 'accepted') throw new Error(accepted.kind)
  return accepted.job
}
const claim = (
  { store, act }: World,
  { most = 100, except = new Set<string>(), most_of = () => 100 } = {},
) => store.claimExports(act(), { most, most_of, except, hold_ms: HOLD })
const verdict = ({ store, act }: World, job: ExportJob, kind: 'delivered' | 'abandoned') =>
  store.advanceExport(act(), {
    export_id: job.export_id,
    claim: job.claim,
    advance: advance(
      job,
      Array.from({ length: job.matched }, (_, n) => job.last_sequence! - job.matched + 1 + n),
      { kind },
      { now: act().now, jitter: 0 },
    ),
    hold_ms: HOLD,
  })

eachStore((place) => {
  it('each job is handed to one caller, until that one has been silent for too long', async () => {
    const world = await newWorld(place())
    const { export_id } = await order(world)
    const handed = await Promise.all(Array.from({ length: 5 }, () => claim(world)))
    expect(handed.flat().map((job) => job.export_id)).toEqual([export_id])
    const [job] = handed.flat()
    world.clock.advance(HOLD - 1)
    expect(await claim(world)).toEqual([])
    world.clock.advance(1)
    expect(await claim(world, { except: new Set([export_id]) })).toEqual([])
    const [again] = await claim(world)
    expect(again!.claim).not.toBe(job!.claim)
    expect(again!.started_at).toBe(job!.started_at)
    expect(await verdict(world, job!, 'delivered')).toBeUndefined()
    expect((await verdict(world, again!, 'delivered'))!.status).toBe('completed')
    expect(await verdict(world, again!, 'delivered')).toBeUndefined()
  })

  it('jobs for one destination are due one after the other, whatever becomes of the first', async () => {
    const world = await newWorld(place())
    const jobs: ExportJob[] = []
    for (let n = 0; n < 3; n += 1) {
      jobs.push(await order(world))
      world.clock.advance(1)
    }
    const elsewhere = await order(world, { url: 'https://other.example/' })
    const [first, ...rest] = await claim(world)
    expect([first!.export_id, rest.map(({ export_id }) => export_id)]).toEqual([
      jobs[0]!.export_id,
      [elsewhere.export_id],
    ])
    await verdict(world, first!, 'abandoned')
    const [same] = await claim(world, { except: new Set([elsewhere.export_id]) })
    expect(same!.export_id).toBe(first!.export_id)
    await verdict(world, same!, 'delivered')
    const [second] = await claim(world, { except: new Set([elsewhere.export_id]) })
    expect(second!.export_id).toBe(jobs[1]!.export_id)
    await verdict(world, second!, 'delivered')
    expect(
      (await claim(world, { except: new Set([elsewhere.export_id]) })).map(
        ({ export_id }) => export_id,
      ),
    ).toEqual([jobs[2]!.export_id])
  })

  it('a caller gets no more than it has room for, in all and of one organization', async () => {
    const world = await newWorld(place())
    const other = await world.tenant('b')
    for (const [n, { organization_id, reach }] of [world, world, world, other, other].entries())
      await order(world, { url: `https://${n}.example/`, organization_id, reach } as never)
    const fair = await claim(world, { most: 3, most_of: (() => 2) as never })
    expect(fair.map(({ organization_id }) => organization_id).toSorted()).toEqual([
      'org_a',
      'org_a',
      'org_b',
    ])
    expect(await claim(world, { most: 0 })).toEqual([])
    expect(
      await claim(world, { most_of: ((id: string) => (id === 'org_a' ? -1 : 9)) as never }),
    ).toMatchObject([{ organization_id: 'org_b' }])
  })

  it('organizations that export to one destination with one credential wait for each other neither at the start nor at the end', async () => {
    const world = await newWorld(place())
    const other = await world.tenant('b')
    const mine = [await order(world), await order(world)]
    world.clock.advance(1)
    const theirs = await order(world, {
      organization_id: other.organization_id,
      reach: other.reach,
    } as never)
    const claimed = await claim(world)
    expect(claimed.map(({ export_id }) => export_id).toSorted()).toEqual(
      [mine[0]!.export_id, theirs.export_id].toSorted(),
    )
    const first = claimed.find(({ organization_id }) => organization_id === 'org_a')!
    await verdict(world, first, 'delivered')
    expect(
      (await claim(world, { except: new Set([theirs.export_id]) })).map(
        ({ export_id }) => export_id,
      ),
    ).toEqual([mine[1]!.export_id])
  })

  it('jobs for destinations of two kinds do not wait for each other, nor jobs with two credentials', async () => {
    const world = await newWorld(place())
    const jobs = [
      await order(world),
      await order(world, { destination: 'collector' } as never),
      await order(world, {
        resolved_destination: resolveDestination('logs', { url: URL, credential: 'other' }, {}),
      } as never),
    ]
    expect((await claim(world)).map(({ export_id }) => export_id).toSorted()).toEqual(
      jobs.map(({ export_id }) => export_id).toSorted(),
    )
  })

  it("a full queue of one organization is nobody else's", async () => {
    const world = await newWorld(place())
    const other = await world.tenant('b')
    const job = await order(world)
    await world.database.transact(async (tx) => {
      for (let n = 1; n < 1000; n += 1)
        await tx.exports.insert({
          ...job,
          export_id: `${job.export_id}-${n}`,
          ...(n === 999 && { finished_at: world.clock.now }),
        })
    })
    expect((await order(world)).error).toBeNull()
    expect((await order(world)).error).toMatchObject({ code: 'EXPORT_QUEUE_FULL' })
    expect(
      (await order(world, { organization_id: other.organization_id, reach: other.reach } as never))
        .error,
    ).toBeNull()
  })

  it('an export is seen within its organization only, and by a key of one workspace only if it is of that', async () => {
    const world = await newWorld(place())
    const other = await world.tenant('b')
    const all = await order(world)
    const one = await order(world, { workspace_id: 'ws_a' } as never)
    const seen = async ({ export_id }: ExportJob, reach: object) =>
      (await world.store.getExport({ reach: reach as never, export_id })).kind
    expect([
      await seen(all, world.reach),
      await seen(one, world.reach),
      await seen(all, other.reach),
      await seen(one, other.reach),
    ]).toEqual(['found', 'found', 'not_found', 'not_found'])
    const bound = (workspace_id: string) => ({ organizations: ['org_a'], workspace_id })
    expect([
      await seen(one, bound('ws_a')),
      await seen(all, bound('ws_a')),
      await seen(one, bound('ws_z')),
    ]).toEqual(['found', 'not_found', 'not_found'])
  })

  it('the newest records that match are chosen, and read in order in any steps', async () => {
    const world = await newWorld(place())
    for (let n = 0; n < 7; n += 1)
      await world.store.setRetention(world.act(), {
        reach: world.reach,
        organization_id: world.organization_id,
        days: 400 + n,
      })
    for (let limit = 1; limit <= 9; limit += 1) {
      const job = await order(world, { limit, event_type: 'audit.retention_changed' } as never)
      expect(job.matched).toBe(Math.min(limit, 7))
      const read: number[] = []
      for (let page = [0]; page.length > 0;) {
        page = (
          await world.store.readExportRecords({ job, above: read.at(-1) ?? job.cursor, limit: 2 })
        ).map(({ sequence }) => sequence)
        read.push(...page)
      }
      expect(read).toEqual(
        Array.from({ length: job.matched }, (_, n) => job.last_sequence! - job.matched + 1 + n),
      )
    }
  })
})
