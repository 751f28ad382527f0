/** What one request to a destination may hold. */
export interface BatchLimits {
  readonly count: number
  /** Bytes of the body in UTF-8, before any compression. */
  readonly bytes: number
  /** Bytes between two items. */
  readonly separator_bytes: number
  /** Bytes around all of them. */
  readonly envelope_bytes: number
}

/** How many items, from the first on, fit into one request; never none, since what does not fit alone has to be judged by the destination. */
export function countFitting(
  items: readonly string[],
  { count, bytes, separator_bytes: between, envelope_bytes: around }: BatchLimits,
): number {
  let size = around - between
  let taken = 0
  for (const item of items.slice(0, count)) {
    size += between + Buffer.byteLength(item)
    if (taken > 0 && size > bytes) return taken
    taken += 1
  }
  return taken
}
