import type { ReadTx } from '../../../src/store/database.ts'
import { DAY, MINUTE } from '../../kit/time.ts'

/**
 * Returns the future times at which a state changes without a request, earliest first. The simulation often advances to these times, or to
 * a millisecond before or after.
 */
export async function momentsAhead(rows: ReadTx, now: number): Promise<number[]> {
  const moments: number[] = []
  const note = (text: string | null, more = 0) => {
    if (text !== null) moments.push(Date.parse(text) + more)
  }
  for (const { expires_at, consumed_at } of await rows.install_tokens.find({})) {
    note(consumed_at, MINUTE)
    if (consumed_at === null) note(expires_at)
  }
  for (const { expires_at, effective_expires_at } of await rows.runtime_tokens.find({})) {
    note(effective_expires_at)
    note(expires_at, -7 * DAY)
  }
  for (const { expires_at } of await rows.invitations.find({})) note(expires_at)
  for (const { shutdown_deadline, lease_expires_at } of await rows.installations.find({})) {
    note(shutdown_deadline)
    note(lease_expires_at)
  }
  return [...new Set(moments)].filter((moment) => moment > now + 1).sort((a, b) => a - b)
}
