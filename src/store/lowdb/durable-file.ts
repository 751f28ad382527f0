import type { Adapter } from 'lowdb'
import { readFile } from 'node:fs/promises'
import { writeDurably } from '../../disk/durable-write.ts'
import { StoreRefused } from '../database.ts'

/**
 * Returns a lowdb adapter whose writes are on disk when they resolve. lowdb's own file adapter renames without a sync, so a power cut
 * could lose an acknowledged write.
 */
export function durableFile<Data extends object>(path: string): Adapter<Data> {
  return {
    async read() {
      const text = await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
        if (cause.code === 'ENOENT') return undefined
        throw new StoreRefused(`The store file ${path} cannot be read: ${cause.message}.`)
      })
      return text === undefined ? null : parseDocument<Data>(path, text)
    },
    write: (data) => writeDurably(path, documentText(data)),
  }
}

const rowTexts = new WeakMap<object, string>()

/** Returns what `JSON.stringify(document, null, 1)` returns, but serializes each row once, because rows are replaced and never mutated. */
export function documentText(document: object): string {
  const members = Object.entries(document).map(
    ([name, value]) => ` ${JSON.stringify(name)}: ${valueText(value)}`,
  )
  return `{\n${members.join(',\n')}\n}`
}

const valueText = (value: unknown): string =>
  Array.isArray(value) && value.length > 0
    ? `[\n${value.map((row) => `  ${rowText(row)}`).join(',\n')}\n ]`
    : indented(value, ' ')

function rowText(row: unknown): string {
  const known = rowTexts.get(row as object)
  if (known !== undefined) return known
  const text = indented(row, '  ')
  if (typeof row === 'object' && row !== null) rowTexts.set(row, text)
  return text
}

const indented = (value: unknown, indent: string): string =>
  JSON.stringify(value, null, 1).replaceAll('\n', `\n${indent}`)

/** Parses the content of a store file. @throws StoreRefused */
export function parseDocument<Data>(path: string, text: string): Data {
  try {
    // A file that contains null or another scalar is not a store, but must not be treated as a missing file.
    return Object(JSON.parse(text)) as Data
  } catch {
    throw new StoreRefused(
      `The store file ${path} is not JSON. Restore it from a backup, or name another file with --store json:PATH.`,
    )
  }
}
