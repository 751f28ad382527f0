import { expect, it } from 'vitest'
import type { Installation } from '../../src/domain/records.ts'
import { plus } from '../../src/domain/time.ts'
import type { Table, Tx } from '../../src/store/database.ts'
import { TABLES } from '../../src/store/tables.ts'
import { DAY } from '../kit/time.ts'
import { eachStore } from './stores.ts'
import { newWorld, type World } from './world.ts'

type Name = keyof Tx
const tableOf = (tx: Tx, name: Name): Table<Record<string, unknown>> => tx[name] as never

/** `rows` are deleted when `field` is older than `kept_ms`; rows in `stay` are not. */
interface Rule {
  readonly what: string
  readonly name: Name
  readonly field: string
  readonly kept_ms: number
  readonly rows: readonly object[]
  readonly stay: readonly object[]
}

/** Copies an installation under other identifiers; the prefix determines their position in the order. */
const copies = (
  { database }: World,
  installation: Installation,
  prefix: string,
  count: number,
  changes: Partial<Installation>,
) =>
  database.transact(async (tx) => {
    for (let index = 0; index < count; index += 1) {
      const installation_id = `${prefix}${String(index).padStart(4, '0')}`
      await tx.installations.insert({
        ...installation,
        installation_id,
        install_token_id: `token-${installation_id}`,
        ...changes,
      })
    }
  })
const left = async ({ database }: World, prefix: string) =>
  (await database.read((tx) => tx.installations.find({ orderBy: ['installation_id'] })))
    .map(({ installation_id }) => installation_id)
    .filter((id) => id.startsWith(prefix))

eachStore(
  (location) => {
    it('examines all installations, 200 in each pass, and again a day after the last pass', async () => {
      const world = await newWorld(location())
      const { store, context, clock } = world
      const { installation } = await world.install()
      const [ended, now] = [
        { lifecycle: 'terminated', last_seen_at: plus(clock.now, -366 * DAY) } as const,
        { last_seen_at: clock.now },
      ]
      await copies(world, installation, '!living-', 200, now)
      await copies(world, installation, '~ended-', 2, ended)
      expect(await store.prune(context(), {})).toEqual({ pruned: 0 })
      expect(await store.prune(context(), {})).toEqual({ pruned: 2 })
      expect([(await left(world, '!living-')).length, await left(world, '~ended-')]).toEqual([
        200,
        [],
      ])
      await copies(world, installation, '~late-', 1, ended)
      clock.advance(DAY - 1)
      expect([await store.prune(context(), {}), await store.prune(context(), {})]).toEqual([
        { pruned: 0 },
        { pruned: 0 },
      ])
      expect(await left(world, '~late-')).toEqual(['~late-0000'])
      clock.advance(1)
      await store.prune(context(), {})
      await store.prune(context(), {})
      expect(await left(world, '~late-')).toEqual([])
    })

    it('keeps an ended installation while a task is in progress on it, and for a year after it was last seen', async () => {
      const world = await newWorld(location())
      const { store, context, clock } = world
      const { installation } = await world.install()
      const year_ago = plus(clock.now, -365 * DAY)
      const of = (name: string, changes: Partial<Installation>) =>
        copies(world, installation, `~${name}-`, 1, {
          lifecycle: 'revoked',
          last_seen_at: plus(year_ago, -1),
          in_flight: 0,
          ...changes,
        })
      await of('busy', { in_flight: 1 })
      await of('earlier', { in_flight: null as never })
      await of('idle', {})
      await of('paused', { lifecycle: 'paused' })
      await of('seen', { last_seen_at: year_ago })
      await of('terminated', { lifecycle: 'terminated' })
      expect(await store.prune(context(), {})).toEqual({ pruned: 3 })
      expect(await left(world, '~')).toEqual(['~busy-0000', '~paused-0000', '~seen-0000'])
      await world.database.transact((tx) =>
        tx.installations.update({ installation_id: '~busy-0000' }, { in_flight: 0 }),
      )
      clock.advance(DAY)
      await store.prune(context(), {})
      expect(await left(world, '~busy')).toEqual([])
    })

    it('keeps the last installation of an agent in each workspace, and deletes the tokens of those that it deletes', async () => {
      const world = await newWorld(location())
      const { store, context, clock, database } = world
      const { installation } = await world.install()
      const long_ago = { lifecycle: 'revoked', last_seen_at: plus(clock.now, -400 * DAY) } as const
      await copies(world, installation, '~a-', 2, { ...long_ago, workspace_id: 'ws_x' })
      await copies(world, installation, '~b-', 1, { ...long_ago, workspace_id: 'ws_y' })
      await copies(world, installation, '~c-', 1, {
        ...long_ago,
        workspace_id: 'ws_x',
        agent_id: 'agent-other',
      })
      const tokens = async () =>
        (await database.read((tx) => tx.runtime_tokens.find({})))
          .map(({ installation_id }) => installation_id)
          .filter((id) => id.startsWith('~'))
          .toSorted()
      await database.transact(async (tx) => {
        const [token] = await tx.runtime_tokens.find({
          where: { installation_id: installation.installation_id },
        })
        for (const id of ['~a-0000', '~a-0001'])
          for (const n of [1, 2])
            await tx.runtime_tokens.insert({
              ...token!,
              hash: `${id}-${n}`,
              installation_id: id,
              effective_expires_at: plus(clock.now, DAY),
            })
      })
      await store.prune(context(), {})
      expect(await left(world, '~')).toEqual(['~a-0001', '~b-0000', '~c-0000'])
      expect(await tokens()).toEqual(['~a-0001', '~a-0001'])
    })
  },
  ['memory', 'sqlite', 'postgres'],
)

eachStore(
  (location) => {
    it.each<Rule>([
      {
        what: 'runtime tokens',
        name: 'runtime_tokens',
        field: 'effective_expires_at',
        kept_ms: DAY,
        rows: [{ hash: 'h1', installation_id: 'i' }],
        stay: [],
      },
      {
        what: 'nonces',
        name: 'nonces',
        field: 'expires_at',
        kept_ms: 0,
        rows: [{ svc_id: 's', workspace_id: 'w', nonce: 'n1' }],
        stay: [],
      },
      {
        what: 'PIN challenges',
        name: 'pin_challenges',
        field: 'expires_at',
        kept_ms: DAY,
        rows: [{ challenge_id: 'c1' }],
        stay: [],
      },
      {
        what: 'sessions',
        name: 'admin_sessions',
        field: 'expires_at',
        kept_ms: 0,
        rows: [{ session_id: 's1' }],
        stay: [],
      },
      {
        what: 'recorded uses of credentials',
        name: 'credential_uses',
        field: 'last_used_at',
        kept_ms: 365 * DAY,
        rows: [{ credential: 'key_1' }],
        stay: [],
      },
      {
        what: 'delivered mail',
        name: 'outbox',
        field: 'delivered_at',
        kept_ms: DAY,
        rows: [
          { outbox_id: 'o1', ended: 'delivered' },
          { outbox_id: 'o2', ended: 'skipped' },
          { outbox_id: 'o3', ended: null },
        ],
        stay: [
          { outbox_id: 'o4', ended: 'bounced' },
          { outbox_id: 'o5', ended: 'given_up' },
        ],
      },
      {
        what: 'undelivered mail',
        name: 'outbox',
        field: 'delivered_at',
        kept_ms: 30 * DAY,
        rows: [
          { outbox_id: 'o1', ended: 'bounced' },
          { outbox_id: 'o2', ended: 'given_up' },
          { outbox_id: 'o3', ended: 'pointless' },
        ],
        stay: [],
      },
      {
        what: 'tickets',
        name: 'tickets',
        field: 'created_at',
        kept_ms: 365 * DAY,
        rows: [{ ticket_id: 't1' }],
        stay: [],
      },
      {
        what: 'unused expired install tokens',
        name: 'install_tokens',
        field: 'expires_at',
        kept_ms: 30 * DAY,
        rows: [{ token_id: 't1', consumed_at: null, expiry_audited: true }],
        stay: [
          { token_id: 't2', consumed_at: '2020-01-01T00:00:00.000Z', expiry_audited: true },
          { token_id: 't3', consumed_at: null, expiry_audited: false },
        ],
      },
      {
        what: 'commands',
        name: 'commands',
        field: 'expires_at',
        kept_ms: 30 * DAY,
        rows: [{ command_id: 'c1' }],
        stay: [],
      },
      {
        what: 'exports',
        name: 'exports',
        field: 'finished_at',
        kept_ms: 30 * DAY,
        rows: [{ export_id: 'e1' }],
        stay: [],
      },
      {
        what: 'reputation days',
        name: 'reputation_days',
        field: 'day',
        kept_ms: 366 * DAY,
        rows: [{ svc_id: 's', organization_id: 'o', day: '' }],
        stay: [],
      },
      {
        what: 'hourly sums of trends',
        name: 'fleet_hours',
        field: 'hour',
        kept_ms: 31 * DAY,
        rows: [{ organization_id: 'o', metric: 'tasks' }],
        stay: [],
      },
    ])(
      'deletes $what when their retention ends, and not a millisecond before',
      async ({ name, field, kept_ms, rows, stay }) => {
        const { store, context, clock, database } = await newWorld(location())
        const count = () => database.read((tx) => tx[name].count({}))
        const before = await count()
        const moment = clock.now
        await database.transact(async (tx) => {
          for (const row of [...rows, ...stay])
            await tableOf(tx, name).insert({ ...blank(name), ...row, [field]: moment })
        })
        clock.advance(kept_ms)
        await store.prune(context(), {})
        expect(await count()).toBe(before + rows.length + stay.length)
        clock.advance(1)
        await store.prune(context(), {})
        expect(await count()).toBe(before + stay.length)
      },
    )

    it('deletes 500 rows of a kind in one pass, and the others in the next', async () => {
      const { store, context, clock, database } = await newWorld(location())
      await database.transact(async (tx) => {
        for (let index = 0; index < 501; index += 1)
          await tx.nonces.insert({
            svc_id: 's',
            workspace_id: 'w',
            nonce: String(index),
            expires_at: clock.now,
          })
        await tx.nonces.insert({
          svc_id: 's',
          workspace_id: 'w',
          nonce: 'good',
          expires_at: plus(clock.now, 2),
        })
      })
      clock.advance(1)
      expect([
        await store.prune(context(), {}),
        await store.prune(context(), {}),
        await store.prune(context(), {}),
      ]).toEqual([{ pruned: 500 }, { pruned: 1 }, { pruned: 0 }])
      expect((await database.read((tx) => tx.nonces.find({}))).map(({ nonce }) => nonce)).toEqual([
        'good',
      ])
    })
  },
  ['memory', 'postgres'],
)

/** Returns a row of a table with meaningless values. */
const blank = (name: Name): object =>
  Object.fromEntries(
    Object.entries(TABLES[name].columns).map(([field, column]) => [
      field,
      { text: 'x', integer: 0, boolean: false, json: {} }[column],
    ]),
  )
