import { StoreUnavailable, type Database } from './database.ts'

/** Told what becomes of writing: once each, however many requests meet it. */
export interface Watcher {
  /** A write failed, and so did one that was tried at once to see. */
  onOutage(cause: unknown): void
  /** A write failed, and the next one was kept. */
  onHiccup(cause: unknown): void
  onRecovery(milliseconds: number): void
}
export interface Watched extends Database {
  /** `suspected`: something failed, and it is being tried whether that goes on. */
  writing(): 'kept' | 'suspected' | 'refused'
}

const PROBE_MS = 1000
const PROBE = 'write_probe'
/** As much as one request may write, so that a few bytes that are left do not look like space. */
const PROBE_TEXT = 'x'.repeat(64 * 1024)

/**
 * Watches a database for outages of writing: a full disk, a server that is down. After a failure it tries by itself, at once and then
 * each second, until something is kept again. That another work succeeds proves nothing, since it may have written nothing.
 */
export function watched(database: Database, { onOutage, onHiccup, onRecovery }: Watcher): Watched {
  let state: ReturnType<Watched['writing']> = 'kept'
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const keeps = async () => {
    try {
      await database.transact((tx) => tx.platform_facts.put({ name: PROBE, value: PROBE_TEXT }))
      await database.transact((tx) => tx.platform_facts.delete({ name: PROBE }))
      return true
    } catch {
      return false
    }
  }
  const again = (since: number) => {
    timer = setTimeout(() => {
      void keeps().then((kept) => {
        if (closed) return
        if (!kept) return again(since)
        state = 'kept'
        onRecovery(performance.now() - since)
      })
    }, PROBE_MS).unref()
  }
  const suspect = async ({ cause }: StoreUnavailable) => {
    if (state !== 'kept' || closed) return
    const since = performance.now()
    state = 'suspected'
    const kept = await keeps()
    if (closed) return
    state = kept ? 'kept' : 'refused'
    if (kept) return onHiccup(cause)
    onOutage(cause)
    again(since)
  }
  return {
    ...database,
    transact: (work) =>
      database.transact(work).catch((cause: unknown) => {
        if (cause instanceof StoreUnavailable) void suspect(cause)
        throw cause
      }),
    writing: () => state,
    async close() {
      closed = true
      clearTimeout(timer)
      await database.close()
    },
  }
}
