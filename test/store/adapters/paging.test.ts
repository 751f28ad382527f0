import fc from 'fast-check'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, vi } from 'vitest'
import type { Task } from '../../../src/domain/records.ts'
import { MAX_PAGE_SIZE } from '../../../src/domain/limits.ts'
import { plus } from '../../../src/domain/time.ts'
import { eachStore } from '../stores.ts'
import { newWorld, type World } from '../world.ts'

/** A list with cursors, and functions that add and remove its rows. Rows are numbers. */
interface Listing {
  readonly add: (world: World, row: number) => Promise<unknown>
  readonly remove?: (world: World, row: number) => Promise<unknown>
  readonly page: (
    world: World,
    limit: number,
    after: never,
  ) => Promise<{ rows: readonly number[]; next: unknown }>
}

const numberIn = (text: string): number => Number(/\d+$/.exec(text)![0])
const taskOf = ({ home, clock }: World, row: number): Task => ({
  task_id: `task-${row}`,
  organization_id: home.organization_id,
  workspace_id: home.workspace_id,
  skill: 'read',
  requester_id: 'me',
  requester: { organization_id: home.organization_id },
  agent: { svc_id: home.agent_id, installation_id: 'i' },
  agent_id: home.agent_id,
  attested: false,
  counts_for: null,
  counted_at: null,
  trace_id: null,
  status: 'completed',
  // Many tasks have the same time, so that only their ids order them.
  created_at: plus(clock.now, row % 3),
  execution_time_ms: 1,
  error: null,
  deadline: clock.now,
  finished_at: clock.now,
})

const LISTINGS: readonly (readonly [string, Listing])[] = [
  [
    'agents of the network',
    {
      add: ({ store, context, agentNamed, home }, row) =>
        store.registerAgent(context(), {
          ...agentNamed(`paged-${row}`),
          organization_id: home.organization_id,
          details: { category: 'paged' },
        }),
      remove: ({ database, home }, row) =>
        database.transact((tx) =>
          tx.agents.delete({ svc_id: `paged-${row}`, organization_id: home.organization_id }),
        ),
      page: async ({ store }, limit, after) => {
        const { items, next } = await store.listNetworkAgents({
          category: 'paged',
          verified_only: false,
          limit,
          offset: 0,
          after,
        })
        return { rows: items.map(({ svc_id }) => numberIn(svc_id)), next }
      },
    },
  ],
  [
    'tasks',
    {
      add: (world, row) => world.database.transact((tx) => tx.tasks.put(taskOf(world, row))),
      remove: ({ database }, row) =>
        database.transact((tx) => tx.tasks.delete({ task_id: `task-${row}` })),
      page: async ({ store, home }, limit, after) => {
        const page = await store.listTasks({
          reach: home.reach,
          workspace_id: home.workspace_id,
          limit,
          offset: 0,
          after,
        })
        return page.kind === 'page'
          ? { rows: page.items.map(({ task_id }) => numberIn(task_id)), next: page.next }
          : expect.unreachable(page.kind)
      },
    },
  ],
  [
    'images',
    {
      add: ({ store, context, home }, row) =>
        store.requestImageScan(context(), { ...home, ref: `acme/paged:${row}`, digest: null }),
      page: async ({ store, home }, limit, after) => {
        const { items, next } = await store.listImages({
          organization_id: home.organization_id,
          limit,
          offset: 0,
          after,
        })
        return { rows: items.map(({ image }) => numberIn(image.ref)), next }
      },
    },
  ],
  [
    'audit records',
    {
      add: ({ store, context, home }, row) =>
        store.requestImageScan(context(), { ...home, ref: `acme/audited:${row}`, digest: null }),
      page: async ({ store, home }, limit, after) => {
        const page = await store.listAudit({
          reach: home.reach,
          organization_id: home.organization_id,
          event_type: 'image.scan_requested',
          limit,
          offset: 0,
          after,
        })
        return page.kind === 'page'
          ? {
              rows: page.items.map(({ metadata }) => numberIn(String(metadata['ref']))),
              next: page.next,
            }
          : expect.unreachable(page.kind)
      },
    },
  ],
]

const row = fc.integer({ min: 1, max: 60 })
const meanwhile = fc.array(
  fc.record({ add: fc.array(row, { maxLength: 3 }), remove: fc.array(row, { maxLength: 3 }) }),
  { maxLength: 8 },
)

eachStore(
  (location, kind) => {
    it.each(LISTINGS)(
      'I-31: pages of %s neither repeat nor miss items that existed throughout, whatever is written meanwhile',
      async (_, { add, remove, page }) => {
        await fc.assert(
          fc.asyncProperty(
            fc.uniqueArray(row, { maxLength: 20 }),
            meanwhile,
            fc.integer({ min: 1, max: 5 }),
            async (initial, changes, limit) => {
              const world = await newWorld(location())
              const known = new Set(initial)
              for (const one of initial) await add(world, one)
              const throughout = new Set(initial)
              const seen: number[] = []
              let turn = 0
              for (let after: unknown, more = true; more; turn += 1) {
                const { rows, next } = await page(world, limit, after as never)
                seen.push(...rows)
                ;[after, more] = [next, next !== undefined]
                for (const added of changes[turn]?.add ?? [])
                  if (!known.has(added)) await add(world, added).then(() => known.add(added))
                for (const removed of remove ? (changes[turn]?.remove ?? []) : [])
                  await remove!(world, removed).then(() => throughout.delete(removed))
              }
              expect(new Set(seen).size).toBe(seen.length)
              expect([...throughout].filter((one) => !seen.includes(one))).toEqual([])
            },
          ),
          { numRuns: kind === 'memory' ? 60 : 6 },
        )
      },
    )
  },
  ['memory', 'sqlite', 'postgres'],
)

eachStore(
  (location) => {
    it('a list keeps a few prepared statements, whatever limits its callers choose, and its pages have the size that was requested', async () => {
      const world = await newWorld(location())
      const { store, workspace_id, reach, database } = world
      await database.transact(async (tx) => {
        for (let one = 0; one < 60; one += 1) await tx.tasks.insert(taskOf(world, one))
      })
      const prepared = vi.spyOn(DatabaseSync.prototype, 'prepare')
      for (let limit = 1; limit <= MAX_PAGE_SIZE; limit += 1) {
        const page = await store.listTasks({ reach, workspace_id, limit, offset: 0 })
        expect(page).toMatchObject({ limit, items: { length: Math.min(limit, 60) } })
      }
      expect(prepared.mock.calls.length).toBeLessThan(20)
      prepared.mockRestore()
    })
  },
  ['sqlite'],
)
