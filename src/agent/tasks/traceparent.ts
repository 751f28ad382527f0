import { sha256Hex } from '../../domain/crypto/hash.ts'
import { validTraceparent } from '../../contract/traceparent.ts'

/** A UUID whose digits can be the id of a trace, which must not be all zeros. */
const UUID = /^(?![0-]+$)[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Returns the `traceparent` of a task (docs/specification/agent-protocol.md#external-trace): that of the request if it is valid, else one
 * that is derived from the trace id, so that all tasks with one trace id belong to one trace.
 */
export function traceparentOf(header: string | undefined, trace_id: string): string {
  const given = validTraceparent(header)
  if (given !== undefined) return given
  const digits = sha256Hex(trace_id)
  const trace = UUID.test(trace_id) ? trace_id.replaceAll('-', '') : digits.slice(0, 32)
  return `00-${trace}-${digits.slice(32, 48)}-00`
}
