import { isMap, isPair, isScalar, type Document, type LineCounter, type Node } from 'yaml'

/** A position in a file. Lines and columns are counted from 1. */
export interface Position {
  readonly line: number
  readonly column: number
}

/** Finds the positions of values and keys in a YAML document. */
export interface Positions {
  offset(offset: number): Position
  /** Returns the position of the value at a path, or of its closest ancestor if there is no such value. */
  value(path: readonly string[]): Position
  key(path: readonly string[]): Position
  /** Returns the value at a path as it is written in the document. */
  source(path: readonly string[]): string
}

/** Creates the lookup of positions in a document. */
export function positionsIn(document: Document, lines: LineCounter): Positions {
  const offset = (position: number): Position => {
    const { line, col } = lines.linePos(position)
    return { line: Math.max(1, line), column: Math.max(1, col) }
  }
  const value = (path: readonly string[]): Position => {
    const node =
      path.length === 0
        ? document.contents
        : (document.getIn(path.map(index), true) as Node | undefined)
    if (node?.range) return offset(node.range[0])
    return path.length === 0 ? { line: 1, column: 1 } : value(path.slice(0, -1))
  }
  return {
    offset,
    value,
    source(path) {
      const node = document.getIn(path.map(index), true)
      return isScalar(node) ? (node.source ?? '') : ''
    },
    key(path) {
      const parent =
        path.length === 1 ? document.contents : document.getIn(path.slice(0, -1).map(index), true)
      const pair = isMap(parent)
        ? parent.items.find(
            (item) => isPair(item) && isScalar(item.key) && String(item.key.value) === path.at(-1),
          )
        : undefined
      const range = isScalar(pair?.key) ? pair.key.range : undefined
      return range ? offset(range[0]) : value(path.slice(0, -1))
    },
  }
}

const index = (part: string): string | number => (/^\d+$/.test(part) ? Number(part) : part)
