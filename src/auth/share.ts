/** Whose share of the process a request uses. */
export interface ShareOwner {
  /** The id of an organization or a network address, or of a person for requests that belong to no organization. */
  readonly id: string
  readonly isOrganization: boolean
}
/** Who sends a request on behalf of the owner of a share. */
export interface Requester {
  readonly credential: string
  readonly by_installation: boolean
}
export interface WaitingRequest extends Requester {
  /** Whether the request has had a turn before. */
  readonly isReturning: boolean
  readonly start: () => void
}

/**
 * Who gets an equal part of the time of the process: an organization, or together all people and network addresses whose requests belong
 * to none, because anybody can have many.
 */
export class Party {
  /** The slots and the places in the queue of each share of this party, as a multiple of those of an organization. */
  readonly factor: number
  /** The number of running and waiting requests. */
  requests = 0
  /** How many requests have started in this iteration of the event loop. */
  starts = 0
  /** The shares with waiting requests, in the order in which they start the next ones. */
  readonly queue = new Set<Share>()
  /** When the next timer starts waiting requests. */
  timer_at = Infinity
  /** When its latest request arrived. */
  seen_at = -Infinity
  /** Milliseconds of its most expensive recent request, which each later request reduces. */
  cost = 0
  /** When a request was last charged. */
  charged_at = -Infinity
  /** Milliseconds used by the requests that have ended since the party last started one, and for how many milliseconds it yields. */
  used_ms = 0
  yields_ms = 0
  /** The time before which it starts no request, so that others can use the event loop. */
  throttled_until = 0
  /** For how many milliseconds the event loop had been idle when it was last charged. */
  idle_before = 0

  constructor(factor: number) {
    this.factor = factor
  }
}

/** The requests in this process that use the share of one owner. */
export class Share {
  readonly party: Party
  running = 0
  /** How many of the running requests were sent by installations. */
  running_by_installations = 0
  readonly waiting: WaitingRequest[] = []
  /** For each credential, the sequence number of its latest request that was started from the queue. */
  readonly started = new Map<string, number>()
  /** When its latest request arrived. */
  seen_at = 0

  constructor(party: Party) {
    this.party = party
  }
}

/**
 * Forgets shares without requests since a point in time. An organization that still has to yield time at that point is remembered.
 */
export function forgetIdle(shares: Map<string, Share>, before: number): void {
  for (const [id, { running, waiting, seen_at, party }] of shares) {
    const needed_until = party.requests > 0 ? seen_at : Math.max(seen_at, party.throttled_until)
    if (running + waiting.length === 0 && needed_until < before) shares.delete(id)
  }
}

/** Returns whether a new request may wait in a share. */
export function hasPlace({ waiting }: Share, requester: Requester, places: number): boolean {
  const { credential, by_installation } = requester
  let [all, own, byInstallations] = [0, 0, 0]
  for (const request of waiting) {
    if (request.isReturning) continue
    all += 1
    if (request.credential === credential) own += 1
    if (request.by_installation) byInstallations += 1
  }
  return own < places - all && !(by_installation && byInstallations >= places / 2)
}

/**
 * Returns the waiting request of a share that may start next: first those that return, then those of the credential that has waited for
 * longest. Where there is one slot, requests from installations come last.
 */
export function nextOf(
  share: Share,
  slots: number,
  hasSlot: (request: WaitingRequest) => boolean,
): WaitingRequest | undefined {
  const rankOf = ({ isReturning, by_installation, credential }: WaitingRequest) => {
    if (by_installation && slots === 1) return Number.MAX_SAFE_INTEGER
    return isReturning ? -1 : (share.started.get(credential) ?? 0)
  }
  const earlier = (a: WaitingRequest, b: WaitingRequest) => (rankOf(b) < rankOf(a) ? b : a)
  const startable = share.waiting.filter(hasSlot)
  return startable.length > 0 ? startable.reduce(earlier) : undefined
}
