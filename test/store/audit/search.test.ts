import fc from 'fast-check'
import { expect, it } from 'vitest'
import { link, type AuditRecord, mentions } from '../../../src/domain/audit/record.ts'
import { plus } from '../../../src/domain/time.ts'
import type { AuditSearch } from '../../../src/store/transactions/audit/search.ts'
import { eachStore } from '../stores.ts'
import { newWorld, type World } from '../world.ts'

const KINDS = ['task.failed', 'policy.updated', 'api_key.revoked'] as const
/** An event, in order of recording; `late` is the number of seconds by which its time is earlier than its position in the chain implies. */
const eventOf = fc.record({
  event_type: fc.constantFrom(...KINDS),
  workspace: fc.boolean(),
  seconds: fc.nat(40),
  late: fc.nat(50),
  actor: fc.constantFrom('key_ada', 'key_bob'),
  target: fc.nat(5),
})
type TestEvent = typeof eventOf extends fc.Arbitrary<infer One> ? One : never

/** Appends records to the chain, as the platform does. */
async function record(
  { database, home, clock }: World,
  events: readonly TestEvent[],
): Promise<void> {
  const chain = home.organization_id
  await database.transact(async (tx) => {
    let head = (await tx.audit_heads.get({ chain }))!
    let moment = clock.now
    for (const { event_type, workspace, seconds, late, actor, target } of events) {
      moment = plus(moment, seconds * 1000)
      const entry = {
        event_type,
        organization_id: chain,
        workspace_id: workspace ? home.workspace_id : null,
        actor: { type: 'api_key', id: actor, ip: null },
        target: { type: 'task', id: `task-${target}` },
        reason: target === 0 ? 'It BROKE' : null,
        request_id: `req_${target}`,
      }
      const one = link(
        head,
        entry,
        `00000000-0000-7000-8000-${String(head.sequence).padStart(12, '0')}`,
        plus(moment, -late * 1000),
      )
      await tx.audit_log.insert({ chain, ...one })
      head = { ...head, sequence: one.sequence, hash: one.hash }
    }
    await tx.audit_heads.put(head)
  })
}

const matching = (
  records: readonly AuditRecord[],
  { event_type, workspace_id, text, since, until }: Partial<AuditSearch>,
): readonly number[] =>
  records
    .filter(
      (one) =>
        (event_type === undefined || one.event_type === event_type) &&
        (workspace_id === undefined || one.workspace_id === workspace_id) &&
        (text === undefined || mentions(one, text)) &&
        (since === undefined || one.occurred_at >= since) &&
        (until === undefined || one.occurred_at <= until),
    )
    .map(({ sequence }) => sequence)
    .toReversed()

eachStore((location, kind) => {
  it('returns exactly the matching records, newest first, for all filters and page bounds', async () => {
    const filters = fc.record({
      event_type: fc.option(fc.constantFrom(...KINDS), { nil: undefined }),
      workspace: fc.boolean(),
      text: fc.option(fc.constantFrom('broke', 'KEY_A', 'task-3', 'req_1', 'nobody'), {
        nil: undefined,
      }),
      since: fc.option(fc.nat(800), { nil: undefined }),
      until: fc.option(fc.nat(800), { nil: undefined }),
      limit: fc.integer({ min: 1, max: 6 }),
      examined: fc.integer({ min: 1, max: 30 }),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(eventOf, { maxLength: 40 }),
        filters,
        async (events, { workspace, since, until, limit, examined, ...rest }) => {
          const world = await newWorld(location())
          const {
            store,
            home: { reach, organization_id, workspace_id },
            clock,
          } = world
          const begin = clock.now
          await record(world, events)
          const filter = {
            ...rest,
            ...(workspace && { workspace_id }),
            ...(since !== undefined && { since: plus(begin, since * 1000) }),
            ...(until !== undefined && { until: plus(begin, until * 1000) }),
          }
          const seen: number[] = []
          for (let before: number | undefined, more = true; more;) {
            const page = await store.searchAudit({
              reach,
              organization_id,
              ...filter,
              limit,
              before,
              bounds: { examined, at_once: 3 },
            })
            if (page.kind === 'not_found') return expect.unreachable()
            expect(page.items.length).toBeLessThanOrEqual(limit)
            seen.push(...page.items.map(({ sequence }) => sequence))
            ;[before, more] = [page.next?.before, page.next !== undefined]
          }
          expect(seen).toEqual(matching(await world.audit(), filter))
        },
      ),
      { numRuns: kind === 'memory' ? 100 : 8 },
    )
  })

  it('begins at the upper bound of the time range, and ends at the lower bound', async () => {
    const world = await newWorld(location())
    const {
      store,
      home: { reach, organization_id },
      clock,
    } = world
    const begin = clock.now
    await record(
      world,
      Array.from({ length: 300 }, (_, target) => ({
        event_type: 'task.failed',
        workspace: true,
        seconds: 60,
        late: 0,
        actor: 'key_ada',
        target,
      })),
    )
    const bounds = { examined: 20, at_once: 20 }
    const old = await store.searchAudit({
      reach,
      organization_id,
      until: plus(begin, 10 * 60_000),
      limit: 5,
      bounds,
    })
    expect(old).toMatchObject({
      items: [{ target: { id: 'task-9' } }, {}, {}, {}, { target: { id: 'task-5' } }],
      next: { searched_back_to: plus(begin, 6 * 60_000) },
    })
    const recent = await store.searchAudit({
      reach,
      organization_id,
      text: 'nobody',
      since: plus(begin, 295 * 60_000),
      limit: 5,
      bounds,
    })
    expect(recent).toEqual({ kind: 'found', items: [], limit: 5 })
    const all = await store.searchAudit({
      reach,
      organization_id,
      text: 'nobody',
      limit: 5,
      bounds,
    })
    expect(all).toMatchObject({ items: [], next: { searched_back_to: plus(begin, 281 * 60_000) } })
  })

  it('does not find another organization, nor another workspace for a bound key', async () => {
    const {
      store,
      home: { reach, organization_id, workspace_id },
    } = await newWorld(location())
    const search = (more: Partial<AuditSearch>) =>
      store.searchAudit({ reach, organization_id, limit: 5, ...more })
    expect(await search({ organization_id: 'org_other' })).toEqual({ kind: 'not_found' })
    const bound = { ...reach, workspace_id: workspace_id as never }
    expect(await search({ reach: bound, workspace_id: 'ws_other' })).toEqual({ kind: 'not_found' })
    const found = await search({ reach: bound })
    expect(
      found.kind === 'found' &&
        found.items.length > 0 &&
        found.items.every((one) => one.workspace_id === workspace_id),
    ).toBe(true)
  })
})
