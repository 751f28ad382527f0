import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { writeStreamDurably } from '../../disk/durable-stream.ts'
import { StoreRefused } from '../database.ts'
import { dialectOf } from '../dialects.ts'
import { openSnapshot } from '../open.ts'
import type { Snapshot } from '../snapshot.ts'
import { historyOf, MASTER_KEYS } from '../transactions/trust/master-keys.ts'
import { SEALED_TABLES } from '../transactions/trust/reseal.ts'
import { neededKey, type MasterKeyHistory } from '../../domain/trust/master-keys.ts'
import type { StoredRow } from '../tables.ts'
import { eachRow } from '../verify/check.ts'
import { encode, FORMAT, type Manifest } from './format.ts'

/** This level takes half the time of the default level and produces about 10 % more bytes. */
const GZIP_LEVEL = 3

/** The destination of a backup: a file, or a stream that the caller closes. */
type Destination =
  | { readonly path: string; readonly replace: boolean }
  | { readonly stream: NodeJS.WritableStream }
export interface BackupInput {
  readonly store: string
  readonly to: Destination
  readonly version: string
  readonly now: string
}

/**
 * Writes one committed state of a store in the portable format, while other processes read and write the store.
 * @throws StoreRefused, FileExists, or the error of the file system
 */
export async function backUp({ store, to, version, now }: BackupInput): Promise<Manifest> {
  const snapshot = await openComplete(store)
  try {
    const { chunks, manifest } = encode(snapshot, {
      format: FORMAT,
      version,
      taken_at: now,
      from: dialectOf(store).name,
      master_keys: await neededKeys(snapshot),
    })
    const gzip = createGzip({ level: GZIP_LEVEL })
    if ('path' in to) await writeStreamDurably(to.path, [Readable.from(chunks), gzip], to)
    else await pipeline(chunks, gzip, to.stream, { end: false })
    return manifest()
  } finally {
    await snapshot.close()
  }
}

/** Returns the ids of the master keys that open the seals of a store, in the order in which they came into force. */
async function neededKeys(snapshot: Snapshot): Promise<readonly string[]> {
  let history: MasterKeyHistory = []
  for await (const { name, value } of eachRow(snapshot, 'platform_facts'))
    if (name === MASTER_KEYS) history = historyOf(value)
  const ids = new Set<string | undefined>()
  for (const { table } of SEALED_TABLES) await addNeeded(ids, eachRow(snapshot, table), history)
  const known = history.map(({ id }) => id)
  return [
    ...known.filter((id) => ids.has(id)),
    ...[...ids].filter((id) => id !== undefined && !known.includes(id)),
  ].filter((id) => id !== undefined)
}

async function addNeeded(
  ids: Set<string | undefined>,
  rows: AsyncIterable<StoredRow>,
  history: MasterKeyHistory,
): Promise<void> {
  for await (const { sealed } of rows)
    if (typeof sealed === 'string') ids.add(neededKey(sealed, history))
}

/** Opens a snapshot of a store that this version can read completely. @throws StoreRefused if a later version has added tables or columns */
export async function openComplete(store: string): Promise<Snapshot> {
  const snapshot = await openSnapshot(store)
  const { unknown } = snapshot.schema
  if (unknown.length === 0) return snapshot
  await snapshot.close()
  throw new StoreRefused(
    `A later version has added tables or columns to this store that this version would omit: ${unknown.join(', ')}. Use that version or a later one.`,
  )
}
