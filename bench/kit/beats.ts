import { randomBytes } from 'node:crypto'
import type { Database } from '../../src/store/database.ts'
import { hashToken } from '../../src/domain/tokens.ts'
import { iso } from '../../src/domain/time.ts'
import type { CallContext } from '../../src/store/context.ts'
import type { Store } from '../../src/store/store.ts'

export const act = (): CallContext => ({
  now: iso(Date.now()),
  actor: { type: 'platform', id: null, ip: null },
  request_id: null,
  user_agent: '',
  random: randomBytes,
})

const nameOf = (index: number): string => `inst_${index}`
const hashOf = (index: number): string => hashToken(`srt_${index}`)
const FAR = '2999-01-01T00:00:00.000Z'

/** Settles so many live installations, numbered from 1, without the way they usually come into being. */
export async function settleInstallations(
  store: Store,
  database: Database,
  count: number,
): Promise<void> {
  const { organization_id } = await store.createOrganization(act(), {
    name: 'bench',
    plan: 'enterprise',
  })
  const at = act().now
  await database.transact(async (tx) => {
    for (let index = 1; index <= count; index += 1) {
      const installation_id = nameOf(index)
      await tx.installations.insert({
        installation_id,
        organization_id,
        workspace_id: 'ws',
        agent_id: 'agent',
        agent_organization_id: organization_id,
        install_token_id: 't',
        upstream_url: null,
        capabilities: [],
        heartbeat_interval: 60,
        lifecycle: 'active',
        health: 'online',
        status: null,
        health_payload: null,
        lease_expires_at: at,
        watch_at: at,
        last_seen_at: at,
        seen_on: at.slice(0, 10),
        token_version: 1,
        refresh_hash: '',
        beacon: null,
        epoch: 0,
        created_at: at,
        recovered_at: null,
        revoked_at: null,
        revoke_reason: null,
        shutdown_deadline: null,
        in_flight: 0,
        attested_at: null,
        unreached_at: null,
      })
      await tx.runtime_tokens.insert({
        hash: hashOf(index),
        installation_id,
        version: 1,
        issued_at: at,
        expires_at: FAR,
        first_used_at: at,
        dies_at: FAR,
      })
    }
  })
}

/** A heartbeat of an installation as the store sees it: the look at its credential, unless left out, and the renewal. */
export async function beat(store: Store, index: number, signIn = true): Promise<void> {
  const hash = hashOf(index)
  if (signIn) await store.findRuntimeToken({ hash, now: act().now })
  const outcome = await store.renewLease(act(), {
    installation_id: nameOf(index),
    token_hash: hash,
    beat: { status: 'running' },
    jitter: 0.5,
  })
  if (outcome.kind !== 'renewed') throw new Error(outcome.kind)
}

export interface Spell {
  readonly per_s: number
  readonly latencies: readonly number[]
}

/** So many callers that do one thing after the other for a while. */
export async function spell(
  callers: number,
  milliseconds: number,
  once: () => Promise<unknown>,
): Promise<Spell> {
  const latencies: number[] = []
  const began = performance.now()
  await Promise.all(
    Array.from({ length: callers }, async () => {
      for (let asked = performance.now(); asked < began + milliseconds; asked = performance.now()) {
        await once()
        latencies.push(performance.now() - asked)
      }
    }),
  )
  return { per_s: (latencies.length / (performance.now() - began)) * 1000, latencies }
}

export const any = (count: number): number => 1 + Math.floor(Math.random() * count)
