import { ms, type Timestamp } from '../../domain/time.ts'
import type { SchemaFacts, Snapshot } from '../snapshot.ts'
import { chains } from './chains.ts'
import { reputations, standing } from './agents.ts'
import type { Check, Subject } from './check.ts'
import { counts } from './counts.ts'
import { tokenVersions, underWay } from './installations.ts'
import { policies } from './policies.ts'
import { quotas } from './quotas.ts'
import { references } from './references.ts'
import { distinctCredentials, masterKey } from './secrets.ts'

/** Findings of one check that are told; the others are counted. */
const TOLD = 20

const medium: Check = {
  name: 'medium',
  says: 'the file is not damaged',
  async *run({ snapshot }) {
    yield* await snapshot.damage()
  },
}

const tables: Check = {
  name: 'tables',
  says: 'tables, columns and indexes are those of this version',
  async *run({ snapshot: { schema } }) {
    yield* faultsOf(schema)
  },
}

const clock: Check = {
  name: 'clock',
  says: 'nothing is from the future',
  async *run({ snapshot: { tx }, now }) {
    const noted = (await tx.platform_facts.get({ name: 'alive_at' }))?.value
    if (typeof noted === 'string' && ms(noted) > ms(now) + DAY_MS)
      yield `platform_facts alive_at: the platform was alive at ${noted}, which is yet to come`
  },
}
const DAY_MS = 24 * 60 * 60_000

/** Everything that must be true of a store. The first two look at the store alone, the others at what is in it. */
export const CHECKS: readonly Check[] = [
  medium,
  tables,
  masterKey,
  references,
  distinctCredentials,
  standing,
  reputations,
  underWay,
  tokenVersions,
  policies,
  chains,
  clock,
  counts,
  quotas,
]

export interface CheckReport {
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

/** Looks at everything in one committed state of a store, whoever writes meanwhile. Memory is bounded, time grows with the rows. */
export async function verifyStore(
  snapshot: Snapshot,
  rest: {
    readonly now: Timestamp
    readonly masterKey: Uint8Array | undefined
    readonly keyPlace: string
  },
): Promise<VerifyReport> {
  const { schema } = snapshot
  const readable = schema.tables.length + schema.columns.length === 0
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
  const tell = (finding: string) => {
    found += 1
    if (findings.length < TOLD) findings.push(finding)
  }
  try {
    for await (const finding of run(subject)) tell(finding)
  } catch (cause) {
    // A row that cannot be read, or a page: what else would be found behind it nobody knows.
    found += 1
    findings.push(`it could not be looked at to the end: ${(cause as Error).message}`)
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
  tables: missing,
  columns,
  indexes,
  unknown,
  retyped,
}: SchemaFacts): Generator<string> {
  for (const table of missing) yield `${table}: the table is missing; \`migrate\` adds it`
  for (const column of columns) yield `${column}: the column is missing; \`migrate\` adds it`
  for (const index of indexes) yield `${index}: the index is missing; \`migrate\` adds it`
  for (const what of retyped) yield `${what}, which is not its type`
  for (const what of unknown) yield `${what}: this version does not know it; a later one made it`
}
