import type { Advisory, ParsedAdvisory } from '../../../domain/images/advisory.ts'
import type { DatabaseFacts } from '../../../domain/images/report.ts'
import type { CallContext } from '../../context.ts'
import type { ReadTx, Tx } from '../../database.ts'
import { readFact } from '../facts.ts'

/** The name of the platform fact with the time at which the newest advisory was modified. */
const ADVISORIES_FACT = 'advisories'
interface AdvisoriesFact {
  readonly updated_at: string
}

/**
 * Stores advisories, replacing earlier ones with the same identifiers, and deletes withdrawn ones. Returns how many were stored and
 * deleted.
 */
export async function importAdvisories(
  tx: Tx,
  _: CallContext,
  { read }: { read: readonly Exclude<ParsedAdvisory, { kind: 'unreadable' }>[] },
): Promise<{ kept: number; removed: number }> {
  let [kept, removed] = [0, 0]
  let updated_at = (await newestModification(tx)) ?? ''
  for (const advisory of read) {
    const before = await tx.advisories.find({ where: { advisory_id: advisory.advisory_id } })
    for (const { ecosystem, package: name, advisory_id } of before)
      await tx.advisories.delete({ ecosystem, package: name, advisory_id })
    if (advisory.kind === 'withdrawn') removed += before.length > 0 ? 1 : 0
    if (advisory.kind !== 'advisory' || advisory.rows.length === 0) continue
    for (const row of advisory.rows) await tx.advisories.insert(row)
    kept += 1
    if (advisory.modified_at > updated_at) updated_at = advisory.modified_at
  }
  if (updated_at !== '')
    await tx.platform_facts.put({ name: ADVISORIES_FACT, value: { updated_at } })
  return { kept, removed }
}

async function newestModification(tx: ReadTx): Promise<string | undefined> {
  const fact = (await readFact(tx, ADVISORIES_FACT)) as AdvisoriesFact | undefined
  return fact?.updated_at
}

/**
 * Counts the advisories of each of these ecosystems that has any, and describes the vulnerability database. Both count an advisory once for
 * each package that it affects.
 */
export async function summarizeAdvisories(
  tx: ReadTx,
  { ecosystems }: { ecosystems: readonly string[] },
): Promise<{ counts: Readonly<Record<string, number>>; database: DatabaseFacts }> {
  const counts: Record<string, number> = {}
  for (const ecosystem of ecosystems) {
    const count = await tx.advisories.count({ ecosystem })
    if (count > 0) counts[ecosystem] = count
  }
  const updated_at = await newestModification(tx)
  return {
    counts,
    database: {
      name: 'OSV',
      advisories: await tx.advisories.count({}),
      ...(updated_at !== undefined && { updated_at }),
    },
  }
}

/** Returns the advisories about packages of an ecosystem. */
export async function findAdvisories(
  tx: ReadTx,
  { ecosystem, names }: { ecosystem: string; names: readonly string[] },
): Promise<readonly Advisory[]> {
  const found: Advisory[] = []
  for (const name of names)
    found.push(...(await tx.advisories.find({ where: { ecosystem, package: name } })))
  return found
}
