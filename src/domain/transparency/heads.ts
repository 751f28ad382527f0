import { canonicalize } from '../crypto/hash.ts'
import { parseObject } from '../json.ts'
import { compareText } from '../order.ts'
import type { ChainHead } from '../audit/record.ts'
import type { Timestamp } from '../time.ts'
import {
  HASH_BYTES,
  leafHash,
  nodeHash,
  rootOfInclusion,
  type Hash,
  type ReadNodes,
} from './merkle.ts'

/** The head of one audit chain, as it is published. */
export interface PublishedHead extends ChainHead {
  readonly chain: string
}

/** What an entry of type `audit.heads` states (docs/specification/transparency.md#heads). */
export interface HeadsEntry {
  readonly at: Timestamp
  /** The number of chains. */
  readonly count: number
  /** The root of the tree over the heads of all chains, in hexadecimal. */
  readonly root: string
}

/**
 * Returns the leaf of a chain in the tree over all heads. It has no salt: `hash` covers the identifier of a record, 74 bits of which are
 * random, so nobody without the record can test a guess at the identifier of the chain.
 */
export const headLeaf = ({ chain, sequence, hash }: PublishedHead): Hash =>
  leafHash(Buffer.from(canonicalize({ chain, sequence, hash }), 'utf8'))

/** Returns the heads in the order of their leaves, which is the order of the chain identifiers. */
export const inLeafOrder = <Head extends { readonly chain: string }>(
  heads: readonly Head[],
): readonly Head[] => heads.toSorted((a, b) => compareText(a.chain, b.chain))

/** The complete subtrees of a tree: row n has the hashes of the subtrees with `2 ** n` leaves. */
export type Rows = readonly (readonly Uint8Array[])[]

/**
 * Returns the rows of the tree over these leaves.
 * @param before the rows of an earlier tree; the hash of a node is reused if both of its children are the same objects there
 */
export function rowsOver(leaves: readonly Uint8Array[], before: Rows = []): Rows {
  const rows: (readonly Uint8Array[])[] = [leaves]
  for (let level = 1, below = leaves; below.length > 1; level += 1) {
    const [children, known] = [below, before[level - 1]]
    below = Array.from({ length: Math.floor(children.length / 2) }, (_, at) => {
      const [left, right] = [children[2 * at]!, children[2 * at + 1]!]
      const isKnown = known?.[2 * at] === left && known[2 * at + 1] === right
      return isKnown ? before[level]![at]! : nodeHash(left, right)
    })
    rows.push(below)
  }
  return rows
}

/** Returns the function that reads the nodes of a tree with these rows. */
export const nodesOfRows =
  (rows: Rows): ReadNodes =>
  async (nodes) =>
    nodes.map(({ level, index }) => rows[level]![index]!)

/** Returns the function that reads the nodes of a tree with these leaves. */
export const nodesOfLeaves = (leaves: readonly Uint8Array[]): ReadNodes =>
  nodesOfRows(rowsOver(leaves))

/** Parses an entry of the log; returns undefined if it does not state heads. */
export function parseHeadsEntry(entry: string): HeadsEntry | undefined {
  const { type, at, count, root } = parseObject(entry)
  return type === 'audit.heads' &&
    typeof at === 'string' &&
    typeof root === 'string' &&
    /^[0-9a-f]{64}$/.test(root) &&
    Number.isSafeInteger(count)
    ? { at, count: count as number, root }
    : undefined
}

/** Returns whether an entry covers the head of a chain. @param path from the leaf upwards, in hexadecimal */
export function coversHead(
  { count, root }: HeadsEntry,
  head: PublishedHead,
  index: number,
  path: readonly string[],
): boolean {
  const hashes = path.map((hash) => Buffer.from(hash, 'hex'))
  const isComplete = hashes.every((hash) => hash.length === HASH_BYTES)
  return (
    isComplete && rootOfInclusion(headLeaf(head), index, count, hashes)?.toString('hex') === root
  )
}
