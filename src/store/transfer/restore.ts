import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { shownStore } from '../dialects.ts'
import { RowExists, StoreRefused, StoreUnavailable, tableOf, type Tx } from '../database.ts'
import { openLoader, openUnfinished } from '../open.ts'
import { RESTORE, type Loader } from '../snapshot.ts'
import { TABLE_NAMES } from '../tables.ts'
import { openComplete } from './backup.ts'
import {
  BackupRefused,
  decode,
  type Counts,
  type Manifest,
  type Part,
  type Trailer,
} from './format.ts'
import { withNewLog } from './new-log.ts'

const CHUNK = 1024 * 1024

/** The empty store to fill. */
interface Target {
  readonly to: string
  readonly now: string
  readonly random: (bytes: number) => Uint8Array
}

/**
 * Fills an empty store with a backup, completely or not at all. The store cannot be opened until the restore has completed, so an
 * interrupted restore is never mistaken for a new registry.
 * @param from a file, or a stream with its content
 * @throws BackupRefused, StoreRefused, StoreUnavailable
 */
export async function restore({
  from,
  to,
  now,
  random,
}: Target & { from: string | Readable }): Promise<Manifest> {
  const parts = decode(
    decompress(typeof from === 'string' ? createReadStream(from, { highWaterMark: CHUNK }) : from),
  )
  try {
    const first = (await parts.next()).value as Part
    if (first?.kind !== 'header')
      throw new BackupRefused('This is not a backup of a registry: it is empty.')
    const trailer = await fill({ to, now, random }, (loader) => loadAll(loader, parts))
    return { ...first.header, ...trailer }
  } catch (cause) {
    throw translateError(cause)
  } finally {
    await parts.return(undefined)
  }
}

/** Loads all rows. It continues to read after the last part to detect data after the last line. */
async function loadAll(loader: Loader, parts: AsyncIterable<Part>): Promise<Trailer> {
  let end: Trailer | undefined
  for await (const part of parts) {
    if (part.kind === 'rows') await loader.add(part.table, part.rows)
    if (part.kind === 'end') end = part.trailer
  }
  return end!
}

function decompress(source: Readable): AsyncIterable<Buffer> {
  const gunzip = createGunzip({ chunkSize: CHUNK })
  source.on('error', (cause) => gunzip.destroy(cause))
  return source.pipe(gunzip)
}

/**
 * Fills an empty store with one committed state of another, completely or not at all.
 * @throws StoreRefused, StoreUnavailable
 */
export async function copyStore({
  from,
  to,
  now,
  random,
}: Target & { from: string }): Promise<{ rows: Counts }> {
  const snapshot = await openComplete(from)
  try {
    return await fill({ to, now, random }, async (loader) => {
      const rows: Record<string, number> = {}
      for (const table of TABLE_NAMES) {
        rows[table] = 0
        for await (const batch of snapshot.rows(table)) {
          rows[table] += batch.length
          await loader.add(table, batch)
        }
      }
      return { rows }
    })
  } catch (cause) {
    throw translateError(cause)
  } finally {
    await snapshot.close()
  }
}

async function fill<Result>(
  { to, now, random }: Target,
  load: (loader: Loader) => Promise<Result>,
): Promise<Result> {
  await transactIn(to, (tx) => markStarted(tx, to, now))
  const opened = await openLoader(to).catch(async (cause: unknown) => {
    // The loader fails if another process uses the store, so the mark is removed again.
    await transactIn(to, (tx) => tx.platform_facts.delete({ name: RESTORE }))
    throw cause
  })
  // The store from which the data came may be served again, so this one must not continue its log.
  const loader = withNewLog(opened, random)
  try {
    const result = await load(loader)
    await loader.commit()
    return result
  } catch (cause) {
    await loader.abandon()
    throw cause
  }
}

async function transactIn(store: string, body: (tx: Tx) => Promise<void>): Promise<void> {
  const database = await openUnfinished(store)
  try {
    await database.transact(body)
  } finally {
    await database.close()
  }
}

/** Marks an empty store, so that it is not mistaken for a new store. The transaction that adds the rows removes the mark. */
async function markStarted(tx: Tx, to: string, now: string): Promise<void> {
  // The aggregates of an empty store are not data, and the loaded rows include their own.
  for (const { name, grouping, value, shard } of await tx.counters.find({}))
    await tx.counters.delete({ name, grouping, value, shard })
  for (const name of TABLE_NAMES) {
    const where = name === 'platform_facts' ? { name: { not: RESTORE } } : {}
    const row = await tableOf(tx, name).first({ where })
    if (row)
      throw new StoreRefused(
        `The store ${shownStore(to)} is not empty: it has ${name.replaceAll('_', ' ')}. Name a new store, or move this one away first.`,
      )
  }
  await tx.platform_facts.put({ name: RESTORE, value: { began_at: now } })
}

/** Translates errors of zlib, the file system and stores into messages for the operator. */
function translateError(cause: unknown): unknown {
  if (cause instanceof RowExists)
    return new BackupRefused(
      'This backup has the same row twice, so it was changed. Use another backup.',
    )
  const { code, message } = cause as { code?: unknown; message: string }
  if (typeof code !== 'string') return cause
  if (code === 'Z_BUF_ERROR')
    return new BackupRefused('This backup is truncated. Use another backup.')
  if (code.startsWith('Z_'))
    return new BackupRefused(
      'This is not a backup of a registry, or it is damaged: gzip cannot read it.',
    )
  if (code === 'ERR_SQLITE_ERROR') return new StoreUnavailable(cause)
  return code === 'ENOENT' ? new BackupRefused(`The backup does not exist: ${message}.`) : cause
}
