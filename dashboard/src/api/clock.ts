/** The offset of the registry's clock from the clock of this device, in milliseconds. Small differences are network latency and are ignored. */
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
