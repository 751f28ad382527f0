/** Timing of simulated agents, in milliseconds; `random` parameters are in [0, 1). */

/** Maximum share of the interval by which a heartbeat is early. Platform and agent each choose a random share. */
const EARLY = { platform: 0.1, agent: 0.05 }
const SECOND = 1000
const MINUTE = 60 * SECOND

/**
 * Returns the time between two heartbeats, like that of the agents of this project: the platform states a time that is up to 10 % early,
 * and the agent subtracts up to 5 %. Real agents schedule the next heartbeat when a response arrives. Simulated ones do not wait for it,
 * because a slow platform would then receive less load.
 */
export const heartbeatGap = (
  interval_s: number,
  platform_random: number,
  agent_random: number,
): number =>
  interval_s * SECOND * (1 - EARLY.platform * platform_random) * (1 - EARLY.agent * agent_random)

/** Returns the heartbeats per second of a complete fleet. */
export const heartbeatsPerSecond = (installations: number, interval_s: number): number =>
  installations / (interval_s * (1 - EARLY.platform / 2) * (1 - EARLY.agent / 2))

/** Returns the time from bootstrap to the first heartbeat: a random part of the interval, as if the fleet had grown over a long time. */
export const firstGap = (interval_s: number, random: number): number => interval_s * SECOND * random

/** Returns the time between two independent events with this average rate per minute (a Poisson process). */
export const eventGap = (per_minute: number, random: number): number =>
  (-Math.log(1 - random) * MINUTE) / per_minute

/** The rate limit of a credential, from the `RateLimit-Policy` header. */
export interface Allowance {
  readonly requests: number
  readonly window_s: number
}

/** Reads a header such as `"api-key";q=600;w=60`; returns undefined if it has a different form. */
export function readAllowance(header: string | undefined): Allowance | undefined {
  const [, q, w] = /;\s*q=(\d{1,12});\s*w=(\d{1,9})/.exec(header ?? '') ?? []
  return Number(q) > 0 && Number(w) > 0 ? { requests: Number(q), window_s: Number(w) } : undefined
}

/** Share of the rate limit that the run uses; the rest is left for other requests with the same keys. */
const USED_SHARE = 0.9

/**
 * Returns the minimum time in seconds that the rate limits of the API keys allow for this number of requests. The limit of their
 * organization is unknown, because responses state only the limit that has the least left.
 */
export const minSeconds = (
  requests: number,
  allowance: Allowance | undefined,
  keys: number,
): number =>
  allowance ? requests / (keys * USED_SHARE * (allowance.requests / allowance.window_s)) : 0
