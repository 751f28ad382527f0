import { useEffect, useState } from 'preact/hooks'

/** Milliseconds without a response after which the dashboard checks whether the registry is still reachable. */
export const SILENCE_MS = 15_000
/** The timeout of that check, in milliseconds. */
export const CHECK_TIMEOUT_MS = 10_000

export interface Connection {
  /** When the last response arrived, in milliseconds of this device's clock. */
  readonly responded_at: number
  /** Whether the last request received no response, or one that says that the registry is unavailable. */
  readonly failing: boolean
}

let current: Connection = { responded_at: Date.now(), failing: false }
const listeners = new Set<(connection: Connection) => void>()

function update(next: Connection): void {
  const changed = next.failing !== current.failing
  current = next
  if (changed) for (const listener of listeners) listener(next)
}

export const connection = (): Connection => current

/** Statuses that mean that a proxy or the registry itself cannot handle requests now. */
const UNAVAILABLE_STATUSES: readonly number[] = [502, 503, 504]

/** Records a response. A registry that is only busy has responded. */
export function recordResponse(status: number, code?: string): void {
  if (UNAVAILABLE_STATUSES.includes(status) && code !== 'SERVER_BUSY') recordFailure()
  else update({ responded_at: Date.now(), failing: false })
}

/** Records a request without a response. */
export const recordFailure = (): void => update({ ...current, failing: true })

/**
 * Returns how far the time of a page may advance, in milliseconds of this device's clock: while the registry does not respond, leases do
 * not expire, because it is unknown whether they were renewed.
 */
export const shownUntil = (now: number): number =>
  current.failing ? current.responded_at : Math.min(now, current.responded_at + SILENCE_MS)

/** Returns the state of the connection, and rerenders the component when the registry stops or starts responding. */
export function useConnection(): Connection {
  const [connection, setConnection] = useState(current)
  useEffect(() => {
    setConnection(current)
    listeners.add(setConnection)
    return () => void listeners.delete(setConnection)
  }, [])
  return connection
}
