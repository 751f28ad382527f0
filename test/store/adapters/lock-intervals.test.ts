import { expect, it } from 'vitest'
import { plus } from '../../../src/domain/time.ts'
import { tryBeginRun } from '../../../src/store/transactions/facts.ts'
import { eachStore } from '../stores.ts'
import { newWorld } from '../world.ts'

eachStore((location) => {
  it.each([
    [-1000, true],
    [-999, false],
    [0, false],
    [59_999, false],
    [60_000, true],
  ])(
    'if the last turn was recorded %i ms from now and the pause is one second, the next turn is granted: %s',
    async (offset, taken) => {
      const { context, database, clock } = await newWorld(location())
      await database.transact((tx) =>
        tx.platform_facts.put({ name: 'turn', value: plus(clock.now, offset) }),
      )
      expect(await database.transact((tx) => tryBeginRun(tx, context(), 'turn', 1000))).toBe(taken)
    },
  )
})
