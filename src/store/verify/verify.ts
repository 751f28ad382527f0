import { COUNTS } from '../counts.ts'
import { findMissingCounts, findWrongCounts } from '../transactions/counts.ts'
import type { Check, Subject } from './check.ts'
import { DAY_MS, ms, type Timestamp } from '../../domain/time.ts'
import type { SchemaFacts, Snapshot } from '../snapshot.ts'
import { chains } from './chains.ts'
import { agentStatus, reputations } from './agents.ts'
import { runningTasks, tokenVersions } from './installations.ts'
import { policies } from './policies.ts'
import { quotas } from './quotas.ts'
import { references } from './references.ts'
import { distinctCredentials, masterKey } from './secrets.ts'

/** Checks the stored aggregates against a new count. */
const counts: Check = {
  name: 'counts',
  says: 'the stored totals are what counting results in',
  async *run({ snapshot: { tx } }) {
    const unkept = new Set((await findMissingCounts(tx)).map(({ name }) => name))
    for (const count of COUNTS.filter(({ name }) => !unkept.has(name))) {
      for (const { grouping, value, kept, counted } of await findWrongCounts(tx, count)) {
        yield `counters ${[count.name, grouping, value].filter((part) => part !== '').join(' ')}: ${kept} is stored, and counting results in ${counted}; run \`svc-registry counts correct\``
      }
    }
  },
}

/** The most findings of one check that are reported; the others are only counted. */
const MAX_FINDINGS = 20

const medium: Check = {
  name: 'medium',
  says: 'the file is not damaged',
  async *run({ snapshot }) {
    yield* await snapshot.damage()
  },
}

const tables: Check = {
  name: 'tables',
  says: 'tables, columns and indexes match this version',
  async *run({ snapshot: { schema } }) {
    yield* faultsOf(schema)
  },
}

const clock: Check = {
  name: 'clock',
  says: 'the platform was not alive in the future',
  async *run({ snapshot: { tx }, now }) {
    const noted = (await tx.platform_facts.get({ name: 'alive_at' }))?.value
    if (typeof noted === 'string' && ms(noted) > ms(now) + DAY_MS)
      yield `platform_facts alive_at: the platform was alive at ${noted}, which is in the future; check the clock of this machine`
  },
}

/** Every check of a store. The first two examine the medium and the schema, the others the data. */
export const CHECKS: readonly Check[] = [
  medium,
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

/** Runs all checks on one committed state of a store, which may be written meanwhile. Memory is bounded; time grows with the rows. */
export async function verifyStore(
  snapshot: Snapshot,
  rest: {
    readonly now: Timestamp
    readonly masterKey: Uint8Array | undefined
    readonly keyPlace: string
  },
): Promise<VerifyReport> {
  const { schema } = snapshot
  const { missingTables, missingColumns, renamedColumns } = schema
  const readable = missingTables.length + missingColumns.length + renamedColumns.length === 0
  const checks: CheckReport[] = []
  for (const check of CHECKS)
    checks.push(
      await reportOf(
        check,
        { snapshot, ...rest },
        readable || check === medium || check === tables,
      ),
    )
  return { sound: checks.every(({ result }) => result === 'sound' || result === 'remark'), checks }
}

async function reportOf(
  { name, says, run, mild }: Check,
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
    // A row or a page cannot be read, so the rest of the check is unknown.
    found += 1
    findings.push(`the check could not be completed: ${(cause as Error).message}`)
  }
  return {
    check: name,
    says,
    result: found === 0 ? 'sound' : mild ? 'remark' : 'damaged',
    found,
    findings,
  }
}

function* faultsOf({
  missingTables,
  missingColumns,
  renamedColumns,
  missingIndexes,
  unknown,
  retyped,
}: SchemaFacts): Generator<string> {
  for (const table of missingTables) yield `${table}: the table is missing; \`migrate\` adds it`
  for (const column of missingColumns) yield `${column}: the column is missing; \`migrate\` adds it`
  for (const { table, from, to } of renamedColumns)
    yield `${table}.${from}: the column has an earlier name; \`migrate\` renames it to ${to}`
  for (const index of missingIndexes) yield `${index}: the index is missing; \`migrate\` adds it`
  for (const what of retyped) yield `${what}, which is not the type of this version`
  for (const what of unknown)
    yield `${what}: this version does not know it; a later version made it`
}
