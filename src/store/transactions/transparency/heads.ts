import {
  headLeaf,
  inLeafOrder,
  parseHeadsEntry,
  type HeadsEntry,
  type PublishedHead,
} from '../../../domain/transparency/heads.ts'
import { reaches, type Reach } from '../../../domain/organizations/access.ts'
import type { CallContext } from '../../context.ts'
import type { ReadTx, Tx } from '../../database.ts'
import { acquireLock, tryAcquireTurn } from '../lock.ts'
import { HEADS_SUBJECT, logHeads } from './entries.ts'
import { proveEntry } from './log.ts'
import { proveInclusion, replaceLeaves } from './tree.ts'

/** The name of the turn to publish, of which only one process at a time has one. */
const TURN = 'audit_heads_turn'

/**
 * Publishes the heads of all audit chains as an entry of the log, if a chain has changed since the last publication
 * (docs/specification/transparency.md#heads).
 * @param input.pause_ms does nothing if the last attempt of any process was less than this ago; 0 at shutdown
 * @returns the number of chains that changed
 */
export async function publishHeads(
  tx: Tx,
  context: CallContext,
  { pause_ms }: { readonly pause_ms: number },
): Promise<{ changed: number }> {
  if (pause_ms === 0) await acquireLock(tx, context, TURN)
  else if (!(await tryAcquireTurn(tx, context, TURN, pause_ms))) return { changed: 0 }
  // Heads are not locked, because nobody could append to a chain meanwhile. Each is committed, and later records are in the next entry.
  const heads = inLeafOrder(await tx.audit_heads.find({ lock: false }))
  const changed = await storeChanges(tx, heads)
  if (changed === 0) return { changed }
  const root = await replaceLeaves(tx.published_tiles, heads.map(headLeaf))
  await logHeads(tx, context, {
    at: context.now,
    count: heads.length,
    root: root.toString('hex'),
  })
  return { changed }
}

/** Stores the heads that differ from those of the last publication. Returns their number. */
async function storeChanges(tx: Tx, heads: readonly PublishedHead[]): Promise<number> {
  const published = new Map(
    (await tx.published_heads.find({ lock: false })).map((head) => [head.chain, head]),
  )
  let changed = 0
  for (const [leaf_index, { chain, sequence, hash }] of heads.entries()) {
    const before = published.get(chain)
    if (before?.hash !== hash) changed += 1
    // A chain that is new moves those after it, which is only that of the platform unless an identifier was chosen by hand.
    if (before?.hash !== hash || before.leaf_index !== leaf_index)
      await tx.published_heads.put({ chain, sequence, hash, leaf_index })
    published.delete(chain)
  }
  // No chain is ever removed by the platform. If somebody else removes one, the entry states what there is, and witnesses tell.
  for (const chain of published.keys()) await tx.published_heads.delete({ chain })
  return changed + published.size
}

/** The latest publication of heads. */
export interface Publication extends HeadsEntry {
  /** The entry as it was hashed. */
  readonly entry: string
  /** The proof that the log contains the entry; undefined until it has its place. */
  readonly proof: string | undefined
}

/** Returns the latest publication of heads. */
export async function readPublication(tx: ReadTx, _: object): Promise<Publication | undefined> {
  const last = await tx.log_entries.first({
    where: { subject: HEADS_SUBJECT },
    orderBy: ['arrival'],
    descending: true,
  })
  const stated = last && parseHeadsEntry(last.entry)
  return stated && { ...stated, entry: last.entry, proof: await proveEntry(tx, last) }
}

/** Returns the heads of the latest publication, in the order of their leaves. */
export const listPublishedHeads = async (
  tx: ReadTx,
  _: object,
): Promise<readonly PublishedHead[]> =>
  inLeafOrder(await tx.published_heads.find({})).map(({ chain, sequence, hash }) => ({
    chain,
    sequence,
    hash,
  }))

/** The head of one chain in the latest publication. */
export interface PublishedChainHead extends Publication {
  readonly head: PublishedHead
  /** The place of the chain among all chains. */
  readonly index: number
  /** From the leaf of the chain to the root, in hexadecimal. */
  readonly path: readonly string[]
}
export type AuditHeadOutcome =
  | { readonly kind: 'not_found' }
  | {
      readonly kind: 'head'
      readonly newest_sequence: number
      /** Undefined until a publication covers the chain. */
      readonly published: PublishedChainHead | undefined
    }

/** Returns the head of an organization's chain, and how the log commits to it. */
export async function readAuditHead(
  tx: ReadTx,
  { reach, organization_id }: { readonly reach: Reach; readonly organization_id: string },
): Promise<AuditHeadOutcome> {
  if (!reaches(reach, { organization_id })) return { kind: 'not_found' }
  const newest = await tx.audit_heads.get({ chain: organization_id })
  const head = await tx.published_heads.get({ chain: organization_id })
  const publication = await readPublication(tx, {})
  const newest_sequence = newest?.sequence ?? 0
  if (!head || !publication) return { kind: 'head', newest_sequence, published: undefined }
  const { leaf_index: index, ...published } = head
  const path = await proveInclusion(tx.published_tiles, index, publication.count)
  return {
    kind: 'head',
    newest_sequence,
    published: {
      ...publication,
      head: published,
      index,
      path: path.map((hash) => hash.toString('hex')),
    },
  }
}
