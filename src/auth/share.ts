/**
 * A network address, like a person without an organization, has this many times the slots of an organization and its places in the queue,
 * because a whole fleet can start behind one address.
 */
const FLEET_FACTOR = 8

/** Whose share of the process a request uses. */
export interface Tenant {
  /** The organization, or the person or network address that belongs to none. */
  readonly id: string
  readonly isOrganization: boolean
}
/** An organization, or all people and network addresses that belong to none, because anybody can have many. */
export class Party {
  /** The number of running and waiting requests. */
  requests = 0
  /** How many of its tenants have such requests. */
  tenants = 0
}
/** The requests from one tenant in this process, and the time that they use. */
export class Share {
  readonly isOrganization: boolean
  /** How many times the slots of an organization, and its places in the queue, it has. */
  readonly factor: number
  readonly party: Party
  running = 0
  /** How many of the running requests were sent by installations. */
  running_by_installations = 0
  readonly waiting: WaitingRequest[] = []
  /** For each credential, the sequence number of its latest request that was started from the queue. */
  readonly started = new Map<string, number>()
  /** When the next timer starts waiting requests. */
  timer_at = Infinity
  /** When its latest request arrived. */
  seen_at = 0
  /** Milliseconds of its most expensive recent request, which each later request reduces. */
  cost = 0
  /** When a request was last charged. */
  charged_at = 0
  /** The time before which it starts no request, so that others can use the event loop. */
  throttled_until = 0
  /** When it was throttled, less the time for which requests had kept the event loop busy by then. */
  idle_from = 0
  /** Milliseconds that its requests have used since it was throttled. */
  owed = 0

  /** @param rest the party of all tenants that are not organizations */
  constructor(isOrganization: boolean, rest: Party) {
    this.isOrganization = isOrganization
    this.factor = isOrganization ? 1 : FLEET_FACTOR
    this.party = isOrganization ? new Party() : rest
  }
}
/** Who sends a request for a tenant. */
export interface Requester {
  readonly credential: string
  readonly by_installation: boolean
}
export interface WaitingRequest extends Requester {
  /** Whether the request has had a turn before. */
  readonly isReturning: boolean
  readonly start: () => void
}
