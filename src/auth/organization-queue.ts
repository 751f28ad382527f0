import type { Turn } from '../contract/typed.ts'
import { stopwatches, type Stopwatch } from '../store/group-commit.ts'

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

/** Requests that take less time than this are limited by the number of slots only. */
const FREE_MS = 0.25
/** How many times the counted time is left to others. About as much again is used by sockets and the collection of garbage. */
const MARGIN = 2
/** Time is left to those who have sent a request within this many times the duration that is charged. */
const PRESENCE = 10
/** For how long an organization without requests is remembered. */
const REMEMBERED_MS = 1000
/** How long the requests of one organization may together take in one round of the event loop while another one is present. */
const ROUND_MS = 4
/** How fast an organization whose requests become cheap gets its slots back. */
const DECAY = 0.75

/** The requests of one organization or address in this process, and the time that they use. */
interface Share {
  running: number
  /** How many of the running requests are requests of installations. */
  running_by_installations: number
  readonly waiting: WaitingRequest[]
  isChecking: boolean
  /** When its latest request arrived. */
  seen_at: number
  /** Milliseconds of its most expensive recent request. */
  cost: number
  /** Until when it leaves the event loop to others. */
  leaves_until: number
}
interface WaitingRequest {
  readonly by_installation: boolean
  readonly start: () => void
}

/**
 * Limits how many requests of one organization a process runs at once, and how much of the time of the event loop they take
 * (docs/specification/trust.md#turns). Further requests of the same organization are queued in the order of their arrival. An organization
 * with more queued requests than slots gets half of its slots while another one is present, and one whose request was expensive leaves the
 * same time to others. So the share of the processor that an organization gets grows neither with its connections nor with the cost of its
 * requests. Requests of installations let later requests of keys and people pass while they hold half of the slots.
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
    return isAdmitted ? this.#takeTurn(share, by_installation) : undefined
  }

  /** Like `acquire`, but for a client without a credential, and without a limit on how many wait: their bodies are bounded by memory. */
  acquireForAddress(address: string): Promise<Turn> | Turn {
    return this.#takeTurn(this.#see(address), false)
  }

  /** Notes a request that takes no turn, so that others leave time to its organization. */
  note(organization_id: string): void {
    this.#see(organization_id)
  }

  /** Returns how many requests of an organization are running, and how many are queued. */
  loadOf(organization_id: string): { readonly running: number; readonly waiting: number } {
    const { running, waiting } = this.#shares.get(organization_id) ?? newShare()
    return { running, waiting: waiting.length }
  }

  #see(key: string): Share {
    const now = this.#time.now()
    if (now - this.#swept_at > REMEMBERED_MS) this.#forget(now)
    const share = this.#shares.get(key) ?? newShare()
    share.seen_at = now
    this.#shares.set(key, share)
    return share
  }

  #forget(now: number): void {
    this.#swept_at = now
    for (const [key, share] of this.#shares)
      if (!isActive(share) && Math.max(share.seen_at, share.leaves_until) < now - REMEMBERED_MS)
        this.#shares.delete(key)
  }

  #takeTurn(share: Share, by_installation: boolean): Promise<Turn> | Turn {
    const taken = this.#take(share, by_installation)
    const slot = {
      take: () => this.#take(share, by_installation),
      release: (spent_ms: number) => this.#release(share, by_installation, spent_ms),
    }
    const turn = new RequestTurn(slot, this.#time.now)
    return taken ? taken.then(() => turn) : turn
  }

  // ---- Slots ---------------------------------------------------------------------------------------------------------

  #take(share: Share, by_installation: boolean): Promise<void> | undefined {
    if (this.#mayStart(share, by_installation)) return occupy(share, by_installation)
    return new Promise((resolve) => {
      const start = () => resolve(occupy(share, by_installation))
      share.waiting.push({ by_installation, start })
      this.#checkLater(share)
    })
  }

  /**
   * Frees a slot in the next round of the event loop. If the store responds immediately, requests would otherwise end before others have
   * arrived, and the organization with the most connections would use every round alone.
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
    return hasSlot({ by_installation }) && !share.waiting.some(hasSlot) && !this.#mustLeave(share)
  }

  #startWaiting(share: Share): void {
    for (let next = this.#nextOf(share); next; next = this.#nextOf(share)) next.start()
    this.#checkLater(share)
  }

  /** Removes and returns the first waiting request that may start. Where there is one slot, requests of installations come last. */
  #nextOf(share: Share): WaitingRequest | undefined {
    const { waiting } = share
    if (waiting.length === 0 || this.#mustLeave(share)) return undefined
    const slots = this.#slotsOf(share)
    const hasSlot = slotTest(share, slots)
    const preferred = slots > 1 ? -1 : waiting.findIndex((request) => !request.by_installation)
    const index = preferred === -1 ? waiting.findIndex(hasSlot) : preferred
    return index !== -1 && hasSlot(waiting[index]!) ? waiting.splice(index, 1)[0] : undefined
  }

  #slotsOf(share: Share): number {
    const isFull = share.waiting.length > this.#slots
    const isExpensive = share.cost > FREE_MS
    if (!(isFull || isExpensive) || this.#othersBeside(share) === 0) return this.#slots
    const slots = isFull ? half(this.#slots) : this.#slots
    return Math.max(1, Math.min(slots, Math.floor(ROUND_MS / share.cost)))
  }

  // ---- Time ----------------------------------------------------------------------------------------------------------

  #charge(share: Share, spent_ms: number): void {
    share.cost = Math.max(spent_ms, share.cost * DECAY)
    if (spent_ms <= FREE_MS) return
    const from = Math.max(share.leaves_until, this.#time.now())
    share.leaves_until = from + spent_ms * MARGIN * this.#othersBeside(share)
  }

  /** Returns to how many an organization leaves time: each expensive one that is present, and all inexpensive ones together. */
  #othersBeside(share: Share): number {
    const since = this.#time.now() - PRESENCE * share.cost
    let [expensive, inexpensive] = [0, 0]
    for (const other of this.#shares.values()) {
      if (other === share || !(isActive(other) || other.seen_at > since)) continue
      if (other.cost > FREE_MS) expensive += 1
      else inexpensive = 1
    }
    return expensive + inexpensive
  }

  #mustLeave({ leaves_until }: Share): boolean {
    return leaves_until > this.#time.now()
  }

  /** Starts waiting requests once their organization has left enough time to others. While one is running, its end starts them. */
  #checkLater(share: Share): void {
    if (share.isChecking || share.running > 0 || share.waiting.length === 0) return
    share.isChecking = true
    this.#time.wait(share.leaves_until - this.#time.now(), () => {
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
      return stopwatches.run(this, work)
    } finally {
      this.pause()
    }
  }

  async outside<T>(work: () => Promise<T>): Promise<T> {
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

/** Returns whether another request of an organization may wait. Its installations get half of the places. */
const hasPlace = ({ waiting }: Share, by_installation: boolean, places: number): boolean =>
  waiting.length < places &&
  (!by_installation || waiting.filter((request) => request.by_installation).length < half(places))

/** Returns the test for which requests of an organization there is a slot. Its installations get half of the slots. */
const slotTest =
  ({ running, running_by_installations }: Share, slots: number) =>
  ({ by_installation }: Pick<WaitingRequest, 'by_installation'>): boolean =>
    running < slots && (!by_installation || running_by_installations < half(slots))

const isActive = ({ running, waiting }: Share): boolean => running + waiting.length > 0
const newShare = (): Share => ({
  running: 0,
  running_by_installations: 0,
  waiting: [],
  isChecking: false,
  seen_at: 0,
  cost: 0,
  leaves_until: 0,
})
/** Returns half of a number of slots or places, rounded up. */
const half = (count: number): number => Math.ceil(count / 2)
