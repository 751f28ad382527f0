/** Limits one request to a destination. */
export interface BatchLimits {
  readonly count: number
  /** Bytes of the body in UTF-8, before compression. */
  readonly bytes: number
  /** Bytes between two items. */
  readonly separator_bytes: number
  /** Bytes around all of them. */
  readonly envelope_bytes: number
}

/** Returns how many items, from the first on, fit into one request; at least one, because the destination decides about an oversized item. */
export function countFitting(
  items: readonly string[],
  { count, bytes, separator_bytes, envelope_bytes }: BatchLimits,
): number {
  let size = envelope_bytes - separator_bytes
  let taken = 0
  for (const item of items.slice(0, count)) {
    size += separator_bytes + Buffer.byteLength(item)
    if (taken > 0 && size > bytes) return taken
    taken += 1
  }
  return taken
}
