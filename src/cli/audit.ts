import { verifyChain, type ChainReport } from '../domain/audit-chain.ts'
import type { AuditHead } from '../domain/records.ts'
import type { Store } from '../store/store.ts'
import { Refused } from './failures.ts'
import { operatorCommand } from './operator.ts'
import { aligned } from './text.ts'

const BATCH = 1000
const PLATFORM = 'platform'

type Verdict = ChainReport & { readonly chain: string }

/** `audit ...`: whether the log is what was written. */
export const audit = [
  operatorCommand({
    path: 'audit verify',
    summary: 'Check that no audit record was changed, moved or removed',
    about: 'Every organization has a chain of records in which each contains the hash of the one before; the platform has one more, named `platform`. Reads every record, and ends with exit code 1 when a chain is broken.',
    flags: { org: { value: 'ORG', says: 'Check the chain of this organization only', otherwise: 'all chains' } },
    examples: ['audit verify', 'audit verify --org org_0198 --json'],
    read: ({ org }) => ({ organization_id: org ?? null }),
    async work({ store }, { organization_id }: { organization_id: string | null }) {
      const heads = await store.listChains({})
      const chains: Verdict[] = []
      for (const chain of await chainsOf(store, heads, organization_id)) chains.push({ chain, ...(await verdictOn(store, chain, heads)) })
      return { intact: chains.every(({ intact }) => intact), chains }
    },
    show: ({ chains }) => [
      aligned(['CHAIN', 'RECORDS', 'RESULT'], chains.map(({ chain, checked, broken }) => [chain, checked, broken ? `broken at sequence ${broken.sequence}: ${broken.fault}` : 'intact']), 'There are no audit records yet.'),
      ...chains.flatMap(({ chain, broken }) => (broken ? [`\nThe chain of ${chain} cannot be followed beyond record ${broken.sequence - 1}: what should be record ${broken.sequence} is ${EXPLAINED[broken.fault]}.`] : [])),
    ].join('\n'),
    failed: ({ intact }) => !intact,
  }),
]

const EXPLAINED = {
  gap: 'missing', reordered: 'in another place', edited: 'not what was written', wrong_prev_hash: 'not the successor of the record before',
  rewritten: 'part of a chain that was written anew', truncated: 'missing, like all that came after it',
} as const

/** Chains that have a head, and those that ought to: who deletes the head with its chain is not to be believed. */
async function chainsOf(store: Store, heads: readonly AuditHead[], only: string | null): Promise<readonly string[]> {
  const organizations = (await store.listOrganizations({})).map(({ organization_id }) => organization_id)
  const all = [...new Set([PLATFORM, ...heads.map(({ chain }) => chain), ...organizations])]
  if (only === null) return all
  if (all.includes(only)) return [only]
  throw new Refused(`There is no organization ${only}; \`org list\` shows all of them.`)
}

/** Feeds a whole chain in batches; the head was read before, so what is appended meanwhile only makes it longer. */
async function verdictOn(store: Store, chain: string, heads: readonly AuditHead[]): Promise<ChainReport> {
  const head = heads.find((known) => known.chain === chain)
  const check = verifyChain(head && { head: { sequence: head.sequence, hash: head.hash } })
  for (let above = 0; ;) {
    const records = await store.readChain({ chain, above, limit: BATCH })
    for (const record of records) check.feed(record)
    if (records.length === 0) break
    above = records.at(-1)!.sequence
  }
  const report = check.report()
  const later = (await store.listChains({})).find((known) => known.chain === chain)
  // Records beyond a head that was put back, or under none: somebody cut the chain and grew it anew.
  if (report.intact && report.head.sequence > (later?.sequence ?? 0)) return { ...report, intact: false, broken: { sequence: (later?.sequence ?? 0) + 1, fault: 'rewritten' } }
  return report
}
