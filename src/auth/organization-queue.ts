import type { Turn } from '../contract/typed.ts'
import { currentStopwatch, type SpentTime, type Stopwatch } from '../store/stopwatch.ts'
import { Party, Share, type Requester, type Tenant, type WaitingRequest } from './share.ts'

/** The clock and the timer that a queue uses. Tests pass their own. */
export interface QueueTime {
  /** Returns the milliseconds of a monotonic clock. */
  now(): number
  wait(milliseconds: number, callback: () => void): void
}
const SYSTEM_TIME: QueueTime = {
  now: () => performance.now(),
  wait: (milliseconds, callback) => void setTimeout(callback, Math.max(1, milliseconds)),
}

/** A request that takes longer than this makes its organization expensive. */
const EXPENSIVE_MS = 0.25
/** Every request counts as at least this long, because reading it and checking its credential are not measured. */
const MIN_MS = 0.08
/** An organization yields time to at most this many others, which bounds how long it is throttled after an expensive request. */
const MAX_OTHERS = 8
/** A throttled organization resumes early if no request has started or ended for this fraction of what it owes, but at least a millisecond. */
const IDLE_FRACTION = 0.25
/**
 * An organization yields this many times the time that its requests took (`own_ms`), because sockets and garbage collection use about as
 * much again, which is not counted.
 */
const YIELD_FACTOR = 2
/** Others are present if they have sent a request within this many times the cost of the organization that yields. */
const PRESENCE_FACTOR = 10
/** How long an organization without requests is remembered, which also limits how long it counts as present. */
const REMEMBERED_MS = 1000
/** How often an organization with waiting requests checks whether others have left it more slots. */
const RECHECK_MS = 50
/** How long the requests from one organization may together take in one iteration of the event loop while another one is present. */
const ITERATION_MS = 4
/** The factor by which each cheaper request reduces the cost of its organization. */
const COST_DECAY = 0.75

/**
 * Limits how many requests from one organization a process runs at once, and how much of the time of the event loop they take
 * (docs/specification/trust.md#turns). Further requests from the same organization are queued, and those of its credentials start in
 * rotation. An organization with more than twice as many requests as slots gets half of its slots while another one is present, and one
 * whose request was expensive yields twice the time of that request. An organization therefore cannot get a larger share of the processor
 * with more connections or more expensive requests. Requests from keys and people overtake those from installations while these hold half
 * of the slots.
 */
export class OrganizationQueue {
  readonly #limits: { readonly running: number; readonly waiting: number }
  readonly #time: QueueTime
  readonly #shares = new Map<string, Share>()
  #swept_at = 0
  /** When a request last started, ended or was recorded. */
  #busy_at = 0
  /** For how many milliseconds requests have kept the event loop busy, with the part that is not measured. */
  #busy_ms = 0
  #starts = 0
  readonly #rest = new Party()

  /** @param limits how many requests from one organization may run at once, and how many may wait */
  constructor(limits: { running: number; waiting: number }, time: QueueTime = SYSTEM_TIME) {
    this.#limits = limits
    this.#time = time
  }

  /**
   * Returns the turn of a request, or a promise of it if the request has to wait. Returns undefined if too many requests from the tenant
   * are queued already: a credential may occupy at most as many places in the queue as remain free, and the installations at most half of
   * the slots and places.
   */
  acquire(tenant: Tenant, requester: Requester): Promise<Turn> | Turn | undefined {
    let share = this.#see(tenant)
    const places = this.#limits.waiting * share.factor
    if (!this.#mayStart(share, requester) && !hasPlace(share, requester, places)) return undefined
    const taken = this.#take(share, { ...requester, isReturning: false })
    const slot = {
      take: () => {
        // While the turn was released, the share may have been forgotten.
        share = this.#see(tenant)
        return this.#take(share, { ...requester, isReturning: true })
      },
      release: (spent: SpentTime) => this.#release(share, requester, spent),
      isShared: () => this.#countOthers(share, 1) > 0,
    }
    const turn = createTurn(slot, this.#time.now)
    return taken ? taken.then(() => turn) : turn
  }

  /** Records a request that takes no turn, so that others yield time to its tenant. */
  recordPresence(tenant: Tenant): void {
    this.#busy_at = this.#see(tenant).seen_at
  }

  /** Returns how many requests from a tenant are running, and how many are queued. */
  loadOf(id: string): { readonly running: number; readonly waiting: number } {
    const share = this.#shares.get(id)
    return { running: share?.running ?? 0, waiting: share?.waiting.length ?? 0 }
  }

  /** Returns the share of a tenant that has sent a request now. */
  #see({ id, isOrganization }: Tenant): Share {
    const now = this.#time.now()
    if (now - this.#swept_at > REMEMBERED_MS) this.#forget(now)
    const share = this.#shares.get(id) ?? new Share(isOrganization, this.#rest)
    share.seen_at = now
    this.#shares.set(id, share)
    return share
  }

  #forget(now: number): void {
    this.#swept_at = now
    for (const [key, share] of this.#shares)
      if (!isActive(share) && Math.max(share.seen_at, share.throttled_until) < now - REMEMBERED_MS)
        this.#shares.delete(key)
  }

  // ---- Slots ---------------------------------------------------------------------------------------------------------

  #take(share: Share, request: Omit<WaitingRequest, 'start'>): Promise<void> | undefined {
    if (!isActive(share)) share.party.tenants += 1
    share.party.requests += 1
    if (this.#mayStart(share, request)) return this.#occupy(share, request)
    return new Promise((resolve) => {
      const start = () => resolve(this.#occupy(share, request))
      share.waiting.push({ ...request, start })
      this.#startLater(share)
    })
  }

  #occupy(share: Share, { by_installation }: Requester): undefined {
    this.#busy_at = this.#time.now()
    // It has yielded the time, or the others did not use it.
    share.throttled_until = 0
    share.running += 1
    if (by_installation) share.running_by_installations += 1
  }

  /**
   * Frees a slot in the next iteration of the event loop. If the store responds immediately, requests would otherwise end before others have
   * arrived, and the organization with the most connections would use every iteration alone.
   */
  #release(share: Share, { by_installation }: Requester, spent: SpentTime): void {
    this.#charge(share, spent)
    this.#busy_at = this.#time.now()
    setImmediate(() => {
      share.running -= 1
      if (by_installation) share.running_by_installations -= 1
      share.party.requests -= 1
      if (!isActive(share)) share.party.tenants -= 1
      this.#startWaiting(share)
    })
  }

  #mayStart(share: Share, requester: Requester): boolean {
    const hasSlot = slotTest(share, this.#slotsOf(share))
    return hasSlot(requester) && !share.waiting.some(hasSlot) && this.#throttledMs(share) <= 0
  }

  #startWaiting(share: Share): void {
    for (let next = this.#nextOf(share); next; next = this.#nextOf(share)) {
      share.waiting.splice(share.waiting.indexOf(next), 1)
      share.started.set(next.credential, (this.#starts += 1))
      next.start()
    }
    if (share.waiting.length === 0) share.started.clear()
    else this.#startLater(share)
  }

  /**
   * Returns the waiting request that may start next: first those that return, then those of the credential that has waited for longest.
   * Where there is one slot, requests from installations come last.
   */
  #nextOf(share: Share): WaitingRequest | undefined {
    const slots = this.#slotsOf(share)
    if (share.running >= slots || this.#throttledMs(share) > 0) return undefined
    const rankOf = ({ isReturning, by_installation, credential }: WaitingRequest) => {
      if (by_installation && slots === 1) return Number.MAX_SAFE_INTEGER
      return isReturning ? -1 : (share.started.get(credential) ?? 0)
    }
    const earlier = (a: WaitingRequest, b: WaitingRequest) => (rankOf(b) < rankOf(a) ? b : a)
    const startable = share.waiting.filter(slotTest(share, slots))
    return startable.length > 0 ? startable.reduce(earlier) : undefined
  }

  /** Returns whether a party has more than twice as many requests in progress as an organization has slots. */
  #isFull({ party }: Share): boolean {
    return party.requests > 2 * this.#limits.running
  }

  #slotsOf(share: Share): number {
    const running = this.#limits.running * share.factor
    const isFull = this.#isFull(share)
    if (!(isFull || share.cost > EXPENSIVE_MS) || this.#countOthers(share, 1) === 0) return running
    const slots = isFull ? half(running) : running
    return Math.max(1, Math.min(slots, Math.floor(ITERATION_MS / share.cost)))
  }

  // ---- Time ----------------------------------------------------------------------------------------------------------

  #charge(share: Share, { own_ms: measured_ms, commit_ms }: SpentTime): void {
    const now = this.#time.now()
    const own_ms = Math.max(measured_ms, MIN_MS)
    const busy_ms = YIELD_FACTOR * own_ms + commit_ms
    this.#busy_ms += busy_ms
    share.cost = Math.max(own_ms, share.cost * COST_DECAY)
    share.charged_at = now
    if (own_ms + commit_ms <= EXPENSIVE_MS && !this.#isFull(share)) return
    if (share.throttled_until <= now) {
      share.throttled_until = now
      share.idle_from = now - this.#busy_ms
      share.owed = 0
    }
    const { tenants } = share.party
    share.throttled_until += busy_ms * tenants * this.#countOthers(share, MAX_OTHERS)
    share.owed += (own_ms + commit_ms) * tenants
  }

  /**
   * Returns the number of others to which a tenant yields time, up to a limit: the other expensive organizations, and one for all the rest,
   * to which people and addresses without an organization belong.
   */
  #countOthers(share: Share, limit: number): number {
    const since = this.#time.now() - Math.min(PRESENCE_FACTOR * share.cost, REMEMBERED_MS)
    let [expensive, rest] = [0, 0]
    for (const other of this.#shares.values()) {
      if (other === share || !(isActive(other) || other.seen_at > since)) continue
      const isExpensive = other.cost > EXPENSIVE_MS && (isActive(other) || other.charged_at > since)
      if (isExpensive && other.isOrganization) expensive += 1
      else rest = 1
      if (expensive + rest >= limit) break
    }
    return expensive + rest
  }

  /**
   * Returns for how many milliseconds an organization remains throttled; none if the result is not positive. It resumes before
   * `throttled_until` if the others have sent nothing for a while, or if the event loop has been idle for as long as the requests of the
   * organization have used it.
   */
  #throttledMs({ throttled_until, idle_from, owed }: Share): number {
    const nobody_sends = this.#busy_at + Math.max(1, owed * IDLE_FRACTION)
    const loop_was_idle = idle_from + this.#busy_ms + owed
    return Math.min(throttled_until, nobody_sends, loop_was_idle) - this.#time.now()
  }

  /**
   * Starts waiting requests once their organization is no longer throttled, or when another one may have left it more slots. Otherwise they
   * start when a request ends.
   */
  #startLater(share: Share): void {
    if (share.waiting.length === 0) return
    const now = this.#time.now()
    const throttled_ms = this.#throttledMs(share)
    const due = now + (throttled_ms > 0 ? throttled_ms : RECHECK_MS)
    if (share.timer_at <= due) return
    share.timer_at = due
    this.#time.wait(due - now, () => {
      if (share.timer_at !== due) return
      share.timer_at = Infinity
      this.#startWaiting(share)
    })
  }
}

/** Creates a turn from a slot, which is already taken. `take` returns a promise if the request has to wait. */
function createTurn(
  slot: { take(): Promise<void> | undefined; release(spent: SpentTime): void; isShared(): boolean },
  now: () => number,
): Turn {
  let isHeld = true
  let [own_ms, commit_ms] = [0, 0]
  /** When the time that is being counted began. */
  let since: number | undefined
  const stopwatch: Stopwatch = {
    now,
    isShared: slot.isShared,
    resume() {
      if (isHeld) since ??= now()
    },
    pause() {
      if (since !== undefined) own_ms += now() - since
      since = undefined
    },
    addCommit(milliseconds) {
      commit_ms += milliseconds
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
      slot.release({ own_ms, commit_ms })
      own_ms = commit_ms = 0
    },
  }
  return turn
}

/** Returns whether a new request from an organization may wait. */
function hasPlace({ waiting }: Share, requester: Requester, places: number): boolean {
  const { credential, by_installation } = requester
  let [all, own, byInstallations] = [0, 0, 0]
  for (const request of waiting) {
    if (request.isReturning) continue
    all += 1
    if (request.credential === credential) own += 1
    if (request.by_installation) byInstallations += 1
  }
  return own < places - all && !(by_installation && byInstallations >= half(places))
}

/** Returns a predicate that tells whether there is a slot for a request from an organization. Its installations get half of the slots. */
const slotTest =
  ({ running, running_by_installations }: Share, slots: number) =>
  ({ by_installation }: Requester): boolean =>
    running < slots && (!by_installation || running_by_installations < half(slots))

const isActive = ({ running, waiting }: Share): boolean => running + waiting.length > 0
/** Returns half of a number of slots or places, rounded up. */
const half = (count: number): number => Math.ceil(count / 2)
