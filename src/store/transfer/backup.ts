import { createGzip } from 'node:zlib'
import { pipeline } from 'node:stream/promises'
import { writeStreamDurably } from '../../disk/durable-stream.ts'
import { isPostgres } from '../address.ts'
import { StoreRefused } from '../database.ts'
import { openSnapshot } from '../open.ts'
import type { Snapshot } from '../snapshot.ts'
import { encode, FORMAT, type Header, type Manifest } from './format.ts'

/** Half the time of the usual level, for a tenth more bytes. */
const LEVEL = 3

/** Where a backup goes: a file, or a stream that somebody else keeps. */
export type Destination =
  { readonly path: string; readonly replace: boolean } | { readonly stream: NodeJS.WritableStream }
export interface BackupInput {
  readonly store: string
  readonly to: Destination
  readonly version: string
  readonly now: string
}

/**
 * Writes one committed state of a store, in the portable form, while others read and write it.
 * @throws StoreRefused, FileExists, or the error of the file system
 */
export async function backUp({ store, to, version, now }: BackupInput): Promise<Manifest> {
  const snapshot = await openWhole(store)
  try {
    const { lines, manifest } = encode(snapshot, {
      format: FORMAT,
      version,
      taken_at: now,
      from: kindOf(store),
    })
    const gzip = createGzip({ level: LEVEL })
    if ('path' in to) await writeStreamDurably(to.path, [lines, gzip], to)
    else await pipeline(lines, gzip, to.stream, { end: false })
    return manifest()
  } finally {
    await snapshot.close()
  }
}

/** A snapshot of which nothing would be left behind. @throws StoreRefused where a later version added something */
export async function openWhole(store: string): Promise<Snapshot> {
  const snapshot = await openSnapshot(store)
  const { unknown } = snapshot.schema
  if (unknown.length === 0) return snapshot
  await snapshot.close()
  throw new StoreRefused(
    `This store holds what this version does not know and would leave behind: ${unknown.join(', ')}. Use the version that made it, or a later one.`,
  )
}

export const kindOf = (store: string): Header['from'] =>
  isPostgres(store) ? 'postgres' : store.startsWith('json:') ? 'json' : 'sqlite'
