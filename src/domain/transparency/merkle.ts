import { createHash } from 'node:crypto'

/** A SHA-256 hash. */
export type Hash = Buffer
export const HASH_BYTES = 32

const LEAF = Uint8Array.of(0)
const NODE = Uint8Array.of(1)

/** Returns the hash of a leaf (RFC 6962, section 2.1). */
export function leafHash(entry: Uint8Array): Hash {
  return createHash('sha256').update(LEAF).update(entry).digest()
}

/** Returns the hash of the node above two subtrees (RFC 6962, section 2.1). */
export function nodeHash(left: Uint8Array, right: Uint8Array): Hash {
  return createHash('sha256').update(NODE).update(left).update(right).digest()
}

/** Returns the root of the tree without leaves. */
export function emptyRoot(): Hash {
  return createHash('sha256').digest()
}

/** A subtree that contains `2 ** level` leaves, the first of which is the leaf `index * 2 ** level`. */
export interface Node {
  readonly level: number
  readonly index: number
}

/** Returns the hash of each of these complete subtrees, in the same order. */
export type ReadNodes = (nodes: readonly Node[]) => Promise<readonly Uint8Array[]>

/** The size and the root of a tree. */
export interface TreeHead {
  readonly size: number
  readonly root: Hash
}

/** A part of a proof: the root of the leaves from `start` (inclusive) to `end` (exclusive). */
interface Range {
  readonly start: number
  readonly end: number
}

/** Returns the largest power of two below a number above 1: the size of the left subtree (RFC 6962, section 2.1). */
function splitPoint(size: number): number {
  let power = 1
  while (power * 2 < size) power *= 2
  return power
}

/**
 * Splits a range into complete subtrees, the largest first. Its start has to be a multiple of the largest power of two that does not exceed
 * its length.
 */
function completeSubtrees({ start, end }: Range): Node[] {
  const nodes: Node[] = []
  for (let at = start; at < end;) {
    let level = 0
    while (2 ** (level + 1) <= end - at && at % 2 ** (level + 1) === 0) level += 1
    nodes.push({ level, index: at / 2 ** level })
    at += 2 ** level
  }
  return nodes
}

/** Returns the root of adjacent subtrees, the largest first. */
function foldRight(hashes: readonly Uint8Array[]): Hash {
  const last = hashes.at(-1)
  if (!last) return emptyRoot()
  return Buffer.from(hashes.slice(0, -1).reduceRight((right, left) => nodeHash(left, right), last))
}

/** The right edge of a tree: the roots of its complete subtrees, the largest first. That is all that is needed to append leaves. */
export interface TreeEdge {
  readonly size: number
  readonly subtrees: readonly Uint8Array[]
}

/** The edge of the tree without leaves. */
export const EMPTY_EDGE: TreeEdge = { size: 0, subtrees: [] }

/** Returns the edge of a tree with one more leaf. */
export function appendLeaf({ size, subtrees }: TreeEdge, leaf: Uint8Array): TreeEdge {
  const before = [...subtrees]
  let hash = leaf
  // Each trailing 1 bit of the size stands for a subtree of the same height as the new one.
  for (let rest = size; rest % 2 === 1; rest = Math.floor(rest / 2))
    hash = nodeHash(before.pop()!, hash)
  return { size: size + 1, subtrees: [...before, hash] }
}

/** Returns the root of a tree. */
export const edgeRoot = ({ subtrees }: TreeEdge): Hash => foldRight(subtrees)

async function rangeHashes(ranges: readonly Range[], read: ReadNodes): Promise<Hash[]> {
  const nodes = ranges.map(completeSubtrees)
  const hashes = await read(nodes.flat())
  let at = 0
  return nodes.map(({ length }) => foldRight(hashes.slice(at, (at += length))))
}

/** Returns the root of a tree of `size` leaves. */
export async function treeRoot(size: number, read: ReadNodes): Promise<Hash> {
  const [root] = await rangeHashes([{ start: 0, end: size }], read)
  return root!
}

/** Returns the ranges of the siblings on the path from leaf `index` to the root of the leaves `start` to `end`, from the leaf upwards. */
function inclusionRanges(index: number, { start, end }: Range): Range[] {
  if (end - start === 1) return []
  const middle = start + splitPoint(end - start)
  return index < middle
    ? [...inclusionRanges(index, { start, end: middle }), { start: middle, end }]
    : [...inclusionRanges(index, { start: middle, end }), { start, end: middle }]
}

/**
 * Returns the proof that the tree of `size` leaves contains the leaf at `index` (RFC 6962, section 2.1.1), from the leaf upwards.
 * @throws RangeError if the tree has no such leaf
 */
export async function inclusionProof(
  index: number,
  size: number,
  read: ReadNodes,
): Promise<readonly Hash[]> {
  if (!(index >= 0 && index < size))
    throw new RangeError(`a tree of ${size} leaves has no leaf ${index}`)
  return rangeHashes(inclusionRanges(index, { start: 0, end: size }), read)
}

/** Returns the ranges of the proof SUBPROOF(old, start..end, isWhole) of RFC 6962, section 2.1.2. */
function consistencyRanges(old: number, { start, end }: Range, isWhole: boolean): Range[] {
  if (old === end) return isWhole ? [] : [{ start, end }]
  const middle = start + splitPoint(end - start)
  return old <= middle
    ? [...consistencyRanges(old, { start, end: middle }, isWhole), { start: middle, end }]
    : [...consistencyRanges(old, { start: middle, end }, false), { start, end: middle }]
}

/**
 * Returns the proof that the tree of `size` leaves begins with the tree of `old` leaves (RFC 6962, section 2.1.2). It is empty for
 * `old` 0 and for equal sizes.
 * @throws RangeError if `old` is larger than `size`
 */
export async function consistencyProof(
  old: number,
  size: number,
  read: ReadNodes,
): Promise<readonly Hash[]> {
  if (!(old >= 0 && old <= size))
    throw new RangeError(`a tree of ${size} leaves cannot begin with ${old} leaves`)
  if (old === 0) return []
  return rangeHashes(consistencyRanges(old, { start: 0, end: size }, true), read)
}

/** Returns the root that an inclusion proof leads to; undefined if the proof does not match the index and the size. */
export function rootOfInclusion(
  leaf: Uint8Array,
  index: number,
  size: number,
  proof: readonly Uint8Array[],
): Hash | undefined {
  if (!(index >= 0 && index < size)) return undefined
  const ranges = inclusionRanges(index, { start: 0, end: size })
  if (ranges.length !== proof.length) return undefined
  return Buffer.from(
    proof.reduce(
      (hash, other, at) =>
        ranges[at]!.start > index ? nodeHash(hash, other) : nodeHash(other, hash),
      leaf,
    ),
  )
}

/**
 * Returns whether a proof shows that the later tree begins with the leaves of the earlier one (RFC 6962, section 2.1.2). Nothing is proved
 * about the empty tree, with which every tree begins.
 */
export function provesConsistency(
  earlier: TreeHead,
  later: TreeHead,
  proof: readonly Uint8Array[],
): boolean {
  if (earlier.size > later.size) return false
  if (earlier.size === later.size) return proof.length === 0 && earlier.root.equals(later.root)
  if (earlier.size === 0) return proof.length === 0 && earlier.root.equals(emptyRoot())
  const ranges = consistencyRanges(earlier.size, { start: 0, end: later.size }, true)
  if (ranges.length !== proof.length) return false
  const parts = ranges.map(({ end }, at) => ({ isEarlier: end <= earlier.size, hash: proof[at]! }))
  // The proof omits its first part if that part is the whole earlier tree.
  const [first, ...path] = parts[0]!.isEarlier
    ? parts
    : [{ isEarlier: true, hash: earlier.root }, ...parts]
  const earlierRoot = path
    .filter(({ isEarlier }) => isEarlier)
    .reduce<Hash>((root, { hash }) => nodeHash(hash, root), Buffer.from(first!.hash))
  const laterRoot = path.reduce<Hash>(
    (root, { isEarlier, hash }) => (isEarlier ? nodeHash(hash, root) : nodeHash(root, hash)),
    Buffer.from(first!.hash),
  )
  return earlierRoot.equals(earlier.root) && laterRoot.equals(later.root)
}
