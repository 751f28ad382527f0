/**
 * The audit log. First line: appending a record to a chain in a transaction of its own, durable on SQLite, against the raw insert of the
 * same row with the same durability and the same group commits. Second line: verifying a chain of a million records (100,000 with short
 * settings), read from the store, against SHA-256 of the same number of bytes; each is measured once.
 *
 * `node bench/audit.ts [records]`
 */
import { hash } from 'node:crypto'
import { join } from 'node:path'
import { link, shownAuditRecord, type AuditRecord } from '../src/domain/audit/record.ts'
import { appendAudit } from '../src/store/transactions/audit/records.ts'
import { openDatabase } from '../src/store/open.ts'
import { createStore } from '../src/store/store.ts'
import { verifyStoredChain } from '../src/store/long-reads/verify-chain.ts'
import { callContext } from '../test/kit/context.ts'
import { runCallers } from './kit/heartbeats.ts'
import { median, megabytes, quantile, report, round, SHORT } from './kit/figures.ts'
import { SERVER_CORE, stayOnCore } from './kit/pin.ts'
import { rawSqlite, type RawRow } from './kit/raw-sqlite.ts'
import { benchFolder } from './kit/resources.ts'
import { alternate, ratioOf } from './kit/alternation.ts'

const CALLERS = 64
const [ROUNDS, ROUND_MS] = SHORT ? [5, 400] : [12, 800]
const RECORDS = Number(process.argv[2] ?? (SHORT ? 100_000 : 1_000_000))
const LOAD_BATCH = 10_000

stayOnCore(SERVER_CORE)
const folder = benchFolder()
const database = await openDatabase(`sqlite:${join(folder, 'store.db')}`)
const store = createStore(database)
await (await openDatabase(`sqlite:${join(folder, 'raw.db')}`)).close()
const raw = rawSqlite(join(folder, 'raw.db'))
const entry = {
  event_type: 'trust.headers_issued',
  organization_id: 'org',
  workspace_id: 'ws',
  target: { type: 'agent', id: 'bench-agent' },
  metadata: { task_id: '0199a1b2-0000-7000-8000-000000000000' },
} as const

await append()
await verify()
await store.close()
await raw.close()

async function append(): Promise<void> {
  const insert = raw.inserting('audit_log')
  let sequence = 0
  const row: RawRow<'audit_log'> = {
    chain: 'org',
    id: '',
    sequence,
    organization_id: 'org',
    workspace_id: 'ws',
    event_type: entry.event_type,
    actor: '{"type":"platform","id":null,"ip":null}',
    target: JSON.stringify(entry.target),
    outcome: 'success',
    reason: null,
    request_id: null,
    occurred_at: callContext().now,
    metadata: JSON.stringify(entry.metadata),
    prev_hash: 'f'.repeat(64),
    hash: 'f'.repeat(64),
  }
  const insertNext = () => {
    sequence += 1
    insert({ ...row, id: `id-${sequence}`, sequence })
  }
  const results = await alternate(
    {
      store: () =>
        runCallers(CALLERS, ROUND_MS, () =>
          database.transact((tx) => appendAudit(tx, callContext(), entry)),
        ),
      raw: () => runCallers(CALLERS, ROUND_MS, () => raw.grouped(insertNext)),
    },
    ROUNDS,
  )
  const rates = (name: keyof typeof results) => results[name].map(({ per_s }) => per_s)
  const latencies = results.store.flatMap((done) => done.latencies)
  report({
    bench: 'audit-append',
    ratio: round(ratioOf(rates('store'), rates('raw'))),
    against: 'the raw insert, with group commits',
    p50_ms: round(quantile(latencies, 0.5)),
    p99_ms: round(quantile(latencies, 0.99)),
    rss_mb: megabytes(process.memoryUsage.rss()),
    callers: CALLERS,
    per_s: Math.round(median(rates('store'))),
    peer_per_s: Math.round(median(rates('raw'))),
  })
}

async function verify(): Promise<void> {
  const bytes = await fill('long')
  const began = performance.now()
  const { intact, checked } = await verifyStoredChain(store, 'long', () => true)
  const elapsed = performance.now() - began
  if (!intact || checked !== RECORDS) throw new Error('the chain is broken')
  const per_s = (RECORDS / elapsed) * 1000
  const peer_per_s = (RECORDS / hashing(bytes / RECORDS)) * 1000
  report({
    bench: 'audit-verify',
    ratio: round(per_s / peer_per_s),
    against: 'SHA-256 of the same bytes',
    rss_mb: megabytes(process.memoryUsage.rss()),
    records: RECORDS,
    bytes_per_record: Math.round(bytes / RECORDS),
    per_s: Math.round(per_s),
    peer_per_s: Math.round(peer_per_s),
  })
}

/** Writes a chain of `RECORDS` records. Returns how many bytes were hashed. */
async function fill(chain: string): Promise<number> {
  let last: AuditRecord | undefined
  let bytes = 0
  for (let written = 0; written < RECORDS; written += LOAD_BATCH) {
    await database.transact(async (tx) => {
      for (let index = 0; index < Math.min(LOAD_BATCH, RECORDS - written); index += 1) {
        last = link(
          last,
          {
            ...entry,
            organization_id: chain,
            actor: { type: 'api_key', id: 'key_1', ip: '192.0.2.1' },
            request_id: `req_${written + index}`,
          },
          `id-${written + index}`,
          callContext().now,
        )
        bytes += JSON.stringify(shownAuditRecord(last)).length - `,"hash":"${last.hash}"`.length
        await tx.audit_log.insert({ chain, ...last })
      }
      await tx.audit_heads.put({
        chain,
        sequence: last!.sequence,
        hash: last!.hash,
        purge_at: null,
      })
    })
  }
  return bytes
}

/** Returns the milliseconds for hashing existing strings of the records' length. */
function hashing(length: number): number {
  const strings = Array.from({ length: 1000 }, (_, at) =>
    String(at).padEnd(Math.round(length), 'x'),
  )
  const began = performance.now()
  for (let index = 0; index < RECORDS; index += 1) hash('sha256', strings[index % strings.length]!)
  return performance.now() - began
}
