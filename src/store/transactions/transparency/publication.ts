import { headLeaf, type PublishedHead } from '../../../domain/transparency/heads.ts'
import { HASH_BYTES } from '../../../domain/transparency/merkle.ts'
import { rootOfHashes, TILE_WIDTH } from '../../../domain/transparency/tiles.ts'
import { elapsed, SECOND_MS, type Timestamp } from '../../../domain/time.ts'
import type { CallContext } from '../../context.ts'
import type { ReadTx, Tx } from '../../database.ts'
import type { PublishedLeaf, TileRow } from '../../tables/transparency.ts'
import { acquireLock, readFact, tryBeginRun, type LockOption } from '../facts.ts'
import { logHeads } from './entries.ts'
import { replaceTiles, tilesOf } from './tree.ts'

/** The name of the fact that states when the last run began. A process that begins a publication locks it. */
const RUN_FACT = 'audit_heads_turn'
/** The name of the fact that states which publication readers see, and which one is being prepared. */
const PUBLICATIONS_FACT = 'audit_heads_publications'

/** A publication that has taken no step for this long counts as abandoned by its process. */
const ABANDONED_MS = 30 * SECOND_MS

/** The numbers of publications. A publication that was abandoned leaves a gap. */
interface Publications {
  /** The publication that readers see; 0 before the first. */
  readonly visible: number
  /** The last publication that was begun. Only the process that began it may continue it. */
  readonly begun: number
  /** The time of its last step while it is being prepared; null once it has ended. */
  readonly step_at: Timestamp | null
}

/** A publication that is being prepared. Readers do not see it until it is complete. */
export interface Draft {
  readonly number: number
  /** The publication covers all records that were committed before this time. */
  readonly at: Timestamp
  /** How many chains have been read, and the last of them. */
  readonly count: number
  readonly after: string
  readonly changed: number
  /** The tiles of leaves that differ from those of the previous publication, and the roots of all full tiles. */
  readonly tiles: readonly TileRow[]
  readonly roots: readonly Uint8Array[]
}
/** The result of a step: the draft to continue with, absent once the publication has ended, and the number of changed chains. */
interface PublicationStep {
  readonly draft?: Draft
  readonly changed: number
}

/**
 * Begins a publication of the heads of all audit chains, and takes over from a process that did not complete its own
 * (docs/specification/transparency.md#heads). If there are few chains, this is the only step.
 * @param input.pause_ms the minimum time between two attempts by any process, which is shorter if the process of the last attempt has died;
 * 0 at shutdown
 */
export async function beginPublication(
  tx: Tx,
  context: CallContext,
  { pause_ms }: { readonly pause_ms: number },
): Promise<PublicationStep> {
  const pause = (await isAbandoned(tx, context)) ? Math.min(pause_ms, ABANDONED_MS) : pause_ms
  if (pause === 0) await acquireLock(tx, context, RUN_FACT)
  else if (!(await tryBeginRun(tx, context, RUN_FACT, pause))) return { changed: 0 }
  const { visible, begun } = await readPublications(tx)
  const number = begun + 1
  await putPublications(tx, { visible, begun: number, step_at: context.now })
  const empty = { count: 0, after: '', changed: 0, tiles: [], roots: [] }
  return advance(tx, context, { number, at: context.now, ...empty }, visible)
}

/** Continues a publication. It ends without a change if another process has taken over. */
export async function continuePublication(
  tx: Tx,
  context: CallContext,
  draft: Draft,
): Promise<PublicationStep> {
  const { visible, begun } = await readPublications(tx)
  if (begun !== draft.number) return { changed: 0 }
  await putPublications(tx, { visible, begun, step_at: context.now })
  return advance(tx, context, draft, visible)
}

/** Returns whether the process that prepares a publication has done nothing for so long that it must have ended. */
async function isAbandoned(tx: ReadTx, { now }: CallContext): Promise<boolean> {
  const { step_at } = await readPublications(tx, { lock: false })
  return step_at !== null && Math.abs(elapsed(step_at, now)) >= ABANDONED_MS
}

/**
 * Prepares the next chains, as many as one tile covers, and ends the publication if there are no more. The chains may be read in several
 * transactions, because each head is already committed, and later records belong to the next publication.
 */
async function advance(
  tx: Tx,
  context: CallContext,
  draft: Draft,
  visible: number,
): Promise<PublicationStep> {
  const heads = await tx.audit_heads.select(['chain', 'sequence', 'hash'], {
    where: { chain: { gt: draft.after } },
    orderBy: ['chain'],
    limit: TILE_WIDTH,
  })
  const more = heads.length === TILE_WIDTH
  const after = heads.at(-1)?.chain ?? draft.after
  const versions = await tx.published_heads.find({
    where: { chain: { gt: draft.after, ...(more && { lte: after }) } },
    lock: false,
  })
  const leaves = Buffer.concat(heads.map(headLeaf))
  const next: Draft = {
    ...draft,
    count: draft.count + heads.length,
    after,
    changed: draft.changed + (await storeVersions(tx, { draft, visible, heads, versions })),
    tiles: [...draft.tiles, ...(await differingTiles(tx, draft.count / TILE_WIDTH, leaves))],
    roots: more ? [...draft.roots, rootOfHashes(leaves)] : draft.roots,
  }
  if (more) return { draft: next, changed: next.changed }
  if (next.changed > 0) await storePublication(tx, context, next)
  await putPublications(tx, {
    visible: next.changed > 0 ? next.number : visible,
    begun: next.number,
    step_at: null,
  })
  return { changed: next.changed }
}

/** Returns the tile with these leaves unless it is stored. */
async function differingTiles(
  tx: Tx,
  tile_index: number,
  leaves: Buffer,
): Promise<readonly TileRow[]> {
  const hashes = leaves.toString('base64')
  const [stored] = await tx.published_tiles.select(['hashes'], { where: { level: 0, tile_index } })
  return leaves.length < HASH_BYTES || stored?.hashes === hashes
    ? []
    : [{ level: 0, tile_index, hashes }]
}

interface Page {
  readonly draft: Draft
  readonly visible: number
  readonly heads: readonly PublishedHead[]
  /** All versions of these heads and of the heads between them. */
  readonly versions: readonly PublishedLeaf[]
}

/** Stores a version of each head that differs from the one that readers see. Returns their number. */
async function storeVersions(
  tx: Tx,
  { draft: { number, count }, visible, heads, versions }: Page,
): Promise<number> {
  const byChain = Map.groupBy(versions, ({ chain }) => chain)
  let changed = 0
  for (const [at, { chain, sequence, hash }] of heads.entries()) {
    const before = await keepVisible(tx, byChain.get(chain) ?? [], visible)
    byChain.delete(chain)
    // A new chain shifts the leaves of the chains after it. Identifiers ascend with time, so usually only the chain of the platform comes
    // after it.
    const leaf_index = count + at
    if (before?.hash === hash && before.leaf_index === leaf_index) continue
    await tx.published_heads.put({ chain, publication: number, sequence, hash, leaf_index })
    changed += 1
  }
  // The platform never removes a chain. If somebody deletes one in the database, the entry commits to the remaining chains, and the heads
  // that the witnesses keep reveal the deletion.
  for (const gone of byChain.values()) {
    const before = await keepVisible(tx, gone, visible)
    if (before === undefined) continue
    const isGone = before.leaf_index === null
    if (isGone) await tx.published_heads.delete(keyOf(before))
    else await tx.published_heads.put({ ...before, publication: number, leaf_index: null })
    changed += Number(!isGone)
  }
  return changed
}

/**
 * Deletes the versions of a head that no reader sees: older ones, and those of publications that were abandoned. Returns the visible one.
 */
async function keepVisible(
  tx: Tx,
  versions: readonly PublishedLeaf[],
  visible: number,
): Promise<PublishedLeaf | undefined> {
  const kept = versions
    .filter(({ publication }) => publication <= visible)
    .toSorted((a, b) => b.publication - a.publication)[0]
  for (const version of versions)
    if (version !== kept) await tx.published_heads.delete(keyOf(version))
  return kept
}

const keyOf = ({ chain, publication }: PublishedLeaf) => ({ chain, publication })

/** Stores what readers see of the heads from now on: the tree over them, and their entry in the log. */
async function storePublication(
  tx: Tx,
  context: CallContext,
  { at, count, tiles, roots }: Draft,
): Promise<void> {
  const root = await replaceTiles(tx.published_tiles, count, [...tiles, ...tilesOf(roots, 1)])
  await logHeads(tx, context, { at, count, root: root.toString('hex') })
}

/** Returns which publication readers see, and which one is being prepared. */
export const readPublications = async (tx: ReadTx, lock?: LockOption): Promise<Publications> => ({
  visible: 0,
  begun: 0,
  step_at: null,
  ...((await readFact(tx, PUBLICATIONS_FACT, lock)) as Partial<Publications> | undefined),
})

const putPublications = (tx: Tx, value: Publications): Promise<void> =>
  tx.platform_facts.put({ name: PUBLICATIONS_FACT, value: { ...value } })
