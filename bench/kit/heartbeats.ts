import type { Database } from '../../src/store/database.ts'
import { hashToken } from '../../src/domain/tokens.ts'
import { anInstallation, aRuntimeToken } from '../../test/domain/fixtures.ts'
import { callContext } from '../../test/kit/context.ts'
import type { Store } from '../../src/store/store.ts'

const nameOf = (index: number): string => `inst_${index}`
const hashOf = (index: number): string => hashToken(`srt_${index}`)
const FAR = '2999-01-01T00:00:00.000Z'

/**
 * Inserts installations, numbered from 1, without bootstrapping them. Their leases end at once, so the first heartbeat of each renews an
 * ended one.
 */
export async function insertInstallations(
  store: Store,
  database: Database,
  count: number,
): Promise<void> {
  const { organization_id } = await store.createOrganization(callContext(), {
    name: 'bench',
    plan: 'enterprise',
  })
  const at = callContext().now
  await database.transact(async (tx) => {
    for (let index = 1; index <= count; index += 1) {
      const installation_id = nameOf(index)
      await tx.installations.insert(
        anInstallation({
          installation_id,
          organization_id,
          agent_organization_id: organization_id,
          lease_expires_at: at,
          lease_check_at: at,
          last_seen_at: at,
          last_seen_date: at.slice(0, 10),
          created_at: at,
        }),
      )
      await tx.runtime_tokens.insert(
        aRuntimeToken(1, {
          hash: hashOf(index),
          installation_id,
          issued_at: at,
          expires_at: FAR,
          first_used_at: at,
          effective_expires_at: FAR,
        }),
      )
    }
  })
}

/** Does what the store does for a heartbeat: looks up the credential, unless that is left out, and renews the lease. */
export async function renewOnce(store: Store, index: number, authenticate = true): Promise<void> {
  const hash = hashOf(index)
  if (authenticate) await store.findRuntimeToken({ hash, now: callContext().now })
  const outcome = await store.renewLease(callContext(), {
    installation_id: nameOf(index),
    token_hash: hash,
    heartbeat: { status: 'running' },
    jitter: 0.5,
  })
  if (outcome.kind !== 'renewed') throw new Error(outcome.kind)
}

export interface Throughput {
  readonly per_s: number
  readonly latencies: readonly number[]
}

/** Runs concurrent callers that repeat an action for a given time. */
export async function runCallers(
  callers: number,
  milliseconds: number,
  once: () => Promise<unknown>,
): Promise<Throughput> {
  const latencies: number[] = []
  const began = performance.now()
  await Promise.all(
    Array.from({ length: callers }, async () => {
      for (let start = performance.now(); start < began + milliseconds; start = performance.now()) {
        await once()
        latencies.push(performance.now() - start)
      }
    }),
  )
  return { per_s: (latencies.length / (performance.now() - began)) * 1000, latencies }
}

export const randomIndex = (count: number): number => 1 + Math.floor(Math.random() * count)
