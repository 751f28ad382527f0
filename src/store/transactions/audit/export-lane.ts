import type { ExportJob } from '../../../domain/audit/export-job.ts'
import { fingerprint, type MasterKey } from '../../../domain/secrets.ts'
import type { Tx } from '../../database.ts'

/** Returns the unfinished job of a lane that is delivered next. */
export const firstOfLane = (tx: Tx, lane: string): Promise<ExportJob | undefined> =>
  tx.exports.first({ where: { lane, finished_at: null }, orderBy: ['created_at', 'export_id'] })

/**
 * Returns the lane of a job, in which jobs are delivered one after another. If unfinished jobs for the same destination are in a lane that
 * was named under an earlier master key, the job joins that lane.
 */
export async function laneOf(
  tx: Tx,
  [first, ...others]: readonly [MasterKey, ...MasterKey[]],
  destination: readonly string[],
): Promise<string> {
  const lane = (key: MasterKey) => fingerprint(key, 'export-lane', JSON.stringify(destination))
  for (const key of others) {
    const job = await tx.exports.first({ where: { lane: lane(key), finished_at: null } })
    if (job) return job.lane
  }
  return lane(first)
}
