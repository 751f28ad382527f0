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
    'with an interval of one second and the last run recorded at an offset of %i ms from the current time, another run may begin: %s',
    async (offset, mayBegin) => {
      const { context, database, clock } = await newWorld(location())
      await database.transact((tx) =>
        tx.platform_facts.put({ name: 'run', value: plus(clock.now, offset) }),
      )
      expect(await database.transact((tx) => tryBeginRun(tx, context(), 'run', 1000))).toBe(
        mayBegin,
      )
    },
  )
})
