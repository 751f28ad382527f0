import { verifyChain, type ChainCheck, type ChainReport } from '../../domain/audit/chain.ts'
import { verifyCheckpointSignature } from '../../domain/audit/checkpoint.ts'
import type { AuditCheckpoint, AuditHead } from '../../domain/records.ts'
import type { IsOwnSignature } from '../../domain/signatures/signature.ts'
import type { ReadTx } from '../database.ts'
import { ownSignatureVerifier } from '../../domain/trust/signing-keys.ts'
import { openKeys } from '../transactions/trust/platform-keys.ts'
import { type Check, eachRecord, countByValue } from './check.ts'

/** Checks that every audit chain verifies (docs/specification/audit.md#i-15). */
export const chains: Check = {
  name: 'audit chains',
  says: 'no audit record was changed, moved or removed',
  async *run({ snapshot, masterKeys }) {
    const keys = await openKeys(snapshot.tx, { master_keys: masterKeys })
    const isOwn = ownSignatureVerifier({ current: keys })
    const heads = await byChain(eachRecord(snapshot, 'audit_heads'))
    const checkpoints = await byChain(eachRecord(snapshot, 'audit_checkpoints'))
    const withCheckpoint = new Set(checkpoints.keys())
    let current: { chain: string; check: ChainCheck } | undefined
    // Rows are read in the order of chain and sequence.
    for await (const { chain, ...record } of eachRecord(snapshot, 'audit_log')) {
      if (current && current.chain !== chain)
        yield* describeBreak(current.chain, current.check.report())
      if (current?.chain !== chain)
        current = { chain, check: checkOf(heads.get(chain), checkpoints.get(chain), isOwn) }
      heads.delete(chain)
      withCheckpoint.delete(chain)
      current.check.feed(record)
    }
    if (current) yield* describeBreak(current.chain, current.check.report())
    for (const [chain, head] of heads) {
      withCheckpoint.delete(chain)
      yield* describeBreak(chain, checkOf(head, checkpoints.get(chain), isOwn).report())
    }
    for (const chain of withCheckpoint)
      yield `the chain of ${chain} is missing completely, except for a checkpoint`
    for await (const workspaces of snapshot.rows('workspaces'))
      yield* withoutChain(snapshot.tx, [
        ...new Set(workspaces.map(({ organization_id }) => organization_id)),
      ])
  },
}

/** Finds organizations without an audit chain. An organization with a workspace must have one, because creating a workspace is recorded. */
async function* withoutChain(
  tx: ReadTx,
  organizations: readonly unknown[],
): AsyncGenerator<string> {
  const chains = await countByValue(tx, 'audit_heads', 'chain', organizations)
  for (const organization_id of organizations)
    if (!chains.has(organization_id))
      yield `the chain of ${String(organization_id)} is missing completely`
}

const checkOf = (
  head: AuditHead | undefined,
  checkpoint: AuditCheckpoint | undefined,
  isOwn: IsOwnSignature,
): ChainCheck =>
  verifyChain({
    ...(head && { head: { sequence: head.sequence, hash: head.hash } }),
    ...(checkpoint && {
      checkpoint: verifyCheckpointSignature(checkpoint, checkpoint.chain, isOwn),
    }),
  })

function* describeBreak(chain: string, { broken, head }: ChainReport): Generator<string> {
  if (broken)
    yield `the chain of ${chain} is broken at record ${broken.sequence} (${broken.fault}); it is verified up to record ${head.sequence}`
}

async function byChain<Row extends { chain: string }>(
  rows: AsyncIterable<Row>,
): Promise<Map<string, Row>> {
  const rowsByChain = new Map<string, Row>()
  for await (const row of rows) rowsByChain.set(row.chain, row)
  return rowsByChain
}
