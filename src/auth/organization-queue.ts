import type { Turn } from '../contract/typed.ts'
import { currentStopwatch, type SpentTime, type Stopwatch } from '../store/stopwatch.ts'
import { forgetIdle, hasPlace, nextOf, Party, Share } from './share.ts'
import type { Requester, ShareOwner, WaitingRequest } from './share.ts'

/** The clock and the timer that a queue uses. Tests pass their own. */
export interface QueueTime {
  /** Returns the milliseconds of a monotonic clock. */
  now(): number
  /** Returns for how many milliseconds the event loop has been idle since it started. */
  idle(): number
  wait(milliseconds: number, callback: () => void): void
}
const SYSTEM_TIME: QueueTime = {
  now: () => performance.now(),
  idle: () => performance.eventLoopUtilization().idle,
  wait: (milliseconds, callback) => void setTimeout(callback, Math.max(1, milliseconds)),
}

/** A request that takes longer than this makes its organization expensive. */
const EXPENSIVE_MS = 0.25
/** Every request counts as at least this long, because reading it and checking its credential are not measured. */
const MIN_MS = 0.08
/** An organization yields time to at most this many others, which bounds how long it is throttled after an expensive request. */
const MAX_OTHERS = 8
/**
 * A throttled organization resumes early if no request has started or ended for this fraction of what it used, but at least a millisecond.
 */
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
/** A party is full if it has more than this many times as many requests in progress as an organization has slots. */
const FULL_FACTOR = 2
/** The factor by which each cheaper request reduces the cost of its organization. */
const COST_DECAY = 0.75

/**
 * A network address, like a person without an organization, has this many times the slots of an organization and its places in the queue,
 * because a whole fleet can start behind one address.
 */
const FLEET_FACTOR = 8

/**
 * Limits how many requests from one organization a process runs at once, and how much of the time of the event loop they take
 * (docs/specification/trust.md#turns). Further requests from the same organization are queued, and those of its credentials start in
 * rotation. An organization with more than twice as many requests as slots gets half of its slots while another one is present, and one
 * whose request was expensive yields twice the time of that request to each other expensive organization that is present, and the same to
 * all others together. An organization therefore cannot get a larger share of the processor with more connections or more expensive
 * requests. Requests from keys and people overtake those from installations while these hold half of the slots.
 */
export class OrganizationQueue {
  readonly #limits: { readonly running: number; readonly waiting: number }
  readonly #time: QueueTime
  readonly #organizations = new Map<string, Share>()
  /** The shares of addresses, and of people whose requests belong to no organization. */
  readonly #visitors = new Map<string, Share>()
  /** The one party of all these addresses and people. */
  readonly #rest = new Party(FLEET_FACTOR)
  #swept_at = 0
  /** When a request last started, ended or was recorded. */
  #busy_at = 0
  #starts = 0

  /** @param limits how many requests from one organization may run at once, and how many may wait */
  constructor(limits: { running: number; waiting: number }, time: QueueTime = SYSTEM_TIME) {
    this.#limits = limits
    this.#time = time
  }

  /**
   * Returns the turn of a request, or a promise of it if the request has to wait. Returns undefined if too many requests of the owner
   * are queued already: a credential may occupy at most as many places in the queue as remain free, and the installations at most half of
   * the slots and places.
   */
  acquire(owner: ShareOwner, requester: Requester): Promise<Turn> | Turn | undefined {
    let share = this.#see(owner)
    const places = this.#limits.waiting * share.party.factor
    if (!this.#mayStart(share, requester) && !hasPlace(share, requester, places)) return undefined
    const taken = this.#take(share, { ...requester, isReturning: false })
    const slot = {
      take: () => {
        // While the turn was released, the share may have been forgotten.
        share = this.#see(owner)
        return this.#take(share, { ...requester, isReturning: true })
      },
      release: (spent: SpentTime) => this.#release(share, requester, spent),
      isShared: () => this.#countOthers(share.party, 1) > 0,
    }
    const turn = createTurn(slot, this.#time.now)
    return taken ? taken.then(() => turn) : turn
  }

  /** Records a request that takes no turn, so that others yield time to its owner. */
  recordPresence(owner: ShareOwner): void {
    this.#busy_at = this.#see(owner).seen_at
  }

  /** Returns how many requests of an owner are running, and how many are queued. */
  loadOf(id: string): { readonly running: number; readonly waiting: number } {
    const share = this.#organizations.get(id) ?? this.#visitors.get(id)
    return { running: share?.running ?? 0, waiting: share?.waiting.length ?? 0 }
  }

  /** Returns the share of an owner that has sent a request now. */
  #see({ id, isOrganization }: ShareOwner): Share {
    const now = this.#time.now()
    if (now - this.#swept_at > REMEMBERED_MS) {
      for (const shares of [this.#organizations, this.#visitors]) forgetIdle(shares, this.#swept_at)
      this.#swept_at = now
    }
    const shares = isOrganization ? this.#organizations : this.#visitors
    const share = shares.get(id) ?? new Share(isOrganization ? new Party(1) : this.#rest)
    share.seen_at = share.party.seen_at = now
    shares.set(id, share)
    return share
  }

  // ---- Slots ---------------------------------------------------------------------------------------------------------

  #take(share: Share, request: Omit<WaitingRequest, 'start'>): Promise<void> | undefined {
    const { party } = share
    party.requests += 1
    if (this.#mayStart(share, request)) return this.#occupy(share, request)
    return new Promise((resolve) => {
      const start = () => resolve(this.#occupy(share, request))
      share.waiting.push({ ...request, start })
      party.queue.add(share)
      this.#startWaiting(party)
    })
  }

  #occupy(share: Share, { by_installation }: Requester): undefined {
    const { party } = share
    this.#busy_at = this.#time.now()
    // It has yielded the time, or the others did not use it.
    party.used_ms = party.yields_ms = party.throttled_until = 0
    share.running += 1
    if (by_installation) share.running_by_installations += 1
    if (party.starts === 0)
      setImmediate(() => {
        party.starts = 0
        this.#startWaiting(party)
      })
    party.starts += 1
  }

  /**
   * Frees a slot when the event loop next runs its immediates. If the store responds immediately, requests would otherwise end before
   * others have arrived, and the organization with the most connections would use every iteration alone.
   */
  #release(share: Share, { by_installation }: Requester, spent: SpentTime): void {
    this.#charge(share.party, spent)
    this.#busy_at = this.#time.now()
    setImmediate(() => {
      share.running -= 1
      if (by_installation) share.running_by_installations -= 1
      share.party.requests -= 1
      this.#startWaiting(share.party)
    })
  }

  #mayStart(share: Share, requester: Requester): boolean {
    const { party } = share
    const slots = this.#slotsOf(party)
    const hasSlot = this.#slotTest(share, slots)
    if (!hasSlot(requester) || party.starts >= slots || this.#throttledMs(party) > 0) return false
    // While the rest is limited, its shares start requests in rotation.
    return (
      !share.waiting.some(hasSlot) &&
      (party !== this.#rest || slots === Infinity || party.queue.size === 0)
    )
  }

  /** Starts waiting requests of a party, one of each share in rotation. */
  #startWaiting(party: Party): void {
    let slots = this.#slotsOf(party)
    for (const share of party.queue) {
      if (party.starts >= slots || this.#throttledMs(party) > 0) break
      if (share.running >= Math.min(slots, this.#limits.running * party.factor)) continue
      const next = nextOf(share, slots, this.#slotTest(share, slots))
      if (!next) continue
      share.waiting.splice(share.waiting.indexOf(next), 1)
      share.started.set(next.credential, (this.#starts += 1))
      party.queue.delete(share)
      if (share.waiting.length > 0) party.queue.add(share)
      else share.started.clear()
      next.start()
      slots = this.#slotsOf(party)
    }
    this.#startLater(party)
  }

  /** Returns a predicate that tells whether a share has a slot for a request. Installations get half of its slots. */
  #slotTest({ party, running, running_by_installations }: Share, party_slots: number) {
    const slots = Math.min(party_slots, this.#limits.running * party.factor)
    return ({ by_installation }: Requester): boolean =>
      running < slots && (!by_installation || running_by_installations < half(slots))
  }

  /** Returns how many requests of a party may start in one iteration of the event loop. For an organization, no more may run at once. */
  #slotsOf(party: Party): number {
    const isRest = party === this.#rest
    const isAlone = () => this.#countOthers(party, 1) === 0 && !(isRest && this.#visitors.size > 1)
    const isFull = party.requests > FULL_FACTOR * this.#limits.running
    if (!(isFull || party.cost > EXPENSIVE_MS) || isAlone())
      return isRest ? Infinity : this.#limits.running
    const limit = this.#limits.running * party.factor
    const slots = isFull ? half(limit) : limit
    return Math.max(1, Math.min(slots, Math.floor(ITERATION_MS / party.cost)))
  }

  // ---- Time ----------------------------------------------------------------------------------------------------------

  #charge(party: Party, { own_ms: measured_ms, commit_ms }: SpentTime): void {
    const now = this.#time.now()
    const own_ms = Math.max(measured_ms, MIN_MS)
    party.cost = Math.max(own_ms, party.cost * COST_DECAY)
    // The time since the last charge, without that of this request, has been yielded.
    party.yields_ms -= Math.max(0, now - party.charged_at - own_ms)
    if (party.yields_ms <= 0) party.yields_ms = party.used_ms = 0
    party.charged_at = now
    if (own_ms + commit_ms <= EXPENSIVE_MS && party.requests <= FULL_FACTOR * this.#limits.running)
      return
    party.used_ms += own_ms + commit_ms
    party.yields_ms += (YIELD_FACTOR * own_ms + commit_ms) * this.#countOthers(party, MAX_OTHERS)
    party.throttled_until = now + party.yields_ms
    party.idle_before = this.#time.idle()
  }

  /** Returns the number of others to which a party yields time, up to a limit: expensive organizations, and one for all others. */
  #countOthers(party: Party, limit: number): number {
    const since = this.#time.now() - Math.min(PRESENCE_FACTOR * party.cost, REMEMBERED_MS)
    let [expensive, cheap] = [0, party !== this.#rest && isPresent(this.#rest, since) ? 1 : 0]
    for (const { party: other } of this.#organizations.values()) {
      if (expensive + cheap >= limit) break
      if (other === party || !isPresent(other, since)) continue
      if (other.cost > EXPENSIVE_MS && (other.requests > 0 || other.charged_at > since))
        expensive += 1
      else cheap = 1
    }
    return expensive + cheap
  }

  /**
   * Returns for how many milliseconds a party remains throttled, or 0. It resumes before `throttled_until` if the others have sent nothing
   * for a while, or if the event loop has been idle for as long as its own requests have used it.
   */
  #throttledMs({ throttled_until, idle_before, used_ms }: Party): number {
    const now = this.#time.now()
    if (throttled_until <= now) return 0
    const quiet_until = this.#busy_at + Math.max(1, used_ms * IDLE_FRACTION)
    const idle_until = now + used_ms - (this.#time.idle() - idle_before)
    return Math.max(0, Math.min(throttled_until, quiet_until, idle_until) - now)
  }

  /**
   * Starts waiting requests once their party is no longer throttled, or when another one may have left it more slots. Otherwise they start
   * when a request ends.
   */
  #startLater(party: Party): void {
    if (party.queue.size === 0) return
    const now = this.#time.now()
    const due = now + (this.#throttledMs(party) || RECHECK_MS)
    if (party.timer_at <= due) return
    party.timer_at = due
    this.#time.wait(due - now, () => {
      if (party.timer_at !== due) return
      party.timer_at = Infinity
      this.#startWaiting(party)
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

const isPresent = ({ requests, seen_at }: Party, since: number): boolean =>
  requests > 0 || seen_at > since
/** Returns half of a number of slots or places, rounded up. */
const half = (count: number): number => Math.ceil(count / 2)
