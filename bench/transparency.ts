/**
 * The transparency log on SQLite and PostgreSQL. The first line of each compares registering agents, while the log is written and
 * sequenced, with the same store without the log; `ratio` is the throughput with the log over that without. The second compares sequencing
 * the last batches of a log of a million entries (20,000 with short settings) with the first ones, and shows the size of the log. The
 * others compare reading a checkpoint, a tile, entries and a proof with the same in a log of a thousand entries. In all but the first,
 * `ratio` is one p50 over another.
 *
 * `node bench/transparency.ts [entries] [sqlite|postgres]`
 */
import { randomBytes } from 'node:crypto'
import { masterKey } from '../src/domain/secrets.ts'
import type { Database } from '../src/store/database.ts'
import { createStore, type Store } from '../src/store/store.ts'
import { callContext } from '../test/kit/context.ts'
import { registrationOf } from './kit/fleet.ts'
import { megabytes, median, quantile, report, round, SHORT } from './kit/figures.ts'
import { alternate, ratioOf } from './kit/alternation.ts'
import { compareLatencies, reportLatencies, storesOf, type BenchStore } from './scale/stores.ts'

const ENTRIES = Number(process.argv[2] ?? (SHORT ? 20_000 : 1_000_000))
const ONLY = process.argv[3]
const SMALL = 1000
const ROUNDS = SHORT ? 12 : 40
/** Registrations in one round. */
const REGISTRATIONS = 512
const CALLERS = 32
const ORGANIZATIONS = 32
const READS = SHORT ? 200 : 1000
/** The maximum number of entries in one batch of the sequencer. */
const BATCH = 256
const LOADED_AT_ONCE = 16 * BATCH
const MASTER_KEY = randomBytes(32)

// ---- Registering ----------------------------------------------------------------------------------------------------

/**
 * Returns an object with some members replaced. The tables of a transaction are created when they are first accessed, so the object cannot
 * be copied.
 */
const withMembers = <T extends object>(object: T, members: Partial<T>): T =>
  new Proxy(object, {
    get: (target, name) => Reflect.get(name in members ? members : target, name),
  })

/** Returns a database whose transactions write nothing into the log. */
const withoutLog = (database: Database): Database =>
  withMembers(database, {
    transact: (body) =>
      database.transact((tx, moment) => {
        const log_entries = withMembers(tx.log_entries, {
          select: async () => [],
          insert: async () => undefined,
        })
        return body(withMembers(tx, { log_entries }), moment)
      }),
  })

async function compareRegistration(logged: BenchStore, unlogged: BenchStore): Promise<void> {
  const databases = [await logged.open(), await unlogged.open()] as const
  const stores = [createStore(databases[0]), createStore(withoutLog(databases[1]))] as const
  const signer = await logSigner(stores[0])
  for (const store of stores) await createOrganizations(store)
  const results = await alternate(
    {
      logged: () => measured(() => registerAndSequence(stores[0], signer)),
      unlogged: () => measured(() => registerMany(stores[1])),
    },
    ROUNDS,
  )
  const rates = (name: keyof typeof results) => results[name].map(({ per_s }) => per_s)
  const cpuRates = (name: keyof typeof results) => results[name].map(({ per_cpu_s }) => per_cpu_s)
  report({
    bench: `transparency-register-${logged.kind}`,
    ratio: round(ratioOf(rates('logged'), rates('unlogged'))),
    target: 0.9,
    against: 'the same without the log',
    cpu_ratio: round(ratioOf(cpuRates('logged'), cpuRates('unlogged'))),
    rss_mb: megabytes(process.memoryUsage.rss()),
    callers: CALLERS,
    per_s: Math.round(median(rates('logged'))),
    peer_per_s: Math.round(median(rates('unlogged'))),
  })
  for (const store of stores) await store.close()
}

/** Returns how many registrations there were in a second, and in a second of this process's processor time. */
async function measured(work: () => Promise<unknown>) {
  const [began, cpu] = [performance.now(), process.cpuUsage()]
  await work()
  const { user, system } = process.cpuUsage(cpu)
  return {
    per_s: (REGISTRATIONS / (performance.now() - began)) * 1000,
    per_cpu_s: (REGISTRATIONS / (user + system)) * 1e6,
  }
}

/** Registers agents. Halfway through, the pending entries are sequenced, which is more often than the job does it (once a second). */
async function registerAndSequence(store: Store, signer: Signer): Promise<void> {
  const half = registered + REGISTRATIONS / 2
  let sequencing: Promise<unknown> | undefined
  await registerMany(store, () => {
    if (registered >= half) sequencing ??= sequenceAll(store, signer)
  })
  await sequencing
}

async function createOrganizations(store: Store): Promise<void> {
  for (let index = 0; index < ORGANIZATIONS; index += 1)
    await store.createOrganization(callContext(), {
      name: `bench ${index}`,
      plan: 'enterprise',
      organization_id: `org_${index}`,
    })
}

let registered = 0
/** Registers agents of many organizations with concurrent callers. */
async function registerMany(store: Store, after: () => void = () => undefined): Promise<void> {
  const end = registered + REGISTRATIONS
  const callers = Array.from({ length: CALLERS }, async () => {
    while (registered < end) {
      await registerOne(store, (registered += 1))
      after()
    }
  })
  await Promise.all(callers)
}

async function registerOne(store: Store, index: number): Promise<void> {
  const outcome = await store.registerAgent(
    callContext(),
    registrationOf(`agent-${index}`, `org_${index % ORGANIZATIONS}`),
  )
  if (outcome.kind !== 'registered') throw new Error(outcome.kind)
}

const logSigner = (store: Store) =>
  store.loadLogSigner(callContext(), {
    master_keys: [masterKey(MASTER_KEY)],
    issuer: 'https://registry.example',
  })
type Signer = Awaited<ReturnType<typeof logSigner>>

/** Sequences the pending entries, as a pass of the job does. Returns the milliseconds of each batch. */
async function sequenceAll(store: Store, signer: Signer): Promise<readonly number[]> {
  const times: number[] = []
  for (let more = true; more;) {
    const began = performance.now()
    more = (await store.sequenceLog(callContext(), { signer })).more
    times.push(performance.now() - began)
  }
  return times
}

// ---- A large log ----------------------------------------------------------------------------------------------------

interface FilledLog {
  readonly benchStore: BenchStore
  readonly store: Store
  readonly entries: number
  /** Milliseconds of each batch of the sequencer. */
  readonly batches: readonly number[]
  readonly bytes: number
}

async function fillLog(benchStore: BenchStore, entries: number): Promise<FilledLog> {
  const database = await benchStore.open()
  const store = createStore(database)
  const signer = await logSigner(store)
  const empty = await benchStore.bytes()
  const batches: number[] = []
  for (let from = 1; from <= entries; from += LOADED_AT_ONCE) {
    await insertEntries(database, from, Math.min(from + LOADED_AT_ONCE - 1, entries))
    batches.push(...(await sequenceAll(store, signer)))
  }
  return {
    benchStore,
    store,
    entries,
    batches,
    bytes: (await benchStore.bytes()) - empty,
  }
}

/** Inserts entries about agents as registrations do, without the registrations. */
const insertEntries = (database: Database, from: number, to: number): Promise<void> =>
  database.transact(async (tx) => {
    for (let index = from; index <= to; index += 1)
      await tx.log_entries.insert({
        arrival: index,
        leaf_index: null,
        entry: entryAbout(index),
        subject: subjectAt(index),
        salt: null,
        created_at: callContext().now,
      })
  })
const subjectAt = (index: number) => `org_${index % ORGANIZATIONS} agent-${index}`
const entryAbout = (index: number) =>
  JSON.stringify({
    agent: {
      manifest_hash: 'f'.repeat(64),
      name: `Agent ${index}`,
      proved: true,
      public_key: 'A'.repeat(43) + '=',
      svc_id: `agent-${index}`,
      version: '1.0.0',
    },
    at: '2026-03-01T12:00:00.000Z',
    type: 'agent.registered',
    v: 1,
  })

async function compareLogs(largeStore: BenchStore, smallStore: BenchStore): Promise<void> {
  const small = await fillLog(smallStore, SMALL)
  const large = await fillLog(largeStore, ENTRIES)
  const { kind } = largeStore
  const lateBatches = large.batches.slice(-100)
  const [early, late] = [median(large.batches.slice(0, 20)), median(lateBatches)]
  report({
    bench: `transparency-sequence-${kind}`,
    ratio: round(late / early),
    at_most: 3,
    against: `the first batches of ${BATCH} entries`,
    p50_ms: round(late),
    p99_ms: round(quantile(lateBatches, 0.99)),
    rss_mb: megabytes(process.memoryUsage.rss()),
    entries: ENTRIES,
    entries_per_s: Math.round((BATCH / late) * 1000),
    log_mb: megabytes(large.bytes),
    bytes_per_entry: Math.round(large.bytes / ENTRIES),
  })
  const against = `${SMALL} entries`
  const actions = {
    checkpoint: ({ store }: FilledLog) => store.readLogHead({}),
    tile: ({ store, entries }: FilledLog, turn: number) =>
      store.readLogTile({ level: 0, index: fullTileAt(turn, entries), width: BATCH }),
    bundle: ({ store, entries }: FilledLog, turn: number) =>
      store.readLogTile({ level: 'entries', index: fullTileAt(turn, entries), width: BATCH }),
    proof: ({ store, entries }: FilledLog, turn: number) =>
      store.findLoggedRegistration(agentAt(1 + scatter(turn, entries))),
  }
  for (const [name, action] of Object.entries(actions)) {
    const times = await compareLatencies(READS, [
      (turn) => found(action(small, turn)),
      (turn) => found(action(large, turn)),
    ])
    reportLatencies(`transparency-${name}-${kind}`, 3, against, times, { entries: ENTRIES })
  }
  for (const { store } of [small, large]) await store.close()
}

const scatter = (turn: number, count: number): number => (turn * 7919) % count
const fullTileAt = (turn: number, entries: number): number =>
  scatter(turn, Math.floor(entries / BATCH))
const agentAt = (index: number) => ({
  svc_id: `agent-${index}`,
  organization_id: `org_${index % ORGANIZATIONS}`,
})

/** Awaits a result that must not be missing. */
async function found(result: Promise<unknown>): Promise<void> {
  if ((await result) === undefined) throw new Error('the log lacks an expected entry')
}

// ---- Both stores -----------------------------------------------------------------------------------------------------

for (const open of storesOf(ONLY)) {
  const stores = await open()
  try {
    await compareRegistration(await stores.create('logged'), await stores.create('unlogged'))
    await compareLogs(await stores.create('large'), await stores.create('small'))
  } finally {
    await stores.end()
  }
}
