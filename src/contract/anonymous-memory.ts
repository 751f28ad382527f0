const MEBIBYTE = 1024 * 1024

/** Limits the bodies of unauthenticated clients (docs/specification/trust.md#anonymous-bodies). */
export interface AnonymousBounds {
  /** Maximum bytes of memory for all anonymous bodies together. */
  readonly process_bytes: number
  /** Maximum bytes of memory for the anonymous bodies of one client address. IPv6 addresses are counted by their /64. */
  readonly address_bytes: number
  /** Milliseconds after the start of reading at which an incomplete body is refused. */
  readonly deadline_ms: number
}
export const ANONYMOUS_BOUNDS: AnonymousBounds = {
  process_bytes: 4 * MEBIBYTE,
  address_bytes: MEBIBYTE,
  deadline_ms: 10_000,
}

/** Counts the memory that the anonymous bodies of all clients occupy. */
export interface AnonymousCounts {
  held_bytes: number
  peak_held_bytes: number
}

/** Counts the bytes of anonymous bodies, in total and per client address. */
export function createAnonymousMemory(bounds: AnonymousBounds, counts: AnonymousCounts) {
  const heldByAddress = new Map<string, number>()
  /** Returns whether an address would exceed its own limit, in which case it must not evict the bodies of others. */
  const exceedsAddress = (address: string, bytes: number): boolean =>
    (heldByAddress.get(address) ?? 0) + bytes > bounds.address_bytes
  return {
    exceedsAddress,
    reserve(address: string, bytes: number): boolean {
      if (counts.held_bytes + bytes > bounds.process_bytes || exceedsAddress(address, bytes))
        return false
      counts.held_bytes += bytes
      counts.peak_held_bytes = Math.max(counts.peak_held_bytes, counts.held_bytes)
      heldByAddress.set(address, (heldByAddress.get(address) ?? 0) + bytes)
      return true
    },
    release(address: string, bytes: number): void {
      const remaining = (heldByAddress.get(address) ?? 0) - bytes
      counts.held_bytes -= bytes
      if (remaining > 0) heldByAddress.set(address, remaining)
      else heldByAddress.delete(address)
    },
  }
}

export type AnonymousMemory = ReturnType<typeof createAnonymousMemory>
