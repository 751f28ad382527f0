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
  /** Releases all memory of the body, once the request is completed. */
  end(): void
}

/** Reads the bodies of one server and limits the memory that they occupy. */
export interface BodyBudget {
  /** Opens the body of a request. @param address returns the key under which the client's address is counted */
  open(request: IncomingMessage, address: () => string): BudgetedBody
  counts(): BodyCounts
}

/** The smallest buffer that is allocated for a body that arrives in chunks. */
const FIRST_BYTES = 1024
/**
 * Milliseconds after which an incomplete body may be evicted if there is no memory left. Only a body that is sent very slowly takes longer
 * than this.
 */
const EVICTABLE_AFTER_MS = 1000

/**
 * Creates the body budget of a server. The bytes of anonymous bodies are counted as they are allocated, from their arrival until the
 * request is completed, because the parsed value is kept for as long. A body is stored in one buffer, because ten thousand chunks of one
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
  const memory: Memory = {
    counts,
    bounds,
    anonymous: createAnonymousMemory(bounds, counts),
    groups: createGroupMemory(group_bytes, counts),
    incomplete: new Set(),
  }
  return {
    counts: () => ({ ...counts }),
    open: (request, addressOf) => new PendingBody(memory, request, addressOf),
  }
}

type MutableCounts = { -readonly [Name in keyof BodyCounts]: number }

/** The memory that the bodies of one server occupy. */
interface Memory {
  readonly counts: MutableCounts
  readonly bounds: AnonymousBounds
  readonly anonymous: ReturnType<typeof createAnonymousMemory>
  readonly groups: ReturnType<typeof createGroupMemory>
  /** The incomplete anonymous bodies, the oldest first. */
  readonly incomplete: Set<PendingBody>
}

/** Counts the bytes of anonymous bodies: of all of them, and of each client address. */
function createAnonymousMemory(bounds: AnonymousBounds, counts: MutableCounts) {
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

/** Counts the bytes that the bodies of each authenticated group occupy, including their parsed values. */
function createGroupMemory(group_bytes: number, counts: MutableCounts) {
  const heldByGroup = new Map<string, number>()
  return {
    /** Adjusts the bytes of a group. Returns false and changes nothing if the other requests of the group leave too little memory. */
    adjust(group: string, change: number, request_bytes: number): boolean {
      const total = heldByGroup.get(group) ?? 0
      if (change > 0 && total > request_bytes && total + change > group_bytes) return false
      counts.group_held_bytes += change
      if (total + change > 0) heldByGroup.set(group, total + change)
      else heldByGroup.delete(group)
      return true
    },
  }
}

/** The body of one request, which may be evicted while it is being read. */
class PendingBody implements BudgetedBody {
  readonly #memory: Memory
  readonly #request: IncomingMessage
  readonly #addressOf: () => string
  #held = 0
  #address = ''
  #group: string | undefined
  #hasStarted = false
  /** Milliseconds of the monotonic clock. */
  #since = 0
  #abort: () => void = () => undefined

  constructor(memory: Memory, request: IncomingMessage, addressOf: () => string) {
    this.#memory = memory
    this.#request = request
    this.#addressOf = addressOf
  }

  read(limits: BodyLimits): Promise<Buffer> {
    const { anonymous, max_bytes, group } = limits
    if (!this.#hasStarted) this.#memory.counts.in_flight += 1
    this.#hasStarted = true
    if (anonymous) this.#address = this.#addressOf()
    else this.#group = group
    const declared_length = lengthOf(this.#request)
    if (declared_length !== undefined && declared_length > max_bytes)
      return Promise.reject(tooLarge(max_bytes))
    // Earlier middleware may have read the body.
    if (this.#request.readableEnded) return Promise.resolve(EMPTY)
    return this.#readBytes(limits, declared_length)
  }

  /**
   * Reads the whole body, or stops at the first byte that exceeds the limit. A stopped request stays paused, so that nothing more is
   * read from the socket.
   */
  #readBytes(
    { max_bytes, anonymous }: BodyLimits,
    declared_length: number | undefined,
  ): Promise<Buffer> {
    const request = this.#request
    const { counts, bounds, incomplete } = this.#memory
    return new Promise((resolve, reject) => {
      let buffer = EMPTY
      let size = 0
      const settle = (error?: BodyError) => {
        clearTimeout(deadline)
        incomplete.delete(this)
        request.off('data', onData).off('end', onEnd).off('error', onBroken).off('close', onBroken)
        if (!error) return resolve(size === buffer.length ? buffer : buffer.subarray(0, size))
        request.pause()
        reject(error)
      }
      // For the body of a known caller only the request timeout of the server applies.
      const deadline = anonymous
        ? setTimeout(() => settle(tooSlow(bounds.deadline_ms)), bounds.deadline_ms)
        : undefined
      this.#since = performance.now()
      this.#abort = () => settle(new BodyError('REQUEST_TIMEOUT', EVICTED))
      if (anonymous) incomplete.add(this)
      const onData = (chunk: Buffer) => {
        counts.read_bytes += chunk.length
        const needed = size + chunk.length
        if (needed > max_bytes) return settle(tooLarge(max_bytes))
        if (needed > buffer.length) {
          const capacity =
            needed === declared_length
              ? needed
              : Math.min(max_bytes, Math.max(needed, 2 * buffer.length, FIRST_BYTES))
          const refused = this.#reserve(capacity - buffer.length, anonymous)
          if (refused) return settle(refused)
          buffer =
            size === 0 && needed === declared_length ? chunk : enlarged(buffer, size, capacity)
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

  reserveParsed(tokens: number): void {
    if (!this.#reserveForGroup(tokens * TOKEN_BYTES)) throw groupFull()
    this.#memory.counts.parsed += 1
  }

  end(): void {
    if (this.#hasStarted) this.#memory.counts.in_flight -= 1
    this.#release()
    this.#hasStarted = false
  }

  /** Reserves memory for the bytes of the body. Returns the error if there is none. */
  #reserve(bytes: number, anonymous: boolean): BodyError | undefined {
    if (anonymous)
      return this.#reserveForAddress(bytes) ? undefined : new BodyError('SERVER_BUSY', BUSY)
    return this.#reserveForGroup(bytes) ? undefined : groupFull()
  }

  #reserveForGroup(bytes: number): boolean {
    if (this.#group === undefined) return true
    const isReserved = this.#memory.groups.adjust(this.#group, bytes, this.#held)
    if (isReserved) this.#held += bytes
    return isReserved
  }

  #reserveForAddress(bytes: number): boolean {
    const { anonymous } = this.#memory
    while (!anonymous.reserve(this.#address, bytes))
      if (anonymous.exceedsAddress(this.#address, bytes) || !this.#evictOldestOther()) return false
    this.#held += bytes
    return true
  }

  /** Evicts the oldest other incomplete body that occupies memory, if it is older than EVICTABLE_AFTER_MS. */
  #evictOldestOther(): boolean {
    for (const other of this.#memory.incomplete) {
      if (other === this || other.#held === 0) continue
      if (performance.now() - other.#since < EVICTABLE_AFTER_MS) return false
      other.#abort()
      other.#release()
      return true
    }
    return false
  }

  #release(): void {
    const { anonymous, groups } = this.#memory
    if (this.#held > 0 && this.#group !== undefined)
      groups.adjust(this.#group, -this.#held, this.#held)
    else if (this.#held > 0) anonymous.release(this.#address, this.#held)
    this.#held = 0
  }
}

const BUSY =
  'The server is reading too many bodies from clients without a credential; send the request again after the time in Retry-After.'
const GROUP_FULL =
  'The concurrent requests of this organization, or of its installations, occupy the maximum amount of memory; send fewer or smaller ones at a time.'
const groupFull = () => new BodyError('RATE_LIMITED', GROUP_FULL)

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
