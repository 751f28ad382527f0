import {
  parseHeadsEntry,
  type HeadsEntry,
  type PublishedHead,
} from '../../../domain/transparency/heads.ts'
import { reaches, type Reach } from '../../../domain/organizations/access.ts'
import { TILE_WIDTH } from '../../../domain/transparency/tiles.ts'
import type { ReadTx } from '../../database.ts'
import type { PublishedLeaf } from '../../tables/transparency.ts'
import { HEADS_SUBJECT, lastEntryAbout } from './entries.ts'
import { proveEntry } from './log-proofs.ts'
import { readPublications } from './publication.ts'
import { proveInclusion } from './tree.ts'

/** The latest publication of heads. */
export interface Publication extends HeadsEntry {
  /** The entry as it was hashed. */
  readonly entry: string
  /** The proof that the log contains the entry; undefined while the entry is pending. */
  readonly proof: string | undefined
}

/** Returns the latest publication of heads. */
export async function readPublication(tx: ReadTx, _: object): Promise<Publication | undefined> {
  const last = await lastEntryAbout(tx, HEADS_SUBJECT)
  const stated = last && parseHeadsEntry(last.entry)
  return stated && { ...stated, entry: last.entry, proof: await proveEntry(tx, last) }
}

/** A head as readers see it, with its leaf index. */
export type VisibleLeaf = PublishedLeaf & { readonly leaf_index: number }
const isVisibleLeaf = (leaf: PublishedLeaf | undefined): leaf is VisibleLeaf =>
  typeof leaf?.leaf_index === 'number'

/** Returns the published head of a chain; undefined if the latest publication does not cover it. */
async function readPublishedLeaf(tx: ReadTx, chain: string): Promise<VisibleLeaf | undefined> {
  const { visible } = await readPublications(tx)
  const newest = await tx.published_heads.first({
    where: { chain, publication: { lte: visible } },
    orderBy: ['publication'],
    descending: true,
  })
  return isVisibleLeaf(newest) ? newest : undefined
}

/** The head of one chain in the latest publication. */
export interface PublishedChainHead extends Publication {
  readonly head: PublishedHead
  /** The position of the chain among all chains. */
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
  const leaf = await readPublishedLeaf(tx, organization_id)
  const publication = await readPublication(tx, {})
  const newest_sequence = newest?.sequence ?? 0
  if (!leaf || !publication) return { kind: 'head', newest_sequence, published: undefined }
  const { chain, sequence, hash, leaf_index: index } = leaf
  const path = await proveInclusion(tx.published_tiles, index, publication.count)
  return {
    kind: 'head',
    newest_sequence,
    published: {
      ...publication,
      head: { chain, sequence, hash },
      index,
      path: path.map((hash) => hash.toString('hex')),
    },
  }
}

/** Some heads of a publication, in the order of their leaves. */
export interface HeadsPage<Head = PublishedHead> {
  /** The number of the publication. */
  readonly publication: number
  readonly heads: readonly Head[]
  /** The chain after which the next page begins; undefined after the last page. */
  readonly next: string | undefined
}

/** Where a page begins. */
export interface PageStart {
  /** Undefined for the publication that readers see. */
  readonly publication: number | undefined
  readonly after: string
}

/** How many versions of heads are read for one page. A head has at most two versions, unless somebody else has written to the table. */
const VERSIONS = 2 * TILE_WIDTH

/** Returns a page of heads; undefined if readers see another publication by now, because its heads may be gone. */
export async function readLeavesPage(
  tx: ReadTx,
  { publication, after }: PageStart,
): Promise<HeadsPage<VisibleLeaf> | undefined> {
  const { visible } = await readPublications(tx)
  if (publication !== undefined && publication !== visible) return undefined
  const versions = await tx.published_heads.find({
    where: { chain: { gt: after }, publication: { lte: visible } },
    orderBy: ['chain', 'publication'],
    limit: VERSIONS,
    lock: false,
  })
  const newest = [...new Map(versions.map((version) => [version.chain, version])).values()]
  const isLast = versions.length < VERSIONS
  // The versions of the last chain may continue on the next page.
  const complete = isLast || newest.length === 1 ? newest : newest.slice(0, -1)
  return {
    publication: visible,
    heads: complete.filter(isVisibleLeaf),
    next: isLast ? undefined : complete.at(-1)!.chain,
  }
}

/** Returns a page of heads like `readLeavesPage`, without their leaf indexes. */
export async function readHeadsPage(tx: ReadTx, start: PageStart): Promise<HeadsPage | undefined> {
  const page = await readLeavesPage(tx, start)
  return (
    page && {
      ...page,
      heads: page.heads.map(({ chain, sequence, hash }) => ({ chain, sequence, hash })),
    }
  )
}
