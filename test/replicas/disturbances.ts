import { setTimeout as delay } from 'node:timers/promises'
import type { Choices } from '../history/simulation/random.ts'
import { MINUTE } from '../kit/time.ts'
import type { Replica } from './replica.ts'

export interface DisturbanceCounts {
  kills: number
  pauses: number
  starts: number
  skewed: number
  outages: number
  worst_skew_ms: number
  outage_ms: number
}

const ATTEMPTS = 20
const SKEWS = [0, -5 * MINUTE, 5 * MINUTE, -60 * MINUTE, 60 * MINUTE, 1000, -1000, 17 * MINUTE]

/** Starts a replica with a random clock error. */
export async function startReplica(
  replica: Replica,
  choose: Choices,
  counts: DisturbanceCounts,
): Promise<void> {
  const skew_ms = choose.of(SKEWS)
  counts.starts += 1
  if (skew_ms !== 0) counts.skewed += 1
  counts.worst_skew_ms = Math.max(counts.worst_skew_ms, Math.abs(skew_ms))
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    try {
      return await replica.start(skew_ms)
    } catch (cause) {
      // Without a database the process ends at once. It is started again, as a supervisor would do.
      if (attempt === ATTEMPTS) throw cause
      await delay(500)
    }
  }
}

/**
 * Kills and restarts replicas, and pauses and resumes them, until the run is over. Each replica is disturbed independently, but at least
 * one is running at any time.
 */
export async function disturbReplicas(
  replicas: readonly Replica[],
  choose: Choices,
  counts: DisturbanceCounts,
  isOver: () => boolean,
): Promise<void> {
  const isServing = ({ port, paused }: Replica) => port !== undefined && !paused
  const canSpareOne = () => replicas.filter(isServing).length > 1
  await Promise.all(
    replicas.map(async (replica) => {
      while (!isOver()) {
        await delay(500 + choose.below(2500))
        if (isOver() || !isServing(replica) || !canSpareOne()) continue
        if (choose.chance(0.5)) {
          counts.kills += 1
          await replica.kill()
          await delay(choose.below(500))
          await startReplica(replica, choose, counts)
        } else {
          counts.pauses += 1
          replica.pause()
          await delay(100 + choose.below(2500))
          replica.resume()
        }
      }
    }),
  )
}
