import {
  parseHeadsEntry,
  type HeadsEntry,
  type PublishedHead,
} from '../../../domain/transparency/heads.ts'
import { reaches, type Reach } from '../../../domain/organizations/access.ts'
import type { ReadTx } from '../../database.ts'
import { HEADS_SUBJECT } from './entries.ts'
import { proveEntry } from './log-proofs.ts'
import { readPublishedLeaf } from './published-heads.ts'
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
  const last = await tx.log_entries.first({
    where: { subject: HEADS_SUBJECT },
    orderBy: ['arrival'],
    descending: true,
  })
  const stated = last && parseHeadsEntry(last.entry)
  return stated && { ...stated, entry: last.entry, proof: await proveEntry(tx, last) }
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
