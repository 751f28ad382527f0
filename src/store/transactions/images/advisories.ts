import type { Advisory, AdvisoryRead } from '../../../domain/images/advisory.ts'
import type { DatabaseFacts } from '../../../domain/images/report.ts'
import type { CallContext } from '../../act.ts'
import type { ReadTx, Tx } from '../../database.ts'

const FACT = 'advisories'
interface Fact {
  readonly updated_at: string
}

/** Keeps advisories, each in place of what was known under its identifier; a withdrawn one goes. Returns how many were kept and removed. */
export async function importAdvisories(
  tx: Tx,
  _: CallContext,
  { read }: { read: readonly Exclude<AdvisoryRead, { kind: 'unreadable' }>[] },
): Promise<{ kept: number; removed: number }> {
  let [kept, removed] = [0, 0]
  let updated_at = (await newest(tx)) ?? ''
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
  if (updated_at !== '') await tx.platform_facts.put({ name: FACT, value: { updated_at } })
  return { kept, removed }
}

async function newest(tx: ReadTx): Promise<string | undefined> {
  const fact = await tx.platform_facts.get({ name: FACT })
  return (fact?.value as Fact | undefined)?.updated_at
}

/** How much vulnerability data there is for each of these ecosystems; an entry without any is left out. */
export async function summarizeAdvisories(
  tx: ReadTx,
  { ecosystems }: { ecosystems: readonly string[] },
): Promise<{ counts: Readonly<Record<string, number>>; database: DatabaseFacts }> {
  const counts: Record<string, number> = {}
  for (const ecosystem of ecosystems) {
    const count = await tx.advisories.count({ ecosystem })
    if (count > 0) counts[ecosystem] = count
  }
  const updated_at = await newest(tx)
  return {
    counts,
    database: {
      name: 'OSV',
      advisories: await tx.advisories.count({}),
      ...(updated_at !== undefined && { updated_at }),
    },
  }
}

/** The advisories for some packages of an ecosystem. */
export async function findAdvisories(
  tx: ReadTx,
  { ecosystem, names }: { ecosystem: string; names: readonly string[] },
): Promise<readonly Advisory[]> {
  const found: Advisory[] = []
  for (const name of names)
    found.push(...(await tx.advisories.find({ where: { ecosystem, package: name } })))
  return found
}
