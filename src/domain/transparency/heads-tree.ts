import { applyLine, type HeadsLine } from './heads-file.ts'
import { headLeaf, inLeafOrder, nodesOfRows, rowsOver, type PublishedHead } from './heads.ts'
import { treeRoot, type Hash } from './merkle.ts'

/** Creates a tree over the heads of all chains, to which the lines of a witness's file are applied one after another. */
export function createHeadsTree() {
  const heads = new Map<string, PublishedHead>()
  // A head that does not change remains the same object from one line to the next, so its leaf is hashed once.
  const hashed = new WeakMap<PublishedHead, Hash>()
  let chains: readonly string[] = []
  let rows = rowsOver([])

  function leafOf(head: PublishedHead): Hash {
    const leaf = hashed.get(head) ?? headLeaf(head)
    hashed.set(head, leaf)
    return leaf
  }
  return {
    /** Returns the head of a chain after the lines that have been applied so far. */
    head: (chain: string): PublishedHead | undefined => heads.get(chain),
    /** Applies a line, and returns the number of leaves and the root. Only nodes that change are hashed. */
    async apply(line: HeadsLine): Promise<{ readonly count: number; readonly root: Hash }> {
      const isNew = line.heads.some(({ chain }) => !heads.has(chain))
      applyLine(heads, line)
      if (isNew || line.gone.length > 0)
        chains = inLeafOrder([...heads.values()]).map(({ chain }) => chain)
      rows = rowsOver(
        chains.map((chain) => leafOf(heads.get(chain)!)),
        rows,
      )
      return { count: chains.length, root: await treeRoot(chains.length, nodesOfRows(rows)) }
    },
  }
}
