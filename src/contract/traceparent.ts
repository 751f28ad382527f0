/** A `traceparent` of W3C Trace Context, version 00. */
const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/

/** Returns a `traceparent` header if it is valid. An invalid one is ignored, as W3C Trace Context requires. */
export const validTraceparent = (header: string | undefined): string | undefined =>
  header !== undefined && TRACEPARENT.test(header) ? header : undefined

/** Returns the trace id of a `traceparent`, 32 hexadecimal digits, or undefined if it is not valid. */
const traceIdOf = (header: string | undefined): string | undefined =>
  TRACEPARENT.exec(header ?? '')?.[1]

/** Returns the trace id of a `traceparent` as a member for records and logs, or nothing if the request belongs to no trace. */
export const traceMember = (header: string | undefined): { readonly trace_id?: string } => {
  const trace_id = traceIdOf(header)
  return trace_id === undefined ? {} : { trace_id }
}
