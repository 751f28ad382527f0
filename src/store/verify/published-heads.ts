import type { AuditCheckpoint } from '../../domain/records.ts'
import { headLeaf, type PublishedHead } from '../../domain/transparency/heads.ts'
import type { ReadTx } from '../database.ts'
import {
  readPublication,
  readLeavesPage,
  type HeadsPage,
  type VisibleLeaf,
} from '../transactions/transparency/heads.ts'
import { readSignedHead } from '../transactions/transparency/log.ts'
import { eachRecord, type Check } from './check.ts'
import { recomputeTree, wrongTiles } from './tree.ts'

/** Checks the last publication of audit heads against the log and against the chains (docs/specification/transparency.md#heads). */
export const publishedHeads: Check = {
  name: 'published heads',
  says: 'the published heads of the audit chains match their records, and have the root that the log states',
  async *run({ snapshot }) {
    const { tx } = snapshot
    const checkpoints = new Map<string, AuditCheckpoint>()
    for await (const checkpoint of eachRecord(snapshot, 'audit_checkpoints'))
      checkpoints.set(checkpoint.chain, checkpoint)
    const tree = recomputeTree()
    for await (const head of visibleLeaves(tx)) {
      const expected = tree.size()
      if (head.leaf_index !== expected)
        yield `published_heads ${head.chain}: its leaf index is ${head.leaf_index} and should be ${expected}`
      yield* wrongTiles(tx.published_tiles, 'published_tiles', tree.add(headLeaf(head)))
      if (!(await isOfChain(tx, head, checkpoints.get(head.chain))))
        yield `published_heads ${head.chain}: record ${head.sequence} of the chain is missing or differs`
    }
    yield* wrongTiles(tx.published_tiles, 'published_tiles', tree.edge())
    const published = await readPublication(tx, {})
    if ((published?.count ?? 0) !== tree.size())
      yield `published_heads: the store has ${tree.size()}, but the log states ${published?.count ?? 0}`
    else if (published && published.root !== tree.root().toString('hex'))
      yield 'published_heads: they do not have the root that the log states'
  },
}

async function* visibleLeaves(tx: ReadTx): AsyncGenerator<VisibleLeaf> {
  for (let after: string | undefined = ''; after !== undefined;) {
    // A snapshot shows one publication, so no page can be missing.
    const page: HeadsPage<VisibleLeaf> = (await readLeavesPage(tx, {
      publication: undefined,
      after,
    }))!
    yield* page.heads
    after = page.next
  }
}

/** Returns whether a head is that of a stored record, or of one that retention has removed. */
async function isOfChain(
  tx: ReadTx,
  { chain, sequence, hash }: PublishedHead,
  checkpoint: AuditCheckpoint | undefined,
): Promise<boolean> {
  if (checkpoint && checkpoint.sequence > sequence) return true
  const record =
    checkpoint?.sequence === sequence ? checkpoint : await tx.audit_log.get({ chain, sequence })
  return record?.hash === hash
}

/** Checks that the delivery state of the witnesses is consistent with the log. */
export const witnesses: Check = {
  name: 'witnesses',
  says: 'no witness has more entries than the log, and each has its last publication',
  async *run({ snapshot }) {
    const size = (await readSignedHead(snapshot.tx))?.size ?? 0
    for await (const witness of eachRecord(snapshot, 'witnesses')) {
      const { name, publication } = witness
      if (witness.size > size)
        yield `witnesses ${name}: it is recorded with ${witness.size} entries, but the log has ${size}`
      if (publication !== null && publication >= witness.size)
        yield `witnesses ${name}: its last publication is entry ${publication}, but it is recorded with only ${witness.size} entries`
    }
  },
}
