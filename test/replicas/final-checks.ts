import type { Database } from '../../src/store/database.ts'
import type { Store } from '../../src/store/store.ts'
import { verifyStoredChain } from '../../src/store/long-reads/verify-chain.ts'
import type { Mailbox } from './mailbox.ts'

/** The result of the checks of the database at the end of a run, with a line for each violation. */
export interface FinalChecks {
  readonly violations: readonly string[]
  readonly chains: number
  readonly records: number
  readonly mails: number
  readonly duplicate_mails: number
  readonly sweeps: number
}

export interface Observations {
  readonly mailbox: Mailbox
  readonly challenges: readonly string[]
  /** How many times each task reached its agent. */
  readonly tasks_received: ReadonlyMap<string, number>
  /** How many times a process may have been interrupted between sending an e-mail and recording that it was sent. */
  readonly interruptions: number
  /** The installations that sent no heartbeat. */
  readonly silent: readonly string[]
}

export async function checkDatabase(
  database: Database,
  store: Store,
  isOwn: Parameters<typeof verifyStoredChain>[2],
  seen: Observations,
): Promise<FinalChecks> {
  const rows = await database.read(async (tx) => ({
    tokens: await tx.install_tokens.find({}),
    installations: await tx.installations.find({}),
    runtime: await tx.runtime_tokens.find({}),
    working: await tx.tasks.find({ where: { status: 'working' } }),
    outbox: await tx.outbox.find({}),
    audit: await tx.audit_log.find({}),
  }))
  const violations: string[] = []

  const chains = await store.listChains({})
  for (const { chain } of chains) {
    const { intact, broken } = await verifyStoredChain(store, chain, isOwn)
    if (!intact) violations.push(`I-15: ${chain} is broken: ${JSON.stringify(broken)}`)
  }

  const existing = new Set(rows.installations.map((one) => one.installation_id))
  for (const [token, all] of Map.groupBy(
    rows.installations,
    ({ install_token_id }) => install_token_id,
  ))
    if (all.length > 1) violations.push(`I-01: token ${token} has ${all.length} installations`)
  for (const { token_id, installation_id, consumed_at } of rows.tokens) {
    if ((consumed_at === null) !== (installation_id === null))
      violations.push(`I-03: token ${token_id} is partly consumed`)
    if (installation_id !== null && !existing.has(installation_id))
      violations.push(`I-03: token ${token_id} has no installation`)
  }
  const versions = Map.groupBy(
    rows.runtime,
    ({ installation_id, version }) => `${installation_id} ${version}`,
  )
  for (const [version, all] of versions)
    if (all.length > 1) violations.push(`I-07: version ${version} was issued ${all.length} times`)
  const audited = (kind: string) =>
    rows.audit.filter(({ event_type, outcome }) => event_type === kind && outcome === 'success')
  if (audited('installation.bootstrapped').length !== rows.installations.length)
    violations.push(
      `I-14: ${rows.installations.length} installations have ${audited('installation.bootstrapped').length} audit records`,
    )

  for (const installation of rows.installations) {
    const working = rows.working.filter(
      ({ agent }) => agent.installation_id === installation.installation_id,
    ).length
    if ((installation.in_flight ?? 0) !== working)
      violations.push(
        `${installation.installation_id} counts ${installation.in_flight} tasks in progress, but has ${working}`,
      )
  }
  for (const [task, times] of seen.tasks_received)
    if (times > 1) violations.push(`task ${task} was sent ${times} times`)

  const copies = Map.groupBy(seen.mailbox.mails, ({ id }) => id)
  const twice = [...copies.values()].reduce((sum, { length }) => sum + length - 1, 0)
  if (twice > seen.interruptions)
    violations.push(
      `${twice} e-mails were delivered twice, but there were only ${seen.interruptions} interruptions`,
    )
  for (const challenge of seen.challenges) {
    const item = rows.outbox.find(({ payload }) => payload['challenge_id'] === challenge)
    if (item?.ended === 'delivered' && !copies.has(`pin.${item.outbox_id}`))
      violations.push(`e-mail ${item.outbox_id} is recorded as delivered, but did not arrive`)
  }

  const expired = audited('installation.lease_expired').map(({ occurred_at, target }) => ({
    occurred_at,
    id: target!.id,
  }))
  const sweeps = checkSweeps(
    expired.filter(({ id }) => seen.silent.includes(id)),
    seen.silent.length,
    violations,
  )
  return {
    violations,
    chains: chains.length,
    records: rows.audit.length,
    mails: seen.mailbox.mails.length,
    duplicate_mails: twice,
    sweeps,
  }
}

const SHARE = 0.2
const PAUSE_MS = 900

/**
 * Checks that the lease of each silent installation expired once, that no pass marked offline more than a fifth of those that were left,
 * or more than one where a fifth is less than one (docs/specification/installations.md#i-21), and that passes were far enough apart
 * (docs/specification/installations.md#sweep).
 */
function checkSweeps(
  expired: readonly { readonly occurred_at: string; readonly id: string }[],
  silent: number,
  violations: string[],
): number {
  if (new Set(expired.map(({ id }) => id)).size !== expired.length)
    violations.push('a lease expired twice')
  if (expired.length < silent)
    violations.push(`only ${expired.length} of ${silent} leases without heartbeats expired`)
  const passes = [...Map.groupBy(expired, ({ occurred_at }) => occurred_at)].toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  )
  let left = silent
  for (const [at, [moment, { length }]] of passes.entries()) {
    if (length > Math.max(1, Math.floor(left * SHARE)))
      violations.push(`I-21: ${length} of ${left} leases expired in one pass`)
    if (at > 0 && Date.parse(moment) - Date.parse(passes[at - 1]![0]) < PAUSE_MS)
      violations.push(`I-21: two passes were less than ${PAUSE_MS} ms apart`)
    left -= length
  }
  return passes.length
}
