import { sha256Hex } from '../../domain/crypto/hash.ts'

/** A `traceparent` of W3C Trace Context, version 00. */
const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Returns the `traceparent` of a task (docs/specification/agent-protocol.md#external-trace): that of the request if it is valid, else one
 * that is derived from the trace id, so that all tasks with one trace id belong to one trace.
 */
export function traceparentOf(header: string | undefined, trace_id: string): string {
  if (header !== undefined && TRACEPARENT.test(header)) return header
  const digits = sha256Hex(trace_id)
  const trace = UUID.test(trace_id) ? trace_id.replaceAll('-', '') : digits.slice(0, 32)
  return `00-${trace}-${digits.slice(32, 48)}-00`
}
