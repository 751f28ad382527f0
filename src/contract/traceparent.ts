/** A `traceparent` of W3C Trace Context, version 00. */
const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/

/** The trace that a request belongs to. */
export interface Trace {
  readonly traceparent: string
  /** 32 hexadecimal digits. */
  readonly trace_id: string
}

/** Reads a `traceparent` header. An invalid one is ignored, as W3C Trace Context requires. */
export function readTraceparent(header: string): Trace | undefined {
  const [traceparent, trace_id] = TRACEPARENT.exec(header) ?? []
  return trace_id === undefined ? undefined : { traceparent: traceparent!, trace_id }
}

/** Returns a `traceparent` if there is a valid one. */
export const validTraceparent = (header: string | undefined): string | undefined =>
  header === undefined ? undefined : readTraceparent(header)?.traceparent
