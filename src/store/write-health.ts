import { StoreUnavailable, type Database } from './database.ts'

/** Called once when writes begin to fail or succeed again, regardless of how many requests are affected. */
export interface WriteHealthListener {
  /** A write failed, and so did a probe write immediately after it. */
  onOutage(cause: unknown): void
  /** A write failed, but the probe write after it succeeded. */
  onTransientFailure(cause: unknown): void
  onRecovery(milliseconds: number): void
}

/** Monitors whether a database is writable. */
export interface WriteHealthMonitor {
  /** Reports a failed transaction to the monitor. */
  report(cause: unknown): void
  /**
   * Returns whether the events of the listener cover an error: any StoreUnavailable from a failed write until a probe succeeds, and one
   * that was reported to the monitor even after that, because a caller may pass on its error only once the probe has succeeded.
   */
  covers(cause: unknown): boolean
  /** Returns the current state. `suspected` means that a write has failed and a probe write is in progress. */
  health(): 'healthy' | 'suspected' | 'failing'
  /** Stops probing. */
  close(): void
}

const PROBE_MS = 1000
const PROBE = 'write_probe'
/** The probe writes 64 KiB, because a smaller one could succeed even if the disk is nearly full. */
const PROBE_TEXT = 'x'.repeat(64 * 1024)

/**
 * Creates a monitor for write outages, such as a full disk or a server that is down. After a failure it writes a probe at once and then
 * every second until a probe succeeds. Other transactions that succeed prove nothing, because they may not have written anything.
 */
export function createWriteHealthMonitor(
  database: Database,
  { onOutage, onTransientFailure, onRecovery }: WriteHealthListener,
): WriteHealthMonitor {
  let health: ReturnType<WriteHealthMonitor['health']> = 'healthy'
  let timer: NodeJS.Timeout | undefined
  let closed = false
  const reported = new WeakSet<StoreUnavailable>()

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
      void probe().then((succeeded) => {
        if (closed) return
        if (!succeeded) return probeLater(since)
        health = 'healthy'
        onRecovery(performance.now() - since)
      })
    }, PROBE_MS).unref()
  }
  const checkAfter = async (failure: StoreUnavailable) => {
    if (closed) return
    reported.add(failure)
    if (health !== 'healthy') return
    const { cause } = failure
    const since = performance.now()
    health = 'suspected'
    const succeeded = await probe()
    if (closed) return
    health = succeeded ? 'healthy' : 'failing'
    if (succeeded) return onTransientFailure(cause)
    onOutage(cause)
    probeLater(since)
  }
  return {
    report(cause) {
      if (cause instanceof StoreUnavailable) void checkAfter(cause)
    },
    covers: (cause) =>
      cause instanceof StoreUnavailable && (health !== 'healthy' || reported.has(cause)),
    health: () => health,
    close() {
      closed = true
      clearTimeout(timer)
    },
  }
}
