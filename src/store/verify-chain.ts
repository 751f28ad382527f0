import { verifyChain, type ChainReport } from '../domain/audit-chain.ts'
import { judgeCheckpoint, type AuditCheckpoint, type IsOwnSignature } from '../domain/audit-checkpoint.ts'
import type { Store } from './store.ts'

const BATCH = 1000
/** A purge that happens while records are read looks like a gap, so the check begins again behind its checkpoint. */
const MOST_ATTEMPTS = 10

/** The verdict on a chain, and where it begins if it was purged. */
export type StoredChainReport = ChainReport & { readonly chain: string; readonly checkpoint?: AuditCheckpoint }
type Chains = Pick<Store, 'listChains' | 'findCheckpoint' | 'readChain'>

/**
 * Follows a whole chain from its beginning, or from the checkpoint behind which it was purged, to its newest record, in batches.
 * @param isOwn judges the signature of the checkpoint
 */
export async function verifyStoredChain(store: Chains, chain: string, isOwn: IsOwnSignature): Promise<StoredChainReport> {
  for (let attempt = 1; ; attempt += 1) {
    const checkpoint = await store.findCheckpoint({ chain })
    const report = await attemptFrom(store, chain, checkpoint, isOwn)
    const moved = (await store.findCheckpoint({ chain }))?.sequence !== checkpoint?.sequence
    if (report.intact || !moved || attempt === MOST_ATTEMPTS) return { chain, ...report, ...(checkpoint && { checkpoint }) }
  }
}

/** The head is read first, so what is appended meanwhile only makes the chain longer. */
async function attemptFrom(store: Chains, chain: string, checkpoint: AuditCheckpoint | undefined, isOwn: IsOwnSignature): Promise<ChainReport> {
  const head = await headOf(store, chain)
  const check = verifyChain({
    ...(head && { head: { sequence: head.sequence, hash: head.hash } }), ...(checkpoint && { checkpoint: judgeCheckpoint(checkpoint, chain, isOwn) }),
  })
  for (let above = 0; ;) {
    const records = await store.readChain({ chain, above, limit: BATCH })
    for (const record of records) check.feed(record)
    if (records.length === 0) break
    above = records.at(-1)!.sequence
  }
  const report = check.report()
  const later = (await headOf(store, chain))?.sequence ?? 0
  // Records beyond a head that was put back, or under none: somebody cut the chain and grew it anew.
  return report.intact && report.head.sequence > later ? { ...report, intact: false, broken: { sequence: later + 1, fault: 'rewritten' } } : report
}

const headOf = async (store: Chains, chain: string) => (await store.listChains({})).find((head) => head.chain === chain)
