import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  consistencyProof,
  emptyRoot,
  inclusionProof,
  leafHash,
  nodeHash,
  provesConsistency,
  rootOfInclusion,
  treeRoot,
  type ReadNodes,
} from '../../../src/domain/transparency/merkle.ts'
import {
  formatEntries,
  nodesInTiles,
  parseEntries,
  parseTilePath,
  tilePath,
} from '../../../src/domain/transparency/tiles.ts'

const entries = (count: number) =>
  Array.from({ length: count }, (_, at) => Buffer.from(`entry ${at}`))

/** Computes a root as RFC 6962, section 2.1 defines it: recursively, from the leaves. */
function definedRoot(leaves: readonly Buffer[]): Buffer {
  if (leaves.length === 0) return emptyRoot()
  if (leaves.length === 1) return leafHash(leaves[0]!)
  let split = 1
  while (split * 2 < leaves.length) split *= 2
  return nodeHash(definedRoot(leaves.slice(0, split)), definedRoot(leaves.slice(split)))
}

const nodesOf =
  (leaves: readonly Buffer[]): ReadNodes =>
  async (nodes) =>
    nodes.map(({ level, index }) =>
      definedRoot(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level)),
    )

/** The leaves of the test tree of RFC 6962's reference implementation. */
const LEAVES = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657'].map((hex) =>
  Buffer.from(hex, 'hex'),
)

describe('a Merkle tree', () => {
  it.each([
    [0, 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    [1, '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d'],
    [2, 'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125'],
    [3, 'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77'],
    [7, 'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c'],
  ])('has the root of RFC 6962 for %i leaves', async (size, root) => {
    expect((await treeRoot(size, nodesOf(LEAVES))).toString('hex')).toBe(root)
  })

  it('has the root that its definition gives, for every size', async () => {
    for (let size = 0; size <= 70; size += 1)
      expect(await treeRoot(size, nodesOf(entries(size)))).toEqual(definedRoot(entries(size)))
  })

  it('proves each of its leaves, and no other leaf or index, and accepts no proof with an additional hash', async () => {
    for (let size = 1; size <= 20; size += 1) {
      const [leaves, root] = [entries(size), definedRoot(entries(size))]
      for (let index = 0; index < size; index += 1) {
        const proof = await inclusionProof(index, size, nodesOf(leaves))
        const hash = leafHash(leaves[index]!)
        expect(rootOfInclusion(hash, index, size, proof)).toEqual(root)
        expect(rootOfInclusion(leafHash(Buffer.from('other')), index, size, proof)).not.toEqual(
          root,
        )
        expect(rootOfInclusion(hash, size, size, proof)).toBeUndefined()
        expect(rootOfInclusion(hash, -1, size, proof)).toBeUndefined()
        for (let other = 0; other < size; other += 1)
          if (other !== index) expect(rootOfInclusion(hash, other, size, proof)).not.toEqual(root)
        expect(rootOfInclusion(hash, index, size, [...proof, hash])).toBeUndefined()
      }
    }
  })

  it('has no proof for a leaf that it does not contain', async () => {
    await expect(inclusionProof(3, 3, nodesOf(entries(3)))).rejects.toThrow(
      'a tree of 3 leaves has no leaf 3',
    )
    await expect(inclusionProof(-1, 3, nodesOf(entries(3)))).rejects.toThrow(RangeError)
    await expect(consistencyProof(4, 3, nodesOf(entries(3)))).rejects.toThrow(RangeError)
  })

  it('proves that it begins with each of its earlier states', async () => {
    for (let size = 0; size <= 33; size += 1)
      for (let old = 0; old <= size; old += 1) {
        const proof = await consistencyProof(old, size, nodesOf(entries(size)))
        const earlier = { size: old, root: definedRoot(entries(old)) }
        const later = { size, root: definedRoot(entries(size)) }
        expect(provesConsistency(earlier, later, proof)).toBe(true)
        expect(provesConsistency(later, earlier, proof)).toBe(old === size)
      }
  })

  it('does not prove that it begins with another tree', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 40 }), fc.nat(), fc.nat(), async (size, a, b) => {
        const [old, changed] = [1 + (a % size), b % size]
        const forked = entries(size).map((entry, at) =>
          at === changed ? Buffer.from('forged') : entry,
        )
        const proof = await consistencyProof(old, size, nodesOf(forked))
        const earlier = { size: old, root: definedRoot(entries(old)) }
        const later = { size, root: definedRoot(forked) }
        expect(provesConsistency(earlier, later, proof)).toBe(changed >= old)
      }),
    )
  })

  it('accepts no proof with a hash missing, added, changed or moved', async () => {
    for (const [old, size] of [
      [1, 2],
      [3, 7],
      [4, 7],
      [6, 8],
      [8, 21],
    ] as const) {
      const proof = await consistencyProof(old, size, nodesOf(entries(size)))
      const earlier = { size: old, root: definedRoot(entries(old)) }
      const later = { size, root: definedRoot(entries(size)) }
      const wrong = [
        proof.slice(1),
        proof.slice(0, -1),
        [...proof, proof[0]!],
        proof.toReversed(),
        proof.with(-1, emptyRoot()),
      ].filter((other) => Buffer.compare(Buffer.concat(other), Buffer.concat(proof)) !== 0)
      expect(wrong.length).toBeGreaterThanOrEqual(3)
      for (const other of wrong) expect(provesConsistency(earlier, later, other)).toBe(false)
    }
  })
})

describe('tiles of a tree', () => {
  it.each([
    ['tile/0/000', { level: 0, index: 0, width: 256 }],
    ['tile/0/x001/x234/067', { level: 0, index: 1_234_067, width: 256 }],
    ['tile/2/001.p/17', { level: 2, index: 1, width: 17 }],
    ['tile/63/999.p/255', { level: 63, index: 999, width: 255 }],
    ['tile/entries/x001/000.p/1', { level: 'entries', index: 1000, width: 1 }],
  ] as const)('have the path %s', (path, tile) => {
    expect(tilePath(tile)).toBe(path)
    expect(parseTilePath(path)).toEqual(tile)
  })

  it.each([
    'tile/00/000',
    'tile/64/000',
    'tile/-1/000',
    'tile/0/0',
    'tile/0/x000/001',
    'tile/0/001/002',
    'tile/0/x001/x002',
    'tile/0/000.p/0',
    'tile/0/000.p/256',
    'tile/0/000.p/01',
    'tile/0/000.p/',
    'tile/0/000/',
    'tile/leaves/000',
    '/tile/0/000',
    '',
  ])('do not have the path %j', (path) => {
    expect(parseTilePath(path)).toBeUndefined()
  })

  it('suffice for every root and proof', async () => {
    const size = 66_000
    const leaves = Array.from({ length: size }, (_, at) => leafHash(Buffer.from(`${at}`)))
    const levels = [leaves]
    for (let level = 1; level <= 17; level += 1) {
      const below = levels.at(-1)!
      levels.push(
        Array.from({ length: Math.floor(below.length / 2) }, (_, at) =>
          nodeHash(below[2 * at]!, below[2 * at + 1]!),
        ),
      )
    }
    const direct: ReadNodes = async (nodes) =>
      nodes.map(({ level, index }) => levels[level]![index]!)
    let reads = 0
    const tiled = nodesInTiles(async (tiles) => {
      reads += tiles.length
      return tiles.map(({ level, index }) =>
        Buffer.concat(levels[8 * level]!.slice(index * 256, (index + 1) * 256)),
      )
    })
    for (const at of [0, 255, 256, 65_535, 65_536, 65_999]) {
      reads = 0
      expect(await inclusionProof(at, size, tiled)).toEqual(await inclusionProof(at, size, direct))
      expect(reads).toBeLessThanOrEqual(5)
      expect(await consistencyProof(at, size, tiled)).toEqual(
        await consistencyProof(at, size, direct),
      )
    }
    expect(await treeRoot(size, tiled)).toEqual(await treeRoot(size, direct))
  })

  it('that lack a hash give an error instead of a wrong root', async () => {
    const tiled = nodesInTiles(async (tiles) => tiles.map(() => Buffer.alloc(32)))
    await expect(treeRoot(2, tiled)).rejects.toThrow('the tile has no node 0 of level 1')
  })

  it('hold entries of any bytes', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 300 })), (list) => {
        const bundle = formatEntries(list)
        expect(parseEntries(bundle)?.map((entry) => Buffer.from(entry))).toEqual(
          list.map((entry) => Buffer.from(entry)),
        )
      }),
    )
    const bundle = formatEntries([Buffer.from('one'), Buffer.from('two')])
    expect(bundle.toString('hex')).toBe('00036f6e65000374776f')
    for (const cut of [1, 2, 4, 6, 9]) expect(parseEntries(bundle.subarray(0, cut))).toBeUndefined()
    expect(formatEntries([Buffer.alloc(65_535)])).toHaveLength(65_537)
    expect(() => formatEntries([Buffer.alloc(65_536)])).toThrow(RangeError)
  })
})
