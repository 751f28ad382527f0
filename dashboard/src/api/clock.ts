import { useEffect, useState } from 'preact/hooks'
import { shownUntil } from './connection.ts'

/**
 * The offset of the registry's clock from the clock of this device, in milliseconds. Small differences are network latency and are ignored.
 */
let offsetMs = 0
const MIN_OFFSET_MS = 3000

/** Updates the clock offset from the Date header of a response. */
export function recordServerTime(date: string | null): void {
  const serverTime = Date.parse(date ?? '')
  if (Number.isNaN(serverTime)) return
  const difference = serverTime - Date.now()
  offsetMs = Math.abs(difference) > MIN_OFFSET_MS ? difference : 0
}

/** Returns the registry's time in milliseconds, which decides when leases and PINs expire. */
export const serverNow = (): number => Date.now() + offsetMs

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** Returns the registry's time, which stops advancing while the registry does not respond (`shownUntil`). */
const shownNow = (): number => shownUntil(Date.now()) + offsetMs

/**
 * Returns the time of the registry in milliseconds and updates it every second. It stops advancing while the registry does not respond. All
 * components share one timer.
 */
export function useServerNow(): number {
  const [now, setNow] = useState(shownNow)
  useEffect(() => {
    const tick = () => setNow(shownNow())
    listeners.add(tick)
    timer ??= setInterval(() => {
      for (const listener of listeners) listener()
    }, 1000)
    return () => {
      listeners.delete(tick)
      if (listeners.size === 0) timer = void clearInterval(timer)
    }
  }, [])
  return now
}
