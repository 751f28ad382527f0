import { expect, it } from 'vitest'
import { applyResult, type ExportJob } from '../../../src/domain/audit/export-job.ts'
import { resolveDestination } from '../../../src/domain/audit/exports.ts'
import { MINUTE } from '../../kit/time.ts'
import { createStore } from '../../../src/store/store.ts'
import type { Database, Tx } from '../../../src/store/database.ts'
import { replaced } from '../replaced.ts'
import { eachStore } from '../stores.ts'
import { MASTER_KEYS, NEW_MASTER_KEY, newWorld, type World } from '../world.ts'
import { openSealed } from '../../../src/domain/trust/master-keys.ts'
import { sealPurpose } from '../../../src/store/transactions/audit/exports.ts'
import type { SealCursor } from '../../../src/store/transactions/trust/reseal.ts'

const HOLD = MINUTE
const URL = 'https://intake.example/'

async function createJob(
  { store, context, reach, organization_id }: World,
  { url = URL, limit = 10, ...more } = {},
): Promise<ExportJob> {
  const resolved_destination = resolveDestination('logs', { url, credential: 'k' }, {})
  const accepted = await store.createExport(context(), {
    reach,
    organization_id,
    limit,
    destination: 'logs',
    options: {},
    resolved_destination,
    master_keys: MASTER_KEYS,
    ...more,
  })
  if (accepted.kind !== 'accepted') throw new Error(accepted.kind)
  return accepted.job
}
const claim = (
  { store, context }: World,
  { most = 100, except = new Set<string>(), capacity = () => 100 } = {},
) => store.claimExports(context(), { limit: most, capacity, except, hold_ms: HOLD })
const advance = ({ store, context }: World, job: ExportJob, kind: 'delivered' | 'abandoned') =>
  store.advanceExport(context(), {
    export_id: job.export_id,
    claim: job.claim,
    advance: applyResult(
      job,
      Array.from({ length: job.matched }, (_, n) => job.last_sequence! - job.matched + 1 + n),
      { kind },
      { now: context().now, jitter: 0 },
    ),
    hold_ms: HOLD,
  })

/**
 * Returns a database whose transactions get the second newest audit record as the newest, as if another process had appended one after
 * the query.
 */
const missingNewest = (database: Database): Database => ({
  ...database,
  transact: (body, ...more) =>
    database.transact(
      (tx, ...rest) => {
        const audit_log: Tx['audit_log'] = replaced(
          tx.audit_log,
          'first',
          async (query: object) => {
            const [, second] = await tx.audit_log.find({ ...query, limit: 2 })
            return 'descending' in query ? second : tx.audit_log.first(query)
          },
        )
        return body(replaced(tx, 'audit_log', audit_log), ...rest)
      },
      ...more,
    ),
})

eachStore((location) => {
  it('gives each job to one caller until its claim expires', async () => {
    const world = await newWorld(location())
    const { export_id } = await createJob(world)
    const claims = await Promise.all(Array.from({ length: 5 }, () => claim(world)))
    expect(claims.flat().map((job) => job.export_id)).toEqual([export_id])
    const [job] = claims.flat()
    world.clock.advance(HOLD - 1)
    expect(await claim(world)).toEqual([])
    world.clock.advance(1)
    expect(await claim(world, { except: new Set([export_id]) })).toEqual([])
    const [again] = await claim(world)
    expect(again!.claim).not.toBe(job!.claim)
    expect(again!.started_at).toBe(job!.started_at)
    expect(await advance(world, job!, 'delivered')).toBeUndefined()
    expect((await advance(world, again!, 'delivered'))!.status).toBe('completed')
    expect(await advance(world, again!, 'delivered')).toBeUndefined()
  })

  it('makes jobs for one destination due one after the other, and repeats one that was abandoned before the next', async () => {
    const world = await newWorld(location())
    const jobs: ExportJob[] = []
    for (let n = 0; n < 3; n += 1) {
      jobs.push(await createJob(world))
      world.clock.advance(1)
    }
    const elsewhere = await createJob(world, { url: 'https://other.example/' })
    const [first, ...rest] = await claim(world)
    expect([first!.export_id, rest.map(({ export_id }) => export_id)]).toEqual([
      jobs[0]!.export_id,
      [elsewhere.export_id],
    ])
    await advance(world, first!, 'abandoned')
    const [same] = await claim(world, { except: new Set([elsewhere.export_id]) })
    expect(same!.export_id).toBe(first!.export_id)
    await advance(world, same!, 'delivered')
    const [second] = await claim(world, { except: new Set([elsewhere.export_id]) })
    expect(second!.export_id).toBe(jobs[1]!.export_id)
    await advance(world, second!, 'delivered')
    expect(
      (await claim(world, { except: new Set([elsewhere.export_id]) })).map(
        ({ export_id }) => export_id,
      ),
    ).toEqual([jobs[2]!.export_id])
  })

  it('gives a caller no more jobs than its capacity, in total and per organization', async () => {
    const world = await newWorld(location())
    const other = await world.tenant('b')
    for (const [n, { organization_id, reach }] of [world, world, world, other, other].entries())
      await createJob(world, { url: `https://${n}.example/`, organization_id, reach } as never)
    const fair = await claim(world, { most: 3, capacity: (() => 2) as never })
    expect(fair.map(({ organization_id }) => organization_id).toSorted()).toEqual([
      'org_a',
      'org_a',
      'org_b',
    ])
    expect(await claim(world, { most: 0 })).toEqual([])
    expect(
      await claim(world, { capacity: ((id: string) => (id === 'org_a' ? -1 : 9)) as never }),
    ).toMatchObject([{ organization_id: 'org_b' }])
  })

  it('does not make organizations that export to one destination with one credential wait for each other', async () => {
    const world = await newWorld(location())
    const other = await world.tenant('b')
    const mine = [await createJob(world), await createJob(world)]
    world.clock.advance(1)
    const theirs = await createJob(world, {
      organization_id: other.organization_id,
      reach: other.reach,
    } as never)
    const claimed = await claim(world)
    expect(claimed.map(({ export_id }) => export_id).toSorted()).toEqual(
      [mine[0]!.export_id, theirs.export_id].toSorted(),
    )
    const first = claimed.find(({ organization_id }) => organization_id === 'org_a')!
    await advance(world, first, 'delivered')
    expect(
      (await claim(world, { except: new Set([theirs.export_id]) })).map(
        ({ export_id }) => export_id,
      ),
    ).toEqual([mine[1]!.export_id])
  })

  it('does not make jobs that differ in the kind of destination or the credential wait for each other', async () => {
    const world = await newWorld(location())
    const jobs = [
      await createJob(world),
      await createJob(world, { destination: 'collector' } as never),
      await createJob(world, {
        resolved_destination: resolveDestination('logs', { url: URL, credential: 'other' }, {}),
      } as never),
    ]
    expect((await claim(world)).map(({ export_id }) => export_id).toSorted()).toEqual(
      jobs.map(({ export_id }) => export_id).toSorted(),
    )
  })

  it('does not affect other organizations when the queue of one is full', async () => {
    const world = await newWorld(location())
    const other = await world.tenant('b')
    const job = await createJob(world)
    await world.database.transact(async (tx) => {
      for (let n = 1; n < 1000; n += 1)
        await tx.exports.insert({
          ...job,
          export_id: `${job.export_id}-${n}`,
          ...(n === 999 && { finished_at: world.clock.now }),
        })
    })
    expect((await createJob(world)).error).toBeNull()
    expect((await createJob(world)).error).toMatchObject({ code: 'EXPORT_QUEUE_FULL' })
    expect(
      (
        await createJob(world, {
          organization_id: other.organization_id,
          reach: other.reach,
        } as never)
      ).error,
    ).toBeNull()
  })

  it('shows an export only within its organization, and to a bound key only if it belongs to the workspace of the key', async () => {
    const world = await newWorld(location())
    const other = await world.tenant('b')
    const all = await createJob(world)
    const one = await createJob(world, { workspace_id: 'ws_a' } as never)
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

  it('selects the newest matching records up to the limit of the export, and reads them in order with any page size', async () => {
    const world = await newWorld(location())
    for (let n = 0; n < 7; n += 1)
      await world.store.setRetention(world.context(), {
        reach: world.reach,
        organization_id: world.organization_id,
        days: 400 + n,
      })
    for (let limit = 1; limit <= 9; limit += 1) {
      const job = await createJob(world, { limit, event_type: 'audit.retention_changed' } as never)
      expect(job.matched).toBe(Math.min(limit, 7))
      for (const size of [1, 2, 10]) {
        const read: number[] = []
        for (let page = [0]; page.length > 0;) {
          const above = read.at(-1) ?? job.cursor
          page = (await world.store.readExportRecords({ job, above, limit: size })).map(
            ({ sequence }) => sequence,
          )
          expect(page.length).toBeLessThanOrEqual(size)
          read.push(...page)
        }
        expect(read).toEqual(
          Array.from({ length: job.matched }, (_, n) => job.last_sequence! - job.matched + 1 + n),
        )
      }
    }
  })

  it('selects as many records as the limit, although others are appended in the meantime', async () => {
    const world = await newWorld(location())
    const append = (store: World['store'], n: number) =>
      store.setRetention(world.context(), {
        reach: world.reach,
        organization_id: world.organization_id,
        days: 400 + n,
      })
    for (let n = 0; n < 5; n += 1) await append(world.store, n)
    const store = createStore(missingNewest(world.database))
    const filter = { event_type: 'audit.retention_changed' }
    const { matched } = await createJob({ ...world, store }, { limit: 2, ...filter } as never)
    expect(matched).toBe(2)
  })

  it('reads the seal of an export together with the history of the master keys, after a rotation has sealed it again', async () => {
    const world = await newWorld(location())
    const { store, context } = world
    await createJob(world)
    const [claimed] = await claim(world)
    const ring = { master_keys: [NEW_MASTER_KEY, ...MASTER_KEYS] }
    await store.beginMasterRotation(context(), ring)
    let from: SealCursor | undefined
    do ({ next: from } = await store.resealStep(context(), { ...ring, from }))
    while (from)
    const { sealed, history } = await store.readExportSeal(claimed!)
    const purpose = sealPurpose(claimed!.export_id)
    const opened = (text: string) =>
      openSealed([NEW_MASTER_KEY], history, { purpose, sealed: text })
    expect(opened(claimed!.sealed!)).toBeUndefined()
    expect(JSON.parse(opened(sealed!)!.toString())).toMatchObject({ url: URL, credential: 'k' })
  })
})
