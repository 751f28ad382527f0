/** How far the registry's clock is ahead of this device's, in milliseconds; small differences are the network's. */
let ahead = 0
const NOTICEABLE_MS = 3000

/** Learns the registry's time from the Date header of an answer. */
export function hearServerTime(date: string | null): void {
  const heard = Date.parse(date ?? '')
  if (Number.isNaN(heard)) return
  const difference = heard - Date.now()
  ahead = Math.abs(difference) > NOTICEABLE_MS ? difference : 0
}

/** The registry's time in milliseconds, by which leases and PINs end. */
export const now = (): number => Date.now() + ahead
