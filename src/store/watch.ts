import { StoreUnavailable, type Database } from './database.ts'

/** Told when writing begins to fail and when it works again: once each, however many requests meet it. */
export interface Watcher {
  onOutage(cause: unknown): void
  onRecovery(milliseconds: number): void
}
export interface Watched extends Database {
  /** Whether what is written now would be kept, as far as is known. */
  isWritable(): boolean
}

const PROBE_MS = 1000
const PROBE = 'write_probe'
/** As much as one request may write, so that a few bytes that are left do not look like space. */
const PROBE_TEXT = 'x'.repeat(64 * 1024)

/**
 * Watches a database for outages of writing: a full disk, a server that is down. From the first failure on it tries by itself, each
 * second, until something is kept again. A work that writes nothing proves nothing.
 */
export function watched(database: Database, { onOutage, onRecovery }: Watcher): Watched {
  let since: number | undefined
  let timer: NodeJS.Timeout | undefined

  const probe = async () => {
    try {
      await database.transact((tx) => tx.platform_facts.put({ name: PROBE, value: PROBE_TEXT }))
      await database.transact((tx) => tx.platform_facts.delete({ name: PROBE }))
    } catch {
      if (since !== undefined) timer = setTimeout(() => void probe(), PROBE_MS).unref()
      return
    }
    const lasted = performance.now() - since!
    since = undefined
    onRecovery(lasted)
  }
  const failed = (cause: StoreUnavailable) => {
    if (since !== undefined || cause.cause === 'closed') return
    since = performance.now()
    onOutage(cause.cause)
    timer = setTimeout(() => void probe(), PROBE_MS).unref()
  }
  return {
    transact: (work) => database.transact(work).catch((cause: unknown) => {
      if (cause instanceof StoreUnavailable) failed(cause)
      throw cause
    }),
    read: (work) => database.read(work),
    isWritable: () => since === undefined,
    async close() {
      since = undefined
      clearTimeout(timer)
      await database.close()
    },
  }
}
