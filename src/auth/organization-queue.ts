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
  isChecking: boolean
  /** When its latest request arrived. */
  seen_at: number
  /** Milliseconds of its most expensive recent request, reduced with each request that follows. */
  cost: number
  /** Until when it starts no request, to leave the event loop to others. */
  throttled_until: number
}
interface WaitingRequest {
  /** Whether the request had a turn before. */
  readonly isReturning: boolean
  readonly by_installation: boolean
  readonly start: () => void
}

/**
 * Limits how many requests of one organization a process runs at once, and how much of the time of the event loop they take
 * (docs/specification/trust.md#turns). Further requests of the same organization are queued in the order of their arrival. An organization
 * with more queued requests than slots gets half of its slots while another one is present, and one whose request was expensive leaves twice
 * its time to others. So the share of the processor that an organization gets grows neither with its connections nor with the cost of its
 * requests. Later requests of keys and people overtake those of installations while these hold half of the slots.
 */
export class OrganizationQueue {
  readonly #slots: number
  readonly #max_waiting: number
  readonly #time: QueueTime
  readonly #shares = new Map<string, Share>()
  #swept_at = 0

  /** @param limits how many requests of one organization may run at once, and how many may wait */
  constructor(limits: { running: number; waiting: number }, time: QueueTime = SYSTEM_TIME) {
    this.#slots = limits.running
    this.#max_waiting = limits.waiting
    this.#time = time
  }

  /**
   * Returns the turn of a request, or a promise of it if the request has to wait. Returns undefined if too many requests of the organization
   * are queued already. Requests of its installations get at most half of the slots and of the places in the queue.
   */
  acquire(organization_id: string, by_installation = false): Promise<Turn> | Turn | undefined {
    const share = this.#see(organization_id)
    const isAdmitted =
      this.#mayStart(share, by_installation) || hasPlace(share, by_installation, this.#max_waiting)
    return isAdmitted ? this.#takeTurn(organization_id, share, by_installation) : undefined
  }

  /**
   * Like `acquire`, but for a client without a credential, and without a limit on how many wait: each has a connection of its own, and the
   * memory for their bodies is limited.
   */
  acquireForAddress(address: string): Promise<Turn> | Turn {
    return this.#takeTurn(address, this.#see(address, true), false)
  }

  /** Records a request that takes no turn, so that others leave time to its organization. */
  recordPresence(organization_id: string): void {
    this.#see(organization_id)
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

  #takeTurn(key: string, share: Share, by_installation: boolean): Promise<Turn> | Turn {
    let current = share
    const slot = {
      take: () => {
        // While the turn was released, the share may have been forgotten.
        current = this.#see(key)
        return this.#take(current, { by_installation, isReturning: true })
      },
      release: (spent_ms: number) => this.#release(current, by_installation, spent_ms),
    }
    const taken = this.#take(share, { by_installation, isReturning: false })
    const turn = new RequestTurn(slot, this.#time.now)
    return taken ? taken.then(() => turn) : turn
  }

  // ---- Slots ---------------------------------------------------------------------------------------------------------

  #take(share: Share, request: Omit<WaitingRequest, 'start'>): Promise<void> | undefined {
    const { by_installation, isReturning } = request
    if (this.#mayStart(share, by_installation)) return occupy(share, by_installation)
    return new Promise((resolve) => {
      const start = () => resolve(occupy(share, by_installation))
      const firstNew = isReturning ? share.waiting.findIndex((other) => !other.isReturning) : -1
      share.waiting.splice(firstNew === -1 ? share.waiting.length : firstNew, 0, {
        ...request,
        start,
      })
      this.#checkLater(share)
    })
  }

  /**
   * Frees a slot in the next iteration of the event loop. If the store responds immediately, requests would otherwise end before others have
   * arrived, and the organization with the most connections would use every iteration alone.
   */
  #release(share: Share, by_installation: boolean, spent_ms: number): void {
    this.#charge(share, spent_ms)
    setImmediate(() => {
      share.running -= 1
      if (by_installation) share.running_by_installations -= 1
      this.#startWaiting(share)
    })
  }

  #mayStart(share: Share, by_installation: boolean): boolean {
    const hasSlot = slotTest(share, this.#slotsOf(share))
    return hasSlot({ by_installation }) && !share.waiting.some(hasSlot) && !this.#isThrottled(share)
  }

  #startWaiting(share: Share): void {
    for (let next = this.#nextOf(share); next; next = this.#nextOf(share)) next.start()
    this.#checkLater(share)
  }

  /** Removes and returns the waiting request that may start next. Where there is one slot, requests of installations come last. */
  #nextOf(share: Share): WaitingRequest | undefined {
    const { waiting } = share
    if (waiting.length === 0 || this.#isThrottled(share)) return undefined
    const slots = this.#slotsOf(share)
    if (share.running >= slots) return undefined
    const preferred = slots === 1 ? waiting.find((request) => !request.by_installation) : undefined
    const next = preferred ?? waiting.find(slotTest(share, slots))
    if (next) waiting.splice(waiting.indexOf(next), 1)
    return next
  }

  #slotsOf(share: Share): number {
    const isFull = share.waiting.length > this.#slots
    const isExpensive = share.cost > EXPENSIVE_MS
    if (!(isFull || isExpensive) || this.#othersBeside(share) === 0) return this.#slots
    const slots = isFull ? half(this.#slots) : this.#slots
    return Math.max(1, Math.min(slots, Math.floor(ITERATION_MS / share.cost)))
  }

  // ---- Time ----------------------------------------------------------------------------------------------------------

  #charge(share: Share, spent_ms: number): void {
    share.cost = Math.max(spent_ms, share.cost * COST_DECAY)
    if (spent_ms <= EXPENSIVE_MS) return
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
    return expensive + rest
  }

  #isThrottled({ throttled_until }: Share): boolean {
    return throttled_until > this.#time.now()
  }

  /** Starts waiting requests once their organization has left enough time to others. While one is running, its end starts them. */
  #checkLater(share: Share): void {
    if (share.isChecking || share.running > 0 || share.waiting.length === 0) return
    share.isChecking = true
    this.#time.wait(share.throttled_until - this.#time.now(), () => {
      share.isChecking = false
      this.#startWaiting(share)
    })
  }
}

interface Slot {
  /** Takes the slot. Returns a promise if the request has to wait for it. */
  take(): Promise<void> | undefined
  release(spent_ms: number): void
}

class RequestTurn implements Turn, Stopwatch {
  readonly #slot: Slot
  readonly #now: () => number
  #isHeld = true
  #spent_ms = 0
  /** When the time that is being counted began. */
  #since: number | undefined

  constructor(slot: Slot, now: () => number) {
    this.#slot = slot
    this.#now = now
  }

  run<T>(work: () => T): T {
    this.resume()
    try {
      return currentStopwatch.run(this, work)
    } finally {
      this.pause()
    }
  }

  async releaseDuring<T>(work: () => Promise<T>): Promise<T> {
    const done = this.run(work)
    this.end()
    try {
      return await done
    } finally {
      await this.#slot.take()
      this.#isHeld = true
    }
  }

  end(): void {
    if (!this.#isHeld) return
    this.pause()
    this.#isHeld = false
    this.#slot.release(this.#spent_ms)
    this.#spent_ms = 0
  }

  resume(): void {
    if (this.#isHeld) this.#since ??= this.#now()
  }

  pause(): void {
    if (this.#since !== undefined) this.#spent_ms += this.#now() - this.#since
    this.#since = undefined
  }
}

function occupy(share: Share, by_installation: boolean): undefined {
  share.running += 1
  if (by_installation) share.running_by_installations += 1
}

/** Returns whether a new request of an organization may wait. Its installations get half of the places. */
function hasPlace({ waiting }: Share, by_installation: boolean, places: number): boolean {
  const newOnes = waiting.filter((request) => !request.isReturning)
  return (
    newOnes.length < places &&
    (!by_installation || newOnes.filter((request) => request.by_installation).length < half(places))
  )
}

/** Returns the test for which requests of an organization there is a slot. Its installations get half of the slots. */
const slotTest =
  ({ running, running_by_installations }: Share, slots: number) =>
  ({ by_installation }: Pick<WaitingRequest, 'by_installation'>): boolean =>
    running < slots && (!by_installation || running_by_installations < half(slots))

const isActive = ({ running, waiting }: Share): boolean => running + waiting.length > 0
const newShare = (isAddress = false): Share => ({
  isAddress,
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
