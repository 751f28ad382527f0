/** How far the registry's clock is ahead of this device's, in milliseconds; small differences are the network's. */
let offsetMs = 0
const MIN_OFFSET_MS = 3000

/** Learns the registry's time from the Date header of an answer. */
export function recordServerTime(date: string | null): void {
  const heard = Date.parse(date ?? '')
  if (Number.isNaN(heard)) return
  const difference = heard - Date.now()
  offsetMs = Math.abs(difference) > MIN_OFFSET_MS ? difference : 0
}

/** The registry's time in milliseconds, by which leases and PINs end. */
export const serverNow = (): number => Date.now() + offsetMs
