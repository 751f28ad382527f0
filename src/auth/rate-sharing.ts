import { consumedOf, costOf, fullAfter, missingAt, type RateLimit } from '../domain/rate.ts'
import type { ConsumeRates } from '../store/database.ts'
import type { Bucket } from './rate-limiter.ts'

/** Requests that another worker on this machine has admitted. */
export interface PeerConsumption {
  readonly limit: RateLimit
  readonly key: string
  readonly requests: number
}

/** The other workers on this machine, which share the limits of one process. */
export interface RatePeers {
  publish(consumptions: readonly PeerConsumption[]): void
  onConsumed(listener: (consumptions: readonly PeerConsumption[]) => void): void
}

/** Shares the consumption of this process with other processes. */
export interface RateSharing {
  add(bucket: Bucket, requests: number, now_us: number): void
  /** Exchanges consumption with the processes that share the store. */
  exchange(now_ms: () => number): Promise<void>
}

/**
 * Shares consumption with the workers on this machine at once, and with all processes that use the store when `exchange` is called. Returns
 * undefined for a single process.
 */
export function shareRates(
  share: ConsumeRates | undefined,
  peers: RatePeers | undefined,
): RateSharing | undefined {
  if (!share && !peers) return undefined
  const reports = share && new Reports(share, peers !== undefined)
  const broadcast = peers && new PeerBroadcast(peers)
  return {
    add(bucket, requests, now_us) {
      reports?.add(bucket, requests, now_us)
      broadcast?.add(bucket, requests)
    },
    exchange: async (now_ms) => reports?.exchange(now_ms),
  }
}

/** The consumption that this worker has not published to the other workers yet. It is published once per iteration of the event loop. */
class PeerBroadcast {
  readonly #peers: RatePeers
  readonly #consumed = new Map<Bucket, number>()
  constructor(peers: RatePeers) {
    this.#peers = peers
  }

  add(bucket: Bucket, requests: number): void {
    if (this.#consumed.size === 0) setImmediate(() => this.#publish())
    this.#consumed.set(bucket, (this.#consumed.get(bucket) ?? 0) + requests)
  }

  #publish(): void {
    const consumptions = [...this.#consumed].map(([{ limit, key }, requests]) => ({
      limit,
      key,
      requests,
    }))
    this.#consumed.clear()
    this.#peers.publish(consumptions)
  }
}

/** The consumption of this process that has not been reported to the others yet. */
class Reports {
  readonly #share: ConsumeRates
  readonly #hasPeers: boolean
  readonly #due = new Set<Bucket>()
  constructor(share: ConsumeRates, hasPeers: boolean) {
    this.#share = share
    this.#hasPeers = hasPeers
  }

  add(bucket: Bucket, requests: number, since_us: number): void {
    bucket.unreported_since_us =
      bucket.unreported === 0 ? since_us : Math.min(bucket.unreported_since_us, since_us)
    bucket.unreported += requests
    if (bucket.unreported >= bucket.report_at) this.#due.add(bucket)
  }

  /** Reports what is due, and updates the same buckets with what all processes have consumed from them. */
  async exchange(now_ms: () => number): Promise<void> {
    if (this.#due.size === 0) return
    // A bucket may have been replaced by one with the same name since it became due; only the newer one is reported.
    const named = new Map([...this.#due].map((bucket) => [bucket.shared_name, bucket]))
    const unreported_uses = [...named.values()].map((bucket) => ({
      bucket,
      requests: bucket.unreported,
      since_us: bucket.unreported_since_us,
    }))
    this.#due.clear()
    for (const { bucket } of unreported_uses) bucket.unreported = 0
    const consumptions = unreported_uses.map(({ bucket, requests, since_us }) => ({
      bucket: bucket.shared_name,
      since_us: Math.round(since_us),
      cost_us: Math.round(requests * costOf(bucket.limit)),
    }))
    const full = await this.#share(consumptions).catch((cause: unknown) => {
      for (const { bucket, requests, since_us } of unreported_uses)
        this.add(bucket, requests, since_us)
      throw cause
    })
    for (const { bucket } of unreported_uses) {
      const full_us = full.get(bucket.shared_name)
      if (full_us !== undefined) refillShared(bucket, full_us, now_ms() * 1000, this.#hasPeers)
    }
  }
}

/**
 * Sets a bucket to what all processes have consumed. What this process has consumed since its report is added. What several processes have
 * consumed beyond the limit may add up to more than is plausible, which `consumedOf` ignores, so a process that is beyond the limit keeps
 * at least its own count. A worker also knows of requests that other workers have admitted but not yet reported, so it never lowers its
 * count.
 */
function refillShared(bucket: Bucket, full_us: number, now_us: number, hasPeers: boolean): void {
  const unreported_us = bucket.unreported * costOf(bucket.limit)
  const since_us = bucket.unreported === 0 ? 0 : bucket.unreported_since_us
  const own = missingAt(bucket, now_us)
  const shared = consumedOf(bucket.limit, fullAfter(full_us, since_us, unreported_us), now_us)
  bucket.at_us = now_us
  bucket.missing = hasPeers || own > bucket.limit.limit ? Math.max(own, shared) : shared
}
