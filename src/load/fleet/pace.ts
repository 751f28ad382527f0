/** When simulated agents send what they send. Milliseconds throughout; `dice` are random numbers in [0, 1). */

/** How much earlier than its interval a heartbeat comes at most: the platform draws from the first, the agent from the second. */
const EARLY = { platform: 0.1, agent: 0.05 }
const SECOND = 1000
const MINUTE = 60 * SECOND

/**
 * From one heartbeat to the next, as the agents of this project have it: the platform names a moment up to 10 % early, and the agent
 * takes up to 5 % off that. Real heartbeats wait for an answer before they count on; these do not, or a slow platform would
 * be asked less.
 */
export const heartbeatGap = (
  interval_s: number,
  platform_dice: number,
  agent_dice: number,
): number =>
  interval_s * SECOND * (1 - EARLY.platform * platform_dice) * (1 - EARLY.agent * agent_dice)

/** Heartbeats a second that a fleet sends once it is up. */
export const heartbeatsPerSecond = (installations: number, interval_s: number): number =>
  installations / (interval_s * (1 - EARLY.platform / 2) * (1 - EARLY.agent / 2))

/** From bootstrap to the first heartbeat: anywhere in the interval, as if the fleet had grown over a long time. */
export const firstGap = (interval_s: number, dice: number): number => interval_s * SECOND * dice

/** From one event to the next of those that come independently, so many a minute on average (a Poisson process). */
export const eventGap = (per_minute: number, dice: number): number =>
  (-Math.log(1 - dice) * MINUTE) / per_minute

/** How many requests a credential may make in a window, as the `RateLimit-Policy` of an answer says. */
export interface Allowance {
  readonly requests: number
  readonly window_s: number
}

/** Reads `"api-key";q=600;w=60`; undefined where there is nothing of that form. */
export function readAllowance(header: string | undefined): Allowance | undefined {
  const [, q, w] = /;\s*q=(\d{1,12});\s*w=(\d{1,9})/.exec(header ?? '') ?? []
  return Number(q) > 0 && Number(w) > 0 ? { requests: Number(q), window_s: Number(w) } : undefined
}

/** A tenth of what is allowed stays free for everything else that a run asks with its keys. */
const USED = 0.9

/** Seconds that so many requests with API keys take at least. */
export const leastSeconds = (
  requests: number,
  allowance: Allowance | undefined,
  keys: number,
): number => (allowance ? requests / (keys * USED * (allowance.requests / allowance.window_s)) : 0)
