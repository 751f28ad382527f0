import type { IncomingMessage } from 'node:http'
import { BodyError } from './body.ts'

/** The smallest buffer that is allocated for a body that arrives in pieces. */
const FIRST_BYTES = 1024

interface ReadOptions {
  readonly max_bytes: number
  /** If undefined, only the request timeout of the server applies. */
  readonly deadline_ms: number | undefined
  /** Reserves memory. Returns false if there is none. */
  readonly reserve: (bytes: number) => boolean
  /** Creates the error for a failed reservation. */
  readonly noMemory: () => BodyError
  /** Registers the body with a function that aborts it. Returns a function to call once the body is read or refused. */
  readonly onStart: (abort: () => void) => () => void
  readonly onChunk: (bytes: number) => void
}

/**
 * Reads a body to its end, or stops at the first byte that exceeds the limit. A stopped request stays paused, so that nothing more is read
 * from the socket.
 */
export function readBytes(
  request: IncomingMessage,
  { max_bytes, deadline_ms, reserve, noMemory, onStart, onChunk }: ReadOptions,
): Promise<Buffer> {
  const declared_length = lengthOf(request)
  if (declared_length !== undefined && declared_length > max_bytes)
    return Promise.reject(tooLarge(max_bytes))
  // Earlier middleware may have read the body.
  if (request.readableEnded) return Promise.resolve(EMPTY)
  return new Promise((resolve, reject) => {
    let buffer = EMPTY
    let size = 0
    const deadline =
      deadline_ms === undefined
        ? undefined
        : setTimeout(() => settle(tooSlow(deadline_ms)), deadline_ms)
    const settle = (error?: BodyError) => {
      clearTimeout(deadline)
      unregister()
      request.off('data', onData).off('end', onEnd).off('error', onBroken).off('close', onBroken)
      if (!error) return resolve(size === buffer.length ? buffer : buffer.subarray(0, size))
      request.pause()
      reject(error)
    }
    const unregister = onStart(() => settle(new BodyError('REQUEST_TIMEOUT', EVICTED)))
    const onData = (chunk: Buffer) => {
      onChunk(chunk.length)
      const needed = size + chunk.length
      if (needed > max_bytes) return settle(tooLarge(max_bytes))
      if (needed > buffer.length) {
        const capacity =
          needed === declared_length
            ? needed
            : Math.min(max_bytes, Math.max(needed, 2 * buffer.length, FIRST_BYTES))
        if (!reserve(capacity - buffer.length)) return settle(noMemory())
        buffer = size === 0 && needed === declared_length ? chunk : enlarged(buffer, size, capacity)
      }
      if (buffer !== chunk) chunk.copy(buffer, size)
      size = needed
    }
    const onEnd = () => settle()
    const onBroken = (cause?: unknown) =>
      settle(new BodyError('MALFORMED_REQUEST', INCOMPLETE, { cause }))
    // A `close` event without an `end` event means that the connection broke.
    request.on('data', onData).on('end', onEnd).on('error', onBroken).on('close', onBroken)
  })
}

function enlarged(buffer: Buffer, size: number, capacity: number): Buffer {
  const larger = Buffer.allocUnsafeSlow(capacity)
  buffer.copy(larger, 0, 0, size)
  return larger
}

function lengthOf({ headers }: IncomingMessage): number | undefined {
  const text = headers['content-length']
  return text === undefined || headers['transfer-encoding'] !== undefined ? undefined : Number(text)
}

const EMPTY: Buffer = Buffer.alloc(0)
const INCOMPLETE = 'The connection closed before the body was complete.'
const EVICTED =
  'The request body arrived too slowly while others waited for memory; send the request again.'
const tooLarge = (max_bytes: number) =>
  new BodyError(
    'BODY_TOO_LARGE',
    `The request body is too large; this operation accepts at most ${max_bytes} bytes.`,
  )
const tooSlow = (deadline_ms: number) =>
  new BodyError(
    'REQUEST_TIMEOUT',
    `The request body was not complete within ${deadline_ms / 1000} seconds; send the request again.`,
  )
