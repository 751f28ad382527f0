import type { IncomingMessage } from 'node:http'
import { BodyError, type BodyLimits } from './body.ts'

const KIBIBYTE = 1024
const MEBIBYTE = 1024 * KIBIBYTE

/** Bounds on the bodies of clients that nobody has authenticated (docs/specification/trust.md#anonymous-bodies). */
export interface AnonymousBounds {
  /** Bytes that all of them together may keep in memory. */
  readonly process_bytes: number
  /** Bytes that those of one client address may keep; an IPv6 address counts as its /64. */
  readonly address_bytes: number
  /** Milliseconds from the start of reading within which a body has to be complete. */
  readonly deadline_ms: number
}
export const ANONYMOUS_BOUNDS: AnonymousBounds = {
  process_bytes: 4 * MEBIBYTE,
  address_bytes: MEBIBYTE,
  deadline_ms: 10_000,
}

/**
 * Bytes of memory that the bodies of one known group, such as an organization, may keep: as read, and as parsed. A request that is the
 * only one of its group is always let in (docs/specification/trust.md#known-bodies).
 */
export const GROUP_BYTES = 64 * MEBIBYTE
/** What a parsed value takes for each of its marks. An empty object takes about 64 bytes with its place in a list, and two marks. */
const MARK_BYTES = 64

/** What became of the bodies of one server since it started, and what it holds now. */
export interface BodyCounts {
  /** Bytes taken from sockets as parts of bodies. */
  readonly read_bytes: number
  /** Bodies that were parsed as JSON, whether they were JSON or not. */
  readonly parsed: number
  /** Requests that are being read or answered and have read from their body. */
  readonly in_flight: number
  /** Bytes of memory held by anonymous bodies, and the most that were ever held at once. */
  readonly held_bytes: number
  readonly most_held_bytes: number
  /** The same of bodies of known groups. */
  readonly known_held_bytes: number
}

/** One request's part in the bodies of a server. */
export interface BodyReading {
  /** @throws BodyError */
  read(limits: BodyLimits): Promise<Buffer>
  /** Told before a body is parsed. @throws BodyError where there is no room for the value */
  parsed(marks: number): void
  /** Ends it: the request is answered, and nothing of its body is needed any more. */
  end(): void
}

/** Reads the bodies of one server and bounds what they take. */
export interface Bodies {
  /** @param group what the client's address is counted under */
  open(request: IncomingMessage, group: () => string): BodyReading
  counts(): BodyCounts
}

/** Milliseconds after which a body that is not complete gives way to others when there is no room left: a body takes moments, trickles last. */
const GIVES_WAY_MS = 1000

/** The smallest buffer that is allocated for a body that arrives in pieces. */
const FIRST_BYTES = KIBIBYTE

/**
 * Creates the reader of a server's bodies. Bytes of anonymous bodies are counted as they are allocated, from their arrival until the
 * request is answered, because the parsed value lives as long. A body is kept in one buffer: ten thousand chunks of one byte
 * would cost a hundred times their size as objects.
 */
export function createBodies(
  bounds: AnonymousBounds = ANONYMOUS_BOUNDS,
  group_bytes = GROUP_BYTES,
): Bodies {
  const counts = {
    read_bytes: 0,
    parsed: 0,
    in_flight: 0,
    held_bytes: 0,
    most_held_bytes: 0,
    known_held_bytes: 0,
  }
  const heldBy = new Map<string, number>()
  /** What bodies of known groups hold, their parsed values included. */
  const knownBy = new Map<string, number>()
  /** Anonymous bodies that are not complete, the earliest first. */
  const incomplete = new Set<Incomplete>()

  /** Ends the body that has been on its way longest, if that is long. */
  function makeRoom(self: Incomplete): boolean {
    for (const one of incomplete) {
      if (one === self || !one.holds()) continue
      if (performance.now() - one.since < GIVES_WAY_MS) return false
      one.giveWay()
      return true
    }
    return false
  }
  function take(group: string, bytes: number): boolean {
    if (counts.held_bytes + bytes > bounds.process_bytes || isOverAddress(group, bytes))
      return false
    counts.held_bytes += bytes
    counts.most_held_bytes = Math.max(counts.most_held_bytes, counts.held_bytes)
    heldBy.set(group, (heldBy.get(group) ?? 0) + bytes)
    return true
  }
  /** An address that keeps as much as it may takes nothing from others. */
  const isOverAddress = (group: string, bytes: number): boolean =>
    (heldBy.get(group) ?? 0) + bytes > bounds.address_bytes
  function giveBack(group: string, bytes: number): void {
    const left = (heldBy.get(group) ?? 0) - bytes
    counts.held_bytes -= bytes
    if (left > 0) heldBy.set(group, left)
    else heldBy.delete(group)
  }

  /** Moves what a known group holds. False, and nothing is moved, where that is too much beside what other requests of it hold. */
  function move(known: string, by: number, own: number): boolean {
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
      const holdKnown = (bytes: number): boolean => {
        if (known === undefined) return true
        const isRoom = move(known, bytes, held)
        if (isRoom) held += bytes
        return isRoom
      }
      const hold = (bytes: number, self: Incomplete): boolean => {
        while (!take(group, bytes)) if (isOverAddress(group, bytes) || !makeRoom(self)) return false
        held += bytes
        return true
      }
      const drop = () => {
        if (held > 0 && known !== undefined) move(known, -held, held)
        else if (held > 0) giveBack(group, held)
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
            hold: limits.anonymous ? hold : holdKnown,
            full: () => (limits.anonymous ? new BodyError('SERVER_BUSY', BUSY) : crowded()),
            begun(settle) {
              const one: Incomplete = {
                since: performance.now(),
                holds: () => held > 0,
                giveWay: () => {
                  settle()
                  drop()
                },
              }
              if (limits.anonymous) incomplete.add(one)
              return { self: one, over: () => void incomplete.delete(one) }
            },
            arrived: (bytes) => {
              counts.read_bytes += bytes
            },
          })
        },
        parsed(marks) {
          if (!holdKnown(marks * MARK_BYTES)) throw crowded()
          counts.parsed += 1
        },
        end() {
          if (begun) counts.in_flight -= 1
          drop()
          begun = false
        },
      }
    },
  }
}

/** A body on its way. */
interface Incomplete {
  /** By a clock that nobody sets. */
  readonly since: number
  /** Whether there is something to be had by ending it. */
  holds(): boolean
  giveWay(): void
}

interface Collecting {
  readonly max_bytes: number
  /** Undefined: as long as the server lets a request take. */
  readonly deadline_ms: number | undefined
  /** Asks for memory. */
  readonly hold: (bytes: number, self: Incomplete) => boolean
  /** Why there was no memory to be had. */
  readonly full: () => BodyError
  /** Told how to end it early; returns what it is known as, and what to call when it is over. */
  readonly begun: (giveWay: () => void) => { readonly self: Incomplete; over(): void }
  readonly arrived: (bytes: number) => void
}

/** Reads a body to its end, or stops at the first byte too many. What is stopped stays paused, so nothing more is read from the socket. */
function collect(
  request: IncomingMessage,
  { max_bytes, deadline_ms, hold, full, begun, arrived }: Collecting,
): Promise<Buffer> {
  const announced = lengthOf(request)
  if (announced !== undefined && announced > max_bytes) return Promise.reject(tooLarge(max_bytes))
  // Middleware that ran before may have read it.
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
    const { self, over } = begun(() => settle(new BodyError('REQUEST_TIMEOUT', GAVE_WAY)))
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
    // A close without an end is a connection that broke.
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
const CROWDED =
  'The requests of this organization that are under way hold as much memory as they may; send fewer or smaller ones at once.'
const crowded = () => new BodyError('RATE_LIMITED', CROWDED)
const GAVE_WAY =
  'The request body came slowly while others waited for room; send the request again, faster.'
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
