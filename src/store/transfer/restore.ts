import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { shownStore } from '../address.ts'
import { StoreRefused, StoreUnavailable, type Tx } from '../database.ts'
import { openLoader, openUnfinished } from '../open.ts'
import { RESTORE, type Loader } from '../snapshot.ts'
import { TABLE_NAMES } from '../tables.ts'
import { openWhole } from './backup.ts'
import {
  BackupRefused,
  decode,
  type Counts,
  type Manifest,
  type Part,
  type Trailer,
} from './format.ts'

const CHUNK = 1024 * 1024

/**
 * Fills an empty store with a backup: all of it, or nothing. Until that has ended nobody can open the store, so what was interrupted
 * never passes for a new registry.
 * @param from a file, or a stream with its content
 * @throws BackupRefused, StoreRefused, StoreUnavailable
 */
export async function restore({
  from,
  to,
  now,
}: {
  from: string | Readable
  to: string
  now: string
}): Promise<Manifest> {
  const parts = decode(
    unpacked(typeof from === 'string' ? createReadStream(from, { highWaterMark: CHUNK }) : from),
  )
  try {
    const first = (await parts.next()).value as Part
    if (first?.kind !== 'header')
      throw new BackupRefused('This is no backup of a registry: it is empty.')
    const trailer = await fill(to, now, (loader) => loadAll(loader, parts))
    return { ...first.header, ...trailer }
  } catch (cause) {
    throw explained(cause)
  } finally {
    await parts.return(undefined)
  }
}

/** To the very end, since something may follow the last line. */
async function loadAll(loader: Loader, parts: AsyncIterable<Part>): Promise<Trailer> {
  let end: Trailer | undefined
  for await (const part of parts) {
    if (part.kind === 'rows') await loader.add(part.table, part.rows)
    if (part.kind === 'end') end = part.trailer
  }
  return end!
}

function unpacked(source: Readable): AsyncIterable<Buffer> {
  const gunzip = createGunzip({ chunkSize: CHUNK })
  source.on('error', (cause) => gunzip.destroy(cause))
  return source.pipe(gunzip)
}

/**
 * Fills an empty store with one committed state of another one: all of it, or nothing.
 * @throws StoreRefused, StoreUnavailable
 */
export async function copyStore({
  from,
  to,
  now,
}: {
  from: string
  to: string
  now: string
}): Promise<{ rows: Counts }> {
  const snapshot = await openWhole(from)
  try {
    return await fill(to, now, async (loader) => {
      const rows: Record<string, number> = {}
      for (const table of TABLE_NAMES) {
        rows[table] = 0
        for await (const some of snapshot.rows(table)) {
          rows[table] += some.length
          await loader.add(table, some)
        }
      }
      return { rows }
    })
  } catch (cause) {
    throw explained(cause)
  } finally {
    await snapshot.close()
  }
}

async function fill<Answer>(
  to: string,
  now: string,
  work: (loader: Loader) => Promise<Answer>,
): Promise<Answer> {
  await changed(to, (tx) => mark(tx, to, now))
  const loader = await openLoader(to).catch(async (cause: unknown) => {
    // Somebody else has the store: it is theirs.
    await changed(to, (tx) => tx.platform_facts.delete({ name: RESTORE }))
    throw cause
  })
  try {
    const answer = await work(loader)
    await loader.commit()
    return answer
  } catch (cause) {
    await loader.abandon()
    throw cause
  }
}

async function changed(store: string, work: (tx: Tx) => Promise<void>): Promise<void> {
  const database = await openUnfinished(store)
  try {
    await database.transact(work)
  } finally {
    await database.close()
  }
}

/** From here on the store cannot be taken for a new one. The mark goes with the transaction that brings the rows. */
async function mark(tx: Tx, to: string, now: string): Promise<void> {
  // Counts of nothing are no content: those of the rows come with them.
  for (const { name, grouping, value, share } of await tx.counters.find({}))
    await tx.counters.delete({ name, grouping, value, share })
  for (const name of TABLE_NAMES) {
    const where = name === 'platform_facts' ? { name: { not: RESTORE } } : {}
    const found = await tx[name].first({ where } as never)
    if (found)
      throw new StoreRefused(
        `The store ${shownStore(to)} is not empty: it has ${name.replaceAll('_', ' ')}. Name a new one, or move this one out of the way first.`,
      )
  }
  await tx.platform_facts.put({ name: RESTORE, value: { began_at: now } })
}

const SQLITE_CONSTRAINT = 19
const POSTGRES_UNIQUE_VIOLATION = '23505'

/** Errors of zlib, of the file and of databases, in words. */
function explained(cause: unknown): unknown {
  const {
    code,
    errcode = 0,
    message,
  } = cause as { code?: unknown; errcode?: number; message: string }
  const repeated =
    (errcode & 0xff) === SQLITE_CONSTRAINT ||
    code === POSTGRES_UNIQUE_VIOLATION ||
    message.startsWith('duplicate key')
  if (repeated) return new BackupRefused('One row is there twice: that is not what was written.')
  if (typeof code !== 'string') return cause
  if (code === 'Z_BUF_ERROR') return new BackupRefused('This backup is cut off. Take another one.')
  if (code.startsWith('Z_'))
    return new BackupRefused(
      'This is no backup of a registry, or it is damaged: gzip cannot read it.',
    )
  if (code === 'ERR_SQLITE_ERROR') return new StoreUnavailable(cause)
  return code === 'ENOENT' ? new BackupRefused(`There is no such backup: ${message}.`) : cause
}
