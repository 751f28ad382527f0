import { StoreUnavailable, type Database } from './database.ts'

/** Is called when writing begins to fail or works again: once for each change, however many requests are affected. */
export interface WriteHealthListener {
  /** A write failed, and so did a probe write immediately after it. */
  onOutage(cause: unknown): void
  /** A write failed, but the probe write after it succeeded. */
  onTransientFailure(cause: unknown): void
  onRecovery(milliseconds: number): void
}

/** Knows whether a database can be written. */
export interface WriteHealthMonitor {
  /** Takes notice of a transaction that failed. */
  report(cause: unknown): void
  /** `suspected`: a write has failed, and a probe write is under way. */
  health(): 'healthy' | 'suspected' | 'failing'
  /** Stops probing. */
  close(): void
}

const PROBE_MS = 1000
const PROBE = 'write_probe'
/** As much as one request may write; a smaller probe would succeed when only a few bytes of the disk are left. */
const PROBE_TEXT = 'x'.repeat(64 * 1024)

/**
 * Creates a monitor for outages of writing: a full disk, a server that is down. After a failure it writes a probe at once and then every
 * second, until one succeeds. Another transaction that succeeds proves nothing, because it may have written nothing.
 */
export function createWriteHealthMonitor(
  database: Database,
  { onOutage, onTransientFailure, onRecovery }: WriteHealthListener,
): WriteHealthMonitor {
  let health: ReturnType<WriteHealthMonitor['health']> = 'healthy'
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const probe = async (): Promise<boolean> => {
    try {
      await database.transact((tx) => tx.platform_facts.put({ name: PROBE, value: PROBE_TEXT }))
      await database.transact((tx) => tx.platform_facts.delete({ name: PROBE }))
      return true
    } catch {
      return false
    }
  }
  const probeLater = (since: number) => {
    timer = setTimeout(() => {
      void probe().then((written) => {
        if (closed) return
        if (!written) return probeLater(since)
        health = 'healthy'
        onRecovery(performance.now() - since)
      })
    }, PROBE_MS).unref()
  }
  const checkAfter = async ({ cause }: StoreUnavailable) => {
    if (health !== 'healthy' || closed) return
    const since = performance.now()
    health = 'suspected'
    const written = await probe()
    if (closed) return
    health = written ? 'healthy' : 'failing'
    if (written) return onTransientFailure(cause)
    onOutage(cause)
    probeLater(since)
  }
  return {
    report(cause) {
      if (cause instanceof StoreUnavailable) void checkAfter(cause)
    },
    health: () => health,
    close() {
      closed = true
      clearTimeout(timer)
    },
  }
}
