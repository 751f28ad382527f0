import { expect, it } from 'vitest'
import { headsEntry } from '../../../src/domain/transparency/entries.ts'
import {
  coversHead,
  headLeaf,
  inLeafOrder,
  nodesOfLeaves,
  parseHeadsEntry,
} from '../../../src/domain/transparency/heads.ts'
import { inclusionProof, leafHash, treeRoot } from '../../../src/domain/transparency/merkle.ts'

const headOf = (n: number) => ({ chain: `org_${n}`, sequence: n + 1, hash: `${n}`.repeat(64) })
const heads = inLeafOrder([3, 1, 2, 0].map(headOf))
const nodes = nodesOfLeaves(heads.map(headLeaf))
const root = await treeRoot(4, nodes)
const stated = parseHeadsEntry(
  headsEntry({ at: '2026-03-01T12:00:00.000Z', count: 4, root: root.toString('hex') }),
)!
const pathOf = async (index: number) =>
  (await inclusionProof(index, 4, nodes)).map((hash) => hash.toString('hex'))

it('the leaves are in the order of the identifiers of their chains', () => {
  expect(heads.map(({ chain }) => chain)).toEqual(['org_0', 'org_1', 'org_2', 'org_3'])
})

it('a leaf is the hash of the canonical JSON of chain, sequence and hash', () => {
  const text = `{"chain":"org_1","hash":"${'1'.repeat(64)}","sequence":2}`
  expect(headLeaf(headOf(1))).toEqual(leafHash(Buffer.from(text)))
})

it('the root covers each head at its index, and no other head, index or path', async () => {
  for (const [index, head] of heads.entries()) {
    const path = await pathOf(index)
    expect(coversHead(stated, head, index, path)).toBe(true)
    expect(coversHead(stated, { ...head, sequence: 9 }, index, path)).toBe(false)
    expect(coversHead(stated, { ...head, chain: 'org_x' }, index, path)).toBe(false)
    expect(coversHead(stated, head, (index + 1) % 4, path)).toBe(false)
    expect(coversHead(stated, head, index, path.slice(1))).toBe(false)
    expect(coversHead({ ...stated, count: 5 }, head, index, path)).toBe(false)
    expect(coversHead(stated, head, index, ['00', ...path.slice(1)])).toBe(false)
  }
})

it('entries of other types and malformed entries are not parsed as heads', () => {
  const at = '2026-03-01T12:00:00.000Z'
  for (const entry of [
    'null',
    '{',
    '{"type":"log.created"}',
    JSON.stringify({ type: 'audit.heads', at, count: 1, root: 'ab' }),
    JSON.stringify({ type: 'audit.heads', at, count: '1', root: '0'.repeat(64) }),
    JSON.stringify({ type: 'audit.heads', count: 1, root: '0'.repeat(64) }),
  ])
    expect(parseHeadsEntry(entry)).toBeUndefined()
})
