import pg from 'pg'
import { expect, it, vi } from 'vitest'
import { eachStore } from '../stores.ts'
import { newWorld } from '../world.ts'

const NOT_A_NUMBER = { heartbeat_interval: 'soon' as never }

eachStore(
  (location) => {
    it.each([
      ['last', async () => undefined],
      ['before a query', (find: () => Promise<unknown>) => find()],
    ])(
      'fails when the server refuses a change, even if the body does not wait for its result; the change comes %s',
      async (_, then) => {
        const { database, install } = await newWorld(location())
        const {
          installation: { installation_id },
        } = await install()
        const work = database.transact(async (tx) => {
          await tx.installations.update({ installation_id }, { status: 'changed' })
          await tx.installations.update({ installation_id }, NOT_A_NUMBER)
          await then(() => tx.installations.find({}))
        })
        await expect(work).rejects.toMatchObject({ code: '22P02' })
        expect(
          await database.read((tx) => tx.installations.get({ installation_id })),
        ).toMatchObject({ status: null })
      },
    )

    it('fails with the error of the first of several concurrent queries, even if another error arrives sooner', async () => {
      const { database } = await newWorld(location())
      const work = database.transact(async (tx) => {
        const refused = tx.installations.find({
          where: { heartbeat_interval: NOT_A_NUMBER.heartbeat_interval },
        })
        // The first result arrives first, but its promise takes longer to reach the body.
        await Promise.all([
          refused.catch(async (cause: unknown) => {
            await null
            throw cause
          }),
          tx.installations.find({}),
        ])
      })
      await expect(work).rejects.toMatchObject({ code: '22P02' })
    })

    it('commits once if another transaction inserts a row that this one found missing and then puts', async () => {
      const { database } = await newWorld(location())
      let runs = 0
      await database.transact(async (tx) => {
        runs += 1
        const [counter] = await tx.platform_facts.getMany([{ name: 'runs' }])
        await tx.platform_facts.getMany([{ name: 'a' }, { name: 'b' }])
        if (runs === 1)
          await database.transact((other) => other.platform_facts.insert({ name: 'b', value: 0 }))
        await tx.platform_facts.put({ name: 'runs', value: Number(counter?.value ?? 0) + 1 })
        await tx.platform_facts.putMany(['a', 'b'].map((name) => ({ name, value: runs })))
      })
      const stored = await database.read((tx) =>
        tx.platform_facts.getMany(['a', 'b', 'runs'].map((name) => ({ name }))),
      )
      expect([runs, ...stored.map((fact) => fact?.value)]).toEqual([2, 2, 2, 1])
    })

    it('fails with the error of the body, whatever happened to its changes', async () => {
      const { database, install } = await newWorld(location())
      const {
        installation: { installation_id },
      } = await install()
      const undone = new Error('undone')
      await expect(
        database.transact(async (tx) => {
          await tx.installations.update({ installation_id }, NOT_A_NUMBER)
          throw undone
        }),
      ).rejects.toBe(undone)
    })

    it('fails when the server responds to the commit with a rollback', async () => {
      const { database, install } = await newWorld(location())
      const {
        installation: { installation_id },
      } = await install()
      const query = pg.Client.prototype.query as (this: pg.Client, ...given: unknown[]) => unknown
      const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
        this: pg.Client,
        text: unknown,
        ...more: unknown[]
      ) {
        return query.call(this, text === 'commit' ? 'rollback' : text, ...more) as never
      } as never)
      const work = database.transact((tx) =>
        tx.installations.update({ installation_id }, { status: 'changed' }),
      )
      await expect(work.finally(() => spy.mockRestore())).rejects.toThrow(
        'A statement failed, but the transaction body ignored its error',
      )
      expect(await database.read((tx) => tx.installations.get({ installation_id }))).toMatchObject({
        status: null,
      })
    })

    it('does not commit a body that ignores a failed statement', async () => {
      const { database, install } = await newWorld(location())
      const {
        installation: { installation_id },
      } = await install()
      const work = database.transact(async (tx) => {
        await tx.installations.update({ installation_id }, { status: 'changed' })
        await tx.installations
          .find({ where: { heartbeat_interval: NOT_A_NUMBER.heartbeat_interval } })
          .catch(() => [])
      })
      await expect(work).rejects.toMatchObject({ code: '22P02' })
      expect(await database.read((tx) => tx.installations.get({ installation_id }))).toMatchObject({
        status: null,
      })
    })

    it('lets a body read its own changes before their results arrive', async () => {
      const { database, install } = await newWorld(location())
      const {
        installation: { installation_id },
      } = await install()
      const seen = await database.transact(async (tx) => {
        await tx.installations.update({ installation_id }, { status: 'changed' })
        return tx.installations.get({ installation_id })
      })
      expect(seen).toMatchObject({ status: 'changed' })
    })
  },
  ['postgres'],
)
