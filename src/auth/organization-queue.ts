import type { Turn } from '../contract/typed.ts'
import { currentStopwatch, type Stopwatch } from '../store/stopwatch.ts'

/** The time of a queue. Tests pass their own. */
export interface QueueTime {
  /** Returns the milliseconds of a monotonic clock. */
  now(): number
  wait(milliseconds: number, callback: () => void): void
}
const SYSTEM_TIME: QueueTime = {
  now: () => performance.now(),
  wait: (milliseconds, callback) => void setTimeout(callback, Math.max(1, milliseconds)),
}

/** An organization with a request that takes longer than this is expensive. */
const EXPENSIVE_MS = 0.25
/** Time is left to at most so many others, so that nobody waits for longer than this many times the time that others need. */
const MAX_OTHERS = 8
/** An organization stops leaving time when no request has started or ended for this part of the cost, and for a millisecond. */
const IDLE_PART = 0.25
/** How many times the counted time is left to others. Sockets and garbage collection use about as much again, which is not counted. */
const LEFT_TO_OTHERS = 2
/** Others are present if they have sent a request within this many times the cost of the organization that leaves them time. */
const PRESENCE_FACTOR = 10
/** For how long an organization without requests is remembered, and present at most. */
const REMEMBERED_MS = 1000
/** How long the requests of one organization may together take in one iteration of the event loop while another one is present. */
const ITERATION_MS = 4
/** What remains of the cost of an organization after each request that costs less. */
const COST_DECAY = 0.75

/** The requests of one organization or address in this process, and the time that they use. */
interface Share {
  /** Whether these are requests of clients without a credential. */
  readonly isAddress: boolean
  running: number
  /** How many of the running requests are requests of installations. */
  running_by_installations: number
  readonly waiting: WaitingRequest[]
  /** When each credential last had a request started from the queue, as a number in the order of all starts. */
  readonly started: Map<string, number>
  isChecking: boolean
  /** When its latest request arrived. */
  seen_at: number
  /** Milliseconds of its most expensive recent request, reduced with each request that follows. */
  cost: number
  /** Until when it starts no request, to leave the event loop to others. */
  throttled_until: number
}
/** Who sends a request of an organization. */
interface Requester {
  readonly credential: string
  readonly by_installation: boolean
}
interface WaitingRequest extends Requester {
  /** Whether the request had a turn before. */
  readonly isReturning: boolean
  readonly start: () => void
}

/**
 * Limits how many requests of one organization a process runs at once, and how much of the time of the event loop they take
 * (docs/specification/trust.md#turns). Further requests of the same organization are queued, and those of its credentials start in rotation.
 * An organization with more queued requests than slots gets half of its slots while another one is present, and one whose request was
 * expensive leaves twice its time to others. So the share of the processor that an organization gets grows neither with its connections nor
 * with the cost of its requests. Requests of keys and people overtake those of installations while these hold half of the slots.
 */
export class OrganizationQueue {
  readonly #limits: { readonly running: number; readonly waiting: number }
  readonly #time: QueueTime
  readonly #shares = new Map<string, Share>()
  #swept_at = 0
  /** When a request last started, ended or was recorded. */
  #busy_at = 0
  #starts = 0

  /** @param limits how many requests of one organization may run at once, and how many may wait */
  constructor(limits: { running: number; waiting: number }, time: QueueTime = SYSTEM_TIME) {
    this.#limits = limits
    this.#time = time
  }

  /**
   * Returns the turn of a request, or a promise of it if the request has to wait. Returns undefined if too many requests of the organization
   * are queued already: each credential gets at most as many places in the queue as it leaves free, and the installations at most half of
   * the slots and places.
   */
  acquire(organization_id: string, requester: Requester): Promise<Turn> | Turn | undefined {
    const share = this.#see(organization_id)
    if (!this.#mayStart(share, requester) && !hasPlace(share, requester, this.#limits.waiting))
      return undefined
    return this.#takeTurn(organization_id, share, requester)
  }

  /**
   * Like `acquire`, but for a client without a credential, and without a limit on how many wait: each has a connection of its own, and the
   * memory for their bodies is limited.
   */
  acquireForAddress(address: string): Promise<Turn> | Turn {
    const requester = { credential: address, by_installation: false }
    return this.#takeTurn(address, this.#see(address, true), requester)
  }

  /** Records a request that takes no turn, so that others leave time to its organization. */
  recordPresence(organization_id: string): void {
    this.#busy_at = this.#see(organization_id).seen_at
  }

  /** Returns how many requests of an organization are running, and how many are queued. */
  loadOf(organization_id: string): { readonly running: number; readonly waiting: number } {
    const { running, waiting } = this.#shares.get(organization_id) ?? newShare()
    return { running, waiting: waiting.length }
  }

  /** Returns the share of an organization or address that has sent a request now. */
  #see(key: string, isAddress = false): Share {
    const now = this.#time.now()
    if (now - this.#swept_at > REMEMBERED_MS) this.#forget(now)
    const share = this.#shares.get(key) ?? newShare(isAddress)
    share.seen_at = now
    this.#shares.set(key, share)
    return share
  }

  #forget(now: number): void {
    this.#swept_at = now
    for (const [key, share] of this.#shares)
      if (!isActive(share) && Math.max(share.seen_at, share.throttled_until) < now - REMEMBERED_MS)
        this.#shares.delete(key)
  }

  #takeTurn(key: string, share: Share, requester: Requester): Promise<Turn> | Turn {
    let current = share
    const slot = {
      take: () => {
        // While the turn was released, the share may have been forgotten.
        current = this.#see(key)
        return this.#take(current, { ...requester, isReturning: true })
      },
      release: (spent_ms: number) => this.#release(current, requester, spent_ms),
    }
    const taken = this.#take(share, { ...requester, isReturning: false })
    const turn = createTurn(slot, this.#time.now)
    return taken ? taken.then(() => turn) : turn
  }

  // ---- Slots ---------------------------------------------------------------------------------------------------------

  #take(share: Share, request: Omit<WaitingRequest, 'start'>): Promise<void> | undefined {
    if (this.#mayStart(share, request)) return this.#occupy(share, request)
    return new Promise((resolve) => {
      const start = () => resolve(this.#occupy(share, request))
      share.waiting.push({ ...request, start })
      this.#checkLater(share)
    })
  }

  #occupy(share: Share, { by_installation }: Requester): undefined {
    this.#busy_at = this.#time.now()
    share.running += 1
    if (by_installation) share.running_by_installations += 1
  }

  /**
   * Frees a slot in the next iteration of the event loop. If the store responds immediately, requests would otherwise end before others have
   * arrived, and the organization with the most connections would use every iteration alone.
   */
  #release(share: Share, { by_installation }: Requester, spent_ms: number): void {
    this.#charge(share, spent_ms)
    this.#busy_at = this.#time.now()
    setImmediate(() => {
      share.running -= 1
      if (by_installation) share.running_by_installations -= 1
      this.#startWaiting(share)
    })
  }

  #mayStart(share: Share, requester: Requester): boolean {
    const hasSlot = slotTest(share, this.#slotsOf(share))
    return hasSlot(requester) && !share.waiting.some(hasSlot) && !this.#isThrottled(share)
  }

  #startWaiting(share: Share): void {
    for (let next = this.#nextOf(share); next; next = this.#nextOf(share)) {
      share.waiting.splice(share.waiting.indexOf(next), 1)
      share.started.set(next.credential, (this.#starts += 1))
      next.start()
    }
    if (share.waiting.length === 0) share.started.clear()
    else this.#checkLater(share)
  }

  /**
   * Returns the waiting request that may start next: first those that return, then those of the credential that has waited for longest.
   * Where there is one slot, requests of installations come last.
   */
  #nextOf(share: Share): WaitingRequest | undefined {
    const slots = this.#slotsOf(share)
    if (share.running >= slots || this.#isThrottled(share)) return undefined
    const startable = share.waiting.filter(slotTest(share, slots))
    const rankOf = ({ isReturning, by_installation, credential }: WaitingRequest) => {
      if (by_installation && slots === 1) return Number.MAX_SAFE_INTEGER
      return isReturning ? -1 : (share.started.get(credential) ?? 0)
    }
    return startable.toSorted((a, b) => rankOf(a) - rankOf(b))[0]
  }

  #slotsOf(share: Share): number {
    const { running } = this.#limits
    const isFull = share.waiting.length > running
    if (!(isFull || share.cost > EXPENSIVE_MS) || this.#othersBeside(share) === 0) return running
    const slots = isFull ? half(running) : running
    return Math.max(1, Math.min(slots, Math.floor(ITERATION_MS / share.cost)))
  }

  // ---- Time ----------------------------------------------------------------------------------------------------------

  #charge(share: Share, spent_ms: number): void {
    share.cost = Math.max(spent_ms, share.cost * COST_DECAY)
    if (spent_ms <= EXPENSIVE_MS && share.waiting.length <= this.#limits.running) return
    const from = Math.max(share.throttled_until, this.#time.now())
    share.throttled_until = from + LEFT_TO_OTHERS * spent_ms * this.#othersBeside(share)
  }

  /**
   * Returns the number of others that an organization leaves time to: the other expensive ones, and one for all the rest. Addresses belong
   * to the rest, because anybody can have many, but leave time to each other.
   */
  #othersBeside(share: Share): number {
    const since = this.#time.now() - Math.min(PRESENCE_FACTOR * share.cost, REMEMBERED_MS)
    let [expensive, rest] = [0, 0]
    for (const other of this.#shares.values()) {
      if (other === share || !(isActive(other) || other.seen_at > since)) continue
      const isEqual = share.isAddress || !other.isAddress
      if (other.cost > EXPENSIVE_MS && isEqual) expensive += 1
      else rest = 1
    }
    return Math.min(expensive + rest, MAX_OTHERS)
  }

  #isThrottled(share: Share): boolean {
    return this.#throttledUntil(share) > this.#time.now()
  }

  /** Returns until when an organization leaves time to others: less than it owes them if they do not use it. */
  #throttledUntil({ throttled_until, cost }: Share): number {
    return Math.min(throttled_until, this.#busy_at + Math.max(1, cost * IDLE_PART))
  }

  /** Starts waiting requests once their organization has left enough time to others. While one is running, its end starts them. */
  #checkLater(share: Share): void {
    if (share.isChecking || share.running > 0 || share.waiting.length === 0) return
    share.isChecking = true
    this.#time.wait(this.#throttledUntil(share) - this.#time.now(), () => {
      share.isChecking = false
      this.#startWaiting(share)
    })
  }
}

/** Creates a turn from a slot, which is already taken. `take` returns a promise if the request has to wait. */
function createTurn(
  slot: { take(): Promise<void> | undefined; release(spent_ms: number): void },
  now: () => number,
): Turn {
  let isHeld = true
  let spent_ms = 0
  /** When the time that is being counted began. */
  let since: number | undefined
  const stopwatch: Stopwatch = {
    resume() {
      if (isHeld) since ??= now()
    },
    pause() {
      if (since !== undefined) spent_ms += now() - since
      since = undefined
    },
  }
  const turn: Turn = {
    run(work) {
      stopwatch.resume()
      try {
        return currentStopwatch.run(stopwatch, work)
      } finally {
        stopwatch.pause()
      }
    },
    async releaseDuring(work) {
      const done = turn.run(work)
      turn.end()
      try {
        return await done
      } finally {
        await slot.take()
        isHeld = true
      }
    },
    end() {
      if (!isHeld) return
      stopwatch.pause()
      isHeld = false
      slot.release(spent_ms)
      spent_ms = 0
    },
  }
  return turn
}

/** Returns whether a new request of an organization may wait. */
function hasPlace({ waiting }: Share, requester: Requester, places: number): boolean {
  const { credential, by_installation } = requester
  const newOnes = waiting.filter((request) => !request.isReturning)
  const own = newOnes.filter((request) => request.credential === credential)
  const byInstallations = newOnes.filter((request) => request.by_installation)
  return (
    own.length < places - newOnes.length &&
    !(by_installation && byInstallations.length >= half(places))
  )
}

/** Returns the test for which requests of an organization there is a slot. Its installations get half of the slots. */
const slotTest =
  ({ running, running_by_installations }: Share, slots: number) =>
  ({ by_installation }: Requester): boolean =>
    running < slots && (!by_installation || running_by_installations < half(slots))

const isActive = ({ running, waiting }: Share): boolean => running + waiting.length > 0
const newShare = (isAddress = false): Share => ({
  isAddress,
  started: new Map(),
  running: 0,
  running_by_installations: 0,
  waiting: [],
  isChecking: false,
  seen_at: 0,
  cost: 0,
  throttled_until: 0,
})
/** Returns half of a number of slots or places, rounded up. */
const half = (count: number): number => Math.ceil(count / 2)
