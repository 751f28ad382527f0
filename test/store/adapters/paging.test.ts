import fc from 'fast-check'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, vi } from 'vitest'
import { MAX_PAGE_SIZE } from '../../../src/domain/limits.ts'
import { eachStore } from '../stores.ts'
import { newWorld } from '../world.ts'
import { rowOf, taskOf } from './listed-rows.ts'
import { LISTINGS } from './listings.ts'

const row = fc.integer({ min: 1, max: 60 })
const meanwhile = fc.array(
  fc.record({ add: fc.array(row, { maxLength: 3 }), remove: fc.array(row, { maxLength: 3 }) }),
  { maxLength: 8 },
)

eachStore(
  (location, kind) => {
    it.each(Object.entries(LISTINGS))(
      'I-31: pages of %s neither repeat nor miss items that existed throughout, whatever is written in the meantime',
      async (_, listing) => {
        await fc.assert(
          fc.asyncProperty(
            fc.uniqueArray(row, { maxLength: 20 }),
            meanwhile,
            fc.integer({ min: 1, max: 5 }),
            async (initial, changes, limit) => {
              const { add, remove, read } = await listing(await newWorld(location()))
              const known = new Set(initial)
              for (const one of initial) await add(one)
              const throughout = new Set(initial)
              const seen: number[] = []
              let turn = 0
              for (let after: unknown, more = true; more; turn += 1) {
                const page = await read({ limit, offset: 0, after: after as never })
                if (!('items' in page)) return expect.unreachable(page.kind)
                seen.push(...page.items.flatMap((item) => rowOf(item) ?? []))
                ;[after, more] = [page.next, page.next !== undefined]
                for (const added of changes[turn]?.add ?? [])
                  if (!known.has(added)) await add(added).then(() => known.add(added))
                for (const removed of remove ? (changes[turn]?.remove ?? []) : [])
                  await remove!(removed).then(() => throughout.delete(removed))
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
