import { COUNTS } from '../counts.ts'
import { findMissingCounts, findWrongCounts } from '../transactions/counts.ts'
import type { Check, Subject } from './check.ts'
import type { KeyRing } from '../../domain/secrets.ts'
import { DAY_MS, ms, type Timestamp } from '../../domain/time.ts'
import { isMigrationNeeded, type SchemaDifferences, type Snapshot } from '../snapshot.ts'
import { chains } from './chains.ts'
import { credentialUses } from './credential-uses.ts'
import { agentStatus, reputations } from './agents.ts'
import { runningTasks, tokenVersions } from './installations.ts'
import { policies } from './policies.ts'
import { quotas } from './quotas.ts'
import { references } from './references.ts'
import { distinctCredentials, masterKey } from './secrets.ts'
import { log } from './log.ts'
import { loggedAgents, loggedKeys } from './logged.ts'
import { publishedHeads, witnesses } from './published-heads.ts'

/** Checks the stored aggregates against the numbers of rows. */
const counts: Check = {
  name: 'counts',
  says: 'the stored counts equal the numbers of rows',
  async *run({ snapshot: { tx } }) {
    const missing = new Set((await findMissingCounts(tx)).map(({ name }) => name))
    for (const count of COUNTS.filter(({ name }) => !missing.has(name))) {
      for (const { grouping, value, kept, counted } of await findWrongCounts(tx, count)) {
        yield `counters ${[count.name, grouping, value].filter((part) => part !== '').join(' ')}: stored ${kept}, counted ${counted}; run \`svc-registry counts correct\``
      }
    }
  },
}

/** Limits the findings of one check that are reported; further findings are only counted. */
const MAX_FINDINGS = 20

const file: Check = {
  name: 'file',
  says: 'the file is not damaged',
  async *run({ snapshot }) {
    yield* await snapshot.damage()
  },
}

const tables: Check = {
  name: 'tables',
  says: 'tables, columns and indexes match this version',
  async *run({ snapshot: { schema } }) {
    yield* findingsOf(schema)
  },
}

const clock: Check = {
  name: 'clock',
  says: 'the time at which the platform was last alive is not in the future',
  async *run({ snapshot: { tx }, now }) {
    const aliveAt = (await tx.platform_facts.get({ name: 'alive_at' }))?.value
    if (typeof aliveAt === 'string' && ms(aliveAt) > ms(now) + DAY_MS)
      yield `platform_facts alive_at: the platform was alive at ${aliveAt}, which is in the future; check the clock of this machine`
  },
}

/** All checks of a store. The first two examine the integrity of the file and the schema, the others the data. */
const CHECKS: readonly Check[] = [
  file,
  tables,
  masterKey,
  references,
  distinctCredentials,
  agentStatus,
  reputations,
  runningTasks,
  tokenVersions,
  policies,
  chains,
  log,
  loggedAgents,
  loggedKeys,
  publishedHeads,
  witnesses,
  credentialUses,
  clock,
  counts,
  quotas,
]

interface CheckReport {
  readonly check: string
  readonly says: string
  readonly result: 'sound' | 'remark' | 'damaged' | 'skipped'
  readonly found: number
  readonly findings: readonly string[]
}
export interface VerifyReport {
  readonly sound: boolean
  readonly checks: readonly CheckReport[]
}

/**
 * Runs the checks on one committed state of a store, which may be written at the same time; if its tables have to be migrated first, only
 * the file and the tables are checked. Memory use grows with the number of organizations, of running tasks and of the groups of one count
 * (such as the pairs of a workspace and an installed agent), the time with the number of rows.
 */
export async function verifyStore(
  snapshot: Snapshot,
  options: {
    readonly now: Timestamp
    readonly masterKeys: KeyRing
    readonly keyLocation: string
  },
): Promise<VerifyReport> {
  const { schema } = snapshot
  const readable = !isMigrationNeeded(schema)
  const checks: CheckReport[] = []
  for (const check of CHECKS)
    checks.push(
      await reportOf(
        check,
        { snapshot, ...options },
        readable || check === file || check === tables,
      ),
    )
  return { sound: checks.every(({ result }) => result === 'sound' || result === 'remark'), checks }
}

async function reportOf(
  { name, says, run, remarksOnly }: Check,
  subject: Subject,
  possible: boolean,
): Promise<CheckReport> {
  if (!possible) return { check: name, says, result: 'skipped', found: 0, findings: [] }
  const findings: string[] = []
  let found = 0
  const report = (finding: string) => {
    found += 1
    if (findings.length < MAX_FINDINGS) findings.push(finding)
  }
  try {
    for await (const finding of run(subject)) report(finding)
  } catch (cause) {
    // If a row or a page cannot be read, the result of the rest of the check is unknown.
    found += 1
    findings.push(`the check could not be completed: ${(cause as Error).message}`)
  }
  return {
    check: name,
    says,
    result: found === 0 ? 'sound' : remarksOnly ? 'remark' : 'damaged',
    found,
    findings,
  }
}

function* findingsOf({
  missingTables,
  missingColumns,
  renamedColumns,
  missingIndexes,
  unknown,
  retyped,
}: SchemaDifferences): Generator<string> {
  for (const table of missingTables) yield `${table}: the table is missing; \`migrate\` adds it`
  for (const column of missingColumns) yield `${column}: the column is missing; \`migrate\` adds it`
  for (const { table, from, to } of renamedColumns)
    yield `${table}.${from}: the column has an earlier name; \`migrate\` renames it to ${to}`
  for (const index of missingIndexes) yield `${index}: the index is missing; \`migrate\` adds it`
  for (const item of retyped) yield `${item}, but has a different type in this version`
  for (const item of unknown)
    yield `${item}: a later version created it, and this version does not recognize it`
}
