import type { IncomingMessage } from 'node:http'
import { BodyError, type BodyLimits } from './body.ts'

const KIBIBYTE = 1024
const MEBIBYTE = 1024 * KIBIBYTE

/** Limits the bodies of unauthenticated clients (docs/specification/trust.md#anonymous-bodies). */
export interface AnonymousBounds {
  /** Bytes of memory that all of them together may hold. */
  readonly process_bytes: number
  /** Bytes of memory that those of one client address may hold; an IPv6 address counts as its /64. */
  readonly address_bytes: number
  /** Milliseconds from the start of reading after which an incomplete body is refused. */
  readonly deadline_ms: number
}
export const ANONYMOUS_BOUNDS: AnonymousBounds = {
  process_bytes: 4 * MEBIBYTE,
  address_bytes: MEBIBYTE,
  deadline_ms: 10_000,
}

/**
 * Bytes of memory that the bodies of one authenticated group, such as an organization, may hold, as read and as parsed. A request that is
 * the only one of its group is always admitted (docs/specification/trust.md#known-bodies).
 */
export const GROUP_BYTES = 64 * MEBIBYTE
/**
 * Estimated bytes of a parsed value for each of its tokens. An empty object takes about 64 bytes with its place in a list, and has two
 * tokens.
 */
const TOKEN_BYTES = 64

/** Counts the bodies of one server since it started, and the memory they hold now. */
export interface BodyCounts {
  /** Bytes of bodies read from sockets. */
  readonly read_bytes: number
  /** Bodies that were parsed as JSON, successfully or not. */
  readonly parsed: number
  /** Requests in progress that have begun to read their body. */
  readonly in_flight: number
  /** Bytes of memory held by anonymous bodies now, and their maximum so far. */
  readonly held_bytes: number
  readonly most_held_bytes: number
  /** Bytes of memory held by bodies of authenticated groups now. */
  readonly known_held_bytes: number
}

/** Reads the body of one request within the server's budget. */
interface BudgetedBody {
  /** @throws BodyError */
  read(limits: BodyLimits): Promise<Buffer>
  /**
   * Reserves memory for the parsed value before the body is parsed.
   * @throws BodyError if there is no room for it
   */
  reserveParsed(tokens: number): void
  /** Releases all memory of the body, once the request is answered. */
  end(): void
}

/** Reads the bodies of one server and limits the memory they hold. */
export interface BodyBudget {
  /** @param group returns the key under which the client's address is counted */
  open(request: IncomingMessage, group: () => string): BudgetedBody
  counts(): BodyCounts
}

/**
 * Milliseconds after which an incomplete body may be evicted when there is no room left. A normal body takes moments; only a trickling
 * one takes longer.
 */
const EVICTABLE_AFTER_MS = 1000

/** The smallest buffer that is allocated for a body that arrives in pieces. */
const FIRST_BYTES = KIBIBYTE

/**
 * Creates the body budget of a server. The bytes of anonymous bodies are counted as they are allocated, from their arrival until the
 * request is answered, because the parsed value lives as long. A body is kept in one buffer, because ten thousand chunks of one byte
 * would take a hundred times their size as objects.
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
    most_held_bytes: 0,
    known_held_bytes: 0,
  }
  const heldBy = new Map<string, number>()
  /** Bytes held by the bodies of each authenticated group, including their parsed values. */
  const knownBy = new Map<string, number>()
  /** The incomplete anonymous bodies, the oldest first. */
  const incomplete = new Set<IncompleteBody>()

  /** Evicts the oldest incomplete body if it is older than EVICTABLE_AFTER_MS. */
  function evictOldest(self: IncompleteBody): boolean {
    for (const one of incomplete) {
      if (one === self || !one.holdsMemory()) continue
      if (performance.now() - one.since < EVICTABLE_AFTER_MS) return false
      one.evict()
      return true
    }
    return false
  }
  function reserveAnonymous(group: string, bytes: number): boolean {
    if (counts.held_bytes + bytes > bounds.process_bytes || isOverAddress(group, bytes))
      return false
    counts.held_bytes += bytes
    counts.most_held_bytes = Math.max(counts.most_held_bytes, counts.held_bytes)
    heldBy.set(group, (heldBy.get(group) ?? 0) + bytes)
    return true
  }
  /** An address at its own limit must not evict the bodies of others. */
  const isOverAddress = (group: string, bytes: number): boolean =>
    (heldBy.get(group) ?? 0) + bytes > bounds.address_bytes
  function releaseAnonymous(group: string, bytes: number): void {
    const left = (heldBy.get(group) ?? 0) - bytes
    counts.held_bytes -= bytes
    if (left > 0) heldBy.set(group, left)
    else heldBy.delete(group)
  }

  /** Adjusts the bytes that a group holds. Returns false and changes nothing if the other requests of the group leave no room. */
  function adjustGroup(known: string, by: number, own: number): boolean {
    const all = knownBy.get(known) ?? 0
    if (by > 0 && all > own && all + by > group_bytes) return false
    counts.known_held_bytes += by
    if (all + by > 0) knownBy.set(known, all + by)
    else knownBy.delete(known)
    return true
  }

  return {
    counts: () => ({ ...counts }),
    open(request, groupOf) {
      let held = 0
      let group = ''
      let known: string | undefined
      let begun = false
      const reserveForGroup = (bytes: number): boolean => {
        if (known === undefined) return true
        const isRoom = adjustGroup(known, bytes, held)
        if (isRoom) held += bytes
        return isRoom
      }
      const reserve = (bytes: number, self: IncompleteBody): boolean => {
        while (!reserveAnonymous(group, bytes))
          if (isOverAddress(group, bytes) || !evictOldest(self)) return false
        held += bytes
        return true
      }
      const release = () => {
        if (held > 0 && known !== undefined) adjustGroup(known, -held, held)
        else if (held > 0) releaseAnonymous(group, held)
        held = 0
      }
      return {
        read(limits) {
          if (!begun) counts.in_flight += 1
          begun = true
          if (limits.anonymous) group = groupOf()
          else known = limits.group
          return collect(request, {
            max_bytes: limits.max_bytes,
            deadline_ms: limits.anonymous ? bounds.deadline_ms : undefined,
            reserve: limits.anonymous ? reserve : reserveForGroup,
            noMemory: () => (limits.anonymous ? new BodyError('SERVER_BUSY', BUSY) : groupFull()),
            onStart(settle) {
              const one: IncompleteBody = {
                since: performance.now(),
                holdsMemory: () => held > 0,
                evict: () => {
                  settle()
                  release()
                },
              }
              if (limits.anonymous) incomplete.add(one)
              return { self: one, over: () => void incomplete.delete(one) }
            },
            onChunk: (bytes) => {
              counts.read_bytes += bytes
            },
          })
        },
        reserveParsed(marks) {
          if (!reserveForGroup(marks * TOKEN_BYTES)) throw groupFull()
          counts.parsed += 1
        },
        end() {
          if (begun) counts.in_flight -= 1
          release()
          begun = false
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
  /** Undefined leaves the limit to the server's request timeout. */
  readonly deadline_ms: number | undefined
  /** Reserves memory. Returns false if there is none. */
  readonly reserve: (bytes: number, self: IncompleteBody) => boolean
  /** Creates the error for a failed reservation. */
  readonly noMemory: () => BodyError
  /** Registers the body with a way to end it early. Returns its handle and a function to call when it is over. */
  readonly onStart: (giveWay: () => void) => { readonly self: IncompleteBody; over(): void }
  readonly onChunk: (bytes: number) => void
}

/**
 * Reads a body to its end, or stops at the first byte over the limit. A stopped request stays paused, so nothing more is read from the
 * socket.
 */
function collect(
  request: IncomingMessage,
  {
    max_bytes,
    deadline_ms,
    reserve: hold,
    noMemory: full,
    onStart: begun,
    onChunk: arrived,
  }: CollectOptions,
): Promise<Buffer> {
  const announced = lengthOf(request)
  if (announced !== undefined && announced > max_bytes) return Promise.reject(tooLarge(max_bytes))
  // Earlier middleware may have read it.
  if (request.readableEnded) return Promise.resolve(EMPTY)
  return new Promise((resolve, reject) => {
    let kept = EMPTY
    let size = 0
    const deadline =
      deadline_ms === undefined
        ? undefined
        : setTimeout(() => settle(slow(deadline_ms)), deadline_ms)
    const settle = (error?: BodyError) => {
      clearTimeout(deadline)
      over()
      request.off('data', onData).off('end', onEnd).off('error', onBroken).off('close', onBroken)
      if (!error) return resolve(size === kept.length ? kept : kept.subarray(0, size))
      request.pause()
      reject(error)
    }
    const { self, over } = begun(() => settle(new BodyError('REQUEST_TIMEOUT', EVICTED)))
    const onData = (chunk: Buffer) => {
      arrived(chunk.length)
      const needed = size + chunk.length
      if (needed > max_bytes) return settle(tooLarge(max_bytes))
      if (needed > kept.length) {
        const capacity =
          needed === announced
            ? needed
            : Math.min(max_bytes, Math.max(needed, 2 * kept.length, FIRST_BYTES))
        if (!hold(capacity - kept.length, self)) return settle(full())
        kept = size === 0 && needed === announced ? chunk : enlarged(kept, size, capacity)
      }
      if (kept !== chunk) chunk.copy(kept, size)
      size = needed
    }
    const onEnd = () => settle()
    const onBroken = (cause?: unknown) =>
      settle(new BodyError('MALFORMED_REQUEST', BROKEN_OFF, { cause }))
    // A close without an end means that the connection broke.
    request.on('data', onData).on('end', onEnd).on('error', onBroken).on('close', onBroken)
  })
}

function enlarged(kept: Buffer, size: number, capacity: number): Buffer {
  const larger = Buffer.allocUnsafeSlow(capacity)
  kept.copy(larger, 0, 0, size)
  return larger
}

function lengthOf({ headers }: IncomingMessage): number | undefined {
  const text = headers['content-length']
  return text === undefined || headers['transfer-encoding'] !== undefined ? undefined : Number(text)
}

const EMPTY: Buffer = Buffer.alloc(0)
const BROKEN_OFF = 'The connection closed before the body was complete.'
const BUSY =
  'Too many bodies of clients without a credential are being read; send the request again after the time in Retry-After.'
const GROUP_FULL =
  'The concurrent requests of this organization hold as much memory as they may; send fewer or smaller ones at once.'
const groupFull = () => new BodyError('RATE_LIMITED', GROUP_FULL)
const EVICTED =
  'The request body arrived too slowly while others waited for memory; send the request again.'
const tooLarge = (max_bytes: number) =>
  new BodyError(
    'BODY_TOO_LARGE',
    `The request body is too large; this operation takes ${max_bytes} bytes at most.`,
  )
const slow = (deadline_ms: number) =>
  new BodyError(
    'REQUEST_TIMEOUT',
    `The request body was not complete within ${deadline_ms / 1000} seconds; send the request again.`,
  )
