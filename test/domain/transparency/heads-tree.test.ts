import { expect, it } from 'vitest'
import { createHeadsTree } from '../../../src/domain/transparency/heads-tree.ts'
import {
  headLeaf,
  inLeafOrder,
  nodesOfLeaves,
  rowsOver,
  type PublishedHead,
} from '../../../src/domain/transparency/heads.ts'
import { leafHash, treeRoot } from '../../../src/domain/transparency/merkle.ts'

const headOf = (n: number, sequence = 1): PublishedHead => ({
  chain: `org_${String(n).padStart(4, '0')}`,
  sequence,
  hash: `${sequence}`.repeat(64),
})
const lineWith = (heads: readonly PublishedHead[], gone: readonly string[] = []) => ({
  entry: '',
  proof: '',
  heads,
  gone,
})
const rootOf = (heads: readonly PublishedHead[]) => {
  const leaves = inLeafOrder(heads).map(headLeaf)
  return treeRoot(leaves.length, nodesOfLeaves(leaves))
}

it('the tree has, after each line, the root of all heads that were listed and not removed', async () => {
  const tree = createHeadsTree()
  const [a, b, c, d] = [headOf(1), headOf(3), headOf(5), headOf(7)]
  const grown = headOf(3, 2)
  const between = headOf(2)
  for (const { line, heads } of [
    { line: lineWith([c, a, b]), heads: [a, b, c] },
    { line: lineWith([]), heads: [a, b, c] },
    { line: lineWith([grown]), heads: [a, grown, c] },
    { line: lineWith([d, between]), heads: [a, between, grown, c, d] },
    { line: lineWith([], [a.chain, d.chain]), heads: [between, grown, c] },
    { line: lineWith([d], [c.chain]), heads: [between, grown, d] },
    { line: lineWith([], [between.chain, grown.chain, d.chain]), heads: [] },
    { line: lineWith([a]), heads: [a] },
  ])
    expect(await tree.apply(line)).toEqual({ count: heads.length, root: await rootOf(heads) })
  expect([tree.head(a.chain), tree.head(b.chain)]).toEqual([a, undefined])
})

it('the tree hashes only the nodes above leaves that have changed', () => {
  const leaves = Array.from({ length: 1000 }, (_, n) => leafHash(Buffer.from(`${n}`)))
  const before = rowsOver(leaves)
  const known = new Set<unknown>(before.flat())
  const hashedFor = (changed: readonly Uint8Array[]) =>
    rowsOver(changed, before)
      .slice(1)
      .flat()
      .filter((node) => !known.has(node)).length
  expect(hashedFor(leaves)).toBe(0)
  // There are nine rows above each of the first 512 leaves.
  expect(hashedFor(leaves.with(7, leafHash(Buffer.from('new'))))).toBe(9)
  expect(rowsOver(leaves.with(7, leaves[8]!), before)).toEqual(rowsOver(leaves.with(7, leaves[8]!)))
})
