import { expect, it } from 'vitest'
import type { Where } from '../../../src/store/database.ts'
import type { Rows } from '../../../src/store/tables.ts'
import { eachAdapter } from '../stores.ts'
import { newWorld } from '../world.ts'

eachAdapter((location) => {
  it('a filter excludes every row that does not match: by value, set, bound, null or exclusion', async () => {
    const { database, install } = await newWorld(location())
    const { installation } = await install()
    const statuses = ['a', 'b', 'c', null]
    await database.transact(async (tx) => {
      for (const [at, status] of statuses.entries())
        await tx.installations.insert({
          ...installation,
          installation_id: `one-${at}`,
          workspace_id: 'ws_f',
          status,
          heartbeat_interval: 10 * at,
        })
    })
    const found = (where: Where<Rows['installations']>) =>
      database.read(async (tx) => {
        const all = { workspace_id: 'ws_f', ...where }
        const rows = await tx.installations.find({ where: all, orderBy: ['installation_id'] })
        expect([
          await tx.installations.count(all),
          (await tx.installations.first({ where: all, orderBy: ['installation_id'] }))
            ?.installation_id,
        ]).toEqual([rows.length, rows[0]?.installation_id])
        return rows.map(({ installation_id }) => Number(installation_id.slice(4)))
      })
    expect([
      await found({ status: 'b' }),
      await found({ status: null }),
      await found({ status: { not: 'b' } }),
    ]).toEqual([[1], [3], [0, 2, 3]])
    expect([
      await found({ status: { in: ['a', 'c', 'z'] } }),
      await found({ status: { in: [] } }),
      await found({ status: { in: ['a', 'b'], not: 'a' } }),
    ]).toEqual([[0, 2], [], [1]])
    expect([
      await found({ status: { gt: 'a' } }),
      await found({ status: { gte: 'a' } }),
      await found({ status: { lt: 'c' } }),
      await found({ status: { lte: 'c' } }),
    ]).toEqual([
      [1, 2],
      [0, 1, 2],
      [0, 1],
      [0, 1, 2],
    ])
    expect([
      await found({ heartbeat_interval: { gt: 0, lt: 30 } }),
      await found({ heartbeat_interval: { gte: 10, lte: 10 } }),
      await found({ heartbeat_interval: { not: 0, lt: 30 } }),
    ]).toEqual([[1, 2], [1], [1, 2]])
  })
})
