import type { IncomingMessage } from 'node:http'
import {
  ANONYMOUS_BOUNDS,
  createAnonymousMemory,
  type AnonymousBounds,
  type AnonymousMemory,
} from './anonymous-memory.ts'
import type { BodyError, BodyGroup, BodyLimits } from './body.ts'
import { broken, busy, evicted, groupFull, stalled, tooLarge, tooSlow } from './body-errors.ts'

const KIBIBYTE = 1024
const MEBIBYTE = 1024 * KIBIBYTE

/** Limits the bodies of authenticated groups, such as organizations (docs/specification/trust.md#known-bodies). */
export interface AuthenticatedBounds {
  /**
   * Maximum bytes of memory for the bodies of one group, including their parsed values. A request that is the only one of its group is
   * always admitted.
   */
  readonly group_bytes: number
  /** Milliseconds in which at least `window_bytes` of an incomplete body must arrive. */
  readonly window_ms: number
  readonly window_bytes: number
}
export const AUTHENTICATED_BOUNDS: AuthenticatedBounds = {
  group_bytes: 64 * MEBIBYTE,
  window_ms: 10_000,
  window_bytes: 10 * KIBIBYTE,
}
/** Bytes of memory that a credential's only request in progress may always occupy, whatever the others of its group occupy. */
const ALWAYS_ADMITTED_BYTES = 64 * KIBIBYTE
/**
 * Estimated memory of a parsed value for each of its tokens. An empty object in a list takes about 64 bytes and has two tokens, so the
 * estimate is twice that.
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
  authenticated: AuthenticatedBounds = AUTHENTICATED_BOUNDS,
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
    authenticated,
    anonymous: createAnonymousMemory(bounds, counts),
    groups: createGroupMemory(authenticated.group_bytes, counts),
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
  readonly authenticated: AuthenticatedBounds
  readonly anonymous: AnonymousMemory
  readonly groups: ReturnType<typeof createGroupMemory>
  /** The incomplete anonymous bodies, the oldest first. */
  readonly incomplete: Set<PendingBody>
}

/** The bytes that the bodies of a group occupy: all of them, and those of each credential. */
interface GroupHeld {
  total: number
  readonly of_credential: Map<string, number>
}

/** Counts the bytes that the bodies of each authenticated group occupy, including their parsed values. */
function createGroupMemory(group_bytes: number, counts: MutableCounts) {
  const groups = new Map<string, GroupHeld>()

  /** Returns whether a request that occupies `request_bytes` may occupy more, given what its group and its credential occupy. */
  function admits(change: number, request_bytes: number, total: number, own: number): boolean {
    if (total <= request_bytes) return true
    if (own <= request_bytes && request_bytes + change <= ALWAYS_ADMITTED_BYTES) return true
    const free_bytes = group_bytes - total - change
    return own + change <= free_bytes
  }

  return {
    /** Adjusts the bytes of a credential in its group. Returns false and changes nothing if the other requests leave too little memory. */
    adjust({ name, credential }: BodyGroup, change: number, request_bytes: number): boolean {
      const held = groups.get(name) ?? { total: 0, of_credential: new Map<string, number>() }
      const own = held.of_credential.get(credential) ?? 0
      if (change > 0 && !admits(change, request_bytes, held.total, own)) return false
      counts.group_held_bytes += change
      held.total += change
      if (own + change > 0) held.of_credential.set(credential, own + change)
      else held.of_credential.delete(credential)
      if (held.total > 0) groups.set(name, held)
      else groups.delete(name)
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
  #group: BodyGroup | undefined
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
    const { counts, bounds, authenticated, incomplete } = this.#memory
    return new Promise((resolve, reject) => {
      let buffer = EMPTY
      let size = 0
      const settle = (error?: BodyError) => {
        clearTimeout(timer)
        incomplete.delete(this)
        request.off('data', onData).off('end', onEnd).off('error', onBroken).off('close', onBroken)
        if (!error) return resolve(size === buffer.length ? buffer : buffer.subarray(0, size))
        request.pause()
        reject(error)
      }
      const timer = anonymous
        ? setTimeout(() => settle(tooSlow(bounds.deadline_ms)), bounds.deadline_ms)
        : whenStalled(
            authenticated,
            () => size,
            () => settle(stalled(authenticated.window_bytes, authenticated.window_ms)),
          )
      this.#since = performance.now()
      this.#abort = () => settle(evicted())
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
      const onBroken = (cause?: unknown) => settle(broken(cause))
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
    if (anonymous) return this.#reserveForAddress(bytes) ? undefined : busy()
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

/** Calls a function after each window in which too little has arrived, until the returned timer is cleared. */
function whenStalled(
  { window_ms, window_bytes }: AuthenticatedBounds,
  arrived: () => number,
  onStalled: () => void,
): NodeJS.Timeout {
  let arrived_before = 0
  return setInterval(() => {
    if (arrived() - arrived_before < window_bytes) onStalled()
    arrived_before = arrived()
  }, window_ms)
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
