import type { IncomingMessage } from 'node:http'
import { BodyError, type BodyLimits } from './body.ts'

const KIBIBYTE = 1024
const MEBIBYTE = 1024 * KIBIBYTE

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

/**
 * Maximum bytes of memory for the bodies of one authenticated group, such as an organization, including their parsed values. A request that
 * is the only one of its group is always admitted (docs/specification/trust.md#known-bodies).
 */
export const GROUP_BYTES = 64 * MEBIBYTE
/**
 * Estimated memory of a parsed value for each of its tokens. An empty object in a list takes about 64 bytes and has two tokens.
 */
const TOKEN_BYTES = 64

/** Counts of the bodies of one server since it started, and the memory they occupy now. */
export interface BodyCounts {
  /** Bytes of bodies read from sockets. */
  readonly read_bytes: number
  /** Bodies that were parsed as JSON, successfully or not. */
  readonly parsed: number
  /** Requests in progress that have begun to read their body. */
  readonly in_flight: number
  /** Bytes of memory that anonymous bodies occupy now. */
  readonly held_bytes: number
  /** The maximum of `held_bytes` so far. */
  readonly peak_held_bytes: number
  /** Bytes of memory that the bodies of authenticated groups occupy now. */
  readonly group_held_bytes: number
}

/** Reads the body of one request within the server's budget. */
interface BudgetedBody {
  /** @throws BodyError */
  read(limits: BodyLimits): Promise<Buffer>
  /**
   * Reserves memory for the parsed value before the body is parsed.
   * @throws BodyError if there is not enough memory
   */
  reserveParsed(tokens: number): void
  /** Releases all memory of the body, once the request is answered. */
  end(): void
}

/** Reads the bodies of one server and limits the memory they hold. */
export interface BodyBudget {
  /** Opens the body of a request. @param address returns the key under which the client's address is counted */
  open(request: IncomingMessage, address: () => string): BudgetedBody
  counts(): BodyCounts
}

/**
 * Milliseconds after which an incomplete body may be evicted if there is no memory left. Only a body that is sent very slowly takes longer
 * than this.
 */
const EVICTABLE_AFTER_MS = 1000

/** The smallest buffer that is allocated for a body that arrives in pieces. */
const FIRST_BYTES = KIBIBYTE

/**
 * Creates the body budget of a server. The bytes of anonymous bodies are counted as they are allocated, from their arrival until the
 * request is answered, because the parsed value is kept for as long. A body is stored in one buffer, because ten thousand chunks of one
 * byte would take a hundred times their size as objects.
 */
export function createBodyBudget(
  bounds: AnonymousBounds = ANONYMOUS_BOUNDS,
  group_bytes = GROUP_BYTES,
): BodyBudget {
  const counts = {
    read_bytes: 0,
    parsed: 0,
    in_flight: 0,
    held_bytes: 0,
    peak_held_bytes: 0,
    group_held_bytes: 0,
  }
  const heldByAddress = new Map<string, number>()
  /** Bytes that the bodies of each authenticated group occupy, including their parsed values. */
  const heldByGroup = new Map<string, number>()
  /** The incomplete anonymous bodies, the oldest first. */
  const incomplete = new Set<IncompleteBody>()

  /** Evicts the oldest other incomplete body that occupies memory, if it is older than EVICTABLE_AFTER_MS. */
  function evictOldest(self: IncompleteBody): boolean {
    for (const other of incomplete) {
      if (other === self || !other.holdsMemory()) continue
      if (performance.now() - other.since < EVICTABLE_AFTER_MS) return false
      other.evict()
      return true
    }
    return false
  }
  function reserveAnonymous(address: string, bytes: number): boolean {
    if (counts.held_bytes + bytes > bounds.process_bytes || exceedsAddress(address, bytes))
      return false
    counts.held_bytes += bytes
    counts.peak_held_bytes = Math.max(counts.peak_held_bytes, counts.held_bytes)
    heldByAddress.set(address, (heldByAddress.get(address) ?? 0) + bytes)
    return true
  }
  /** Tells whether an address would exceed its own limit, in which case it must not evict the bodies of others. */
  const exceedsAddress = (address: string, bytes: number): boolean =>
    (heldByAddress.get(address) ?? 0) + bytes > bounds.address_bytes
  function releaseAnonymous(address: string, bytes: number): void {
    const left = (heldByAddress.get(address) ?? 0) - bytes
    counts.held_bytes -= bytes
    if (left > 0) heldByAddress.set(address, left)
    else heldByAddress.delete(address)
  }

  /** Adjusts the bytes that a group occupies. Returns false and changes nothing if the other requests of the group leave too little memory. */
  function adjustGroup(group: string, by: number, own: number): boolean {
    const total = heldByGroup.get(group) ?? 0
    if (by > 0 && total > own && total + by > group_bytes) return false
    counts.group_held_bytes += by
    if (total + by > 0) heldByGroup.set(group, total + by)
    else heldByGroup.delete(group)
    return true
  }

  return {
    counts: () => ({ ...counts }),
    open(request, addressOf) {
      let held = 0
      let address = ''
      let group: string | undefined
      let hasStarted = false
      const reserveForGroup = (bytes: number): boolean => {
        if (group === undefined) return true
        const isReserved = adjustGroup(group, bytes, held)
        if (isReserved) held += bytes
        return isReserved
      }
      const reserveForAddress = (bytes: number, self: IncompleteBody): boolean => {
        while (!reserveAnonymous(address, bytes))
          if (exceedsAddress(address, bytes) || !evictOldest(self)) return false
        held += bytes
        return true
      }
      const release = () => {
        if (held > 0 && group !== undefined) adjustGroup(group, -held, held)
        else if (held > 0) releaseAnonymous(address, held)
        held = 0
      }
      return {
        read(limits) {
          if (!hasStarted) counts.in_flight += 1
          hasStarted = true
          if (limits.anonymous) address = addressOf()
          else group = limits.group
          return collect(request, {
            max_bytes: limits.max_bytes,
            deadline_ms: limits.anonymous ? bounds.deadline_ms : undefined,
            reserve: limits.anonymous ? reserveForAddress : reserveForGroup,
            noMemory: () => (limits.anonymous ? new BodyError('SERVER_BUSY', BUSY) : groupFull()),
            onStart(abort) {
              const body: IncompleteBody = {
                since: performance.now(),
                holdsMemory: () => held > 0,
                evict: () => {
                  abort()
                  release()
                },
              }
              if (limits.anonymous) incomplete.add(body)
              return { body, onEnd: () => void incomplete.delete(body) }
            },
            onChunk: (bytes) => {
              counts.read_bytes += bytes
            },
          })
        },
        reserveParsed(tokens) {
          if (!reserveForGroup(tokens * TOKEN_BYTES)) throw groupFull()
          counts.parsed += 1
        },
        end() {
          if (hasStarted) counts.in_flight -= 1
          release()
          hasStarted = false
        },
      }
    },
  }
}

/** A body that is still being read. */
interface IncompleteBody {
  /** Milliseconds of the monotonic clock. */
  readonly since: number
  /** Tells whether evicting it would free memory. */
  holdsMemory(): boolean
  evict(): void
}

interface CollectOptions {
  readonly max_bytes: number
  /** If undefined, only the request timeout of the server applies. */
  readonly deadline_ms: number | undefined
  /** Reserves memory. Returns false if there is none. */
  readonly reserve: (bytes: number, self: IncompleteBody) => boolean
  /** Creates the error for a failed reservation. */
  readonly noMemory: () => BodyError
  /** Registers the body with a function that aborts it. Returns its handle and a function to call at its end. */
  readonly onStart: (abort: () => void) => { readonly body: IncompleteBody; onEnd(): void }
  readonly onChunk: (bytes: number) => void
}

/**
 * Reads a body to its end, or stops at the first byte that exceeds the limit. A stopped request stays paused, so that nothing more is read
 * from the socket.
 */
function collect(
  request: IncomingMessage,
  { max_bytes, deadline_ms, reserve, noMemory, onStart, onChunk }: CollectOptions,
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
      registration.onEnd()
      request.off('data', onData).off('end', onEnd).off('error', onBroken).off('close', onBroken)
      if (!error) return resolve(size === buffer.length ? buffer : buffer.subarray(0, size))
      request.pause()
      reject(error)
    }
    const registration = onStart(() => settle(new BodyError('REQUEST_TIMEOUT', EVICTED)))
    const onData = (chunk: Buffer) => {
      onChunk(chunk.length)
      const needed = size + chunk.length
      if (needed > max_bytes) return settle(tooLarge(max_bytes))
      if (needed > buffer.length) {
        const capacity =
          needed === declared_length
            ? needed
            : Math.min(max_bytes, Math.max(needed, 2 * buffer.length, FIRST_BYTES))
        if (!reserve(capacity - buffer.length, registration.body)) return settle(noMemory())
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
const BUSY =
  'The server is reading too many bodies of clients without a credential; send the request again after the time in Retry-After.'
const GROUP_FULL =
  'The concurrent requests of this organization occupy the maximum amount of memory; send fewer or smaller ones at a time.'
const groupFull = () => new BodyError('RATE_LIMITED', GROUP_FULL)
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
