import { readdir, readFile, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { readAdvisory, type ParsedAdvisory } from '../../domain/images/advisory.ts'
import { CommandError } from '../../terminal/errors.ts'
import { operatorCommand, type OperatorServices } from '../operator/command.ts'
import { cell, formatFields } from '../../terminal/text.ts'

/** Number of advisories that one transaction writes, few enough that a server on the same store does not wait long. */
const BATCH_SIZE = 200
const MAX_ADVISORY_BYTES = 8 * 1024 * 1024

interface ImportCounts {
  files: number
  kept: number
  removed: number
  skipped: number
  unreadable: number
  first_unreadable: string | null
}

/** `advisories ...`: data about vulnerable packages. */
export const advisories = [
  operatorCommand({
    path: 'advisories import',
    summary: 'Import vulnerability data for image scans',
    about: [
      'Reads advisories in the OSV format, one JSON document per file: a single file, or a folder with its subfolders, such as an unpacked archive of osv.dev. An existing advisory with the same identifier is replaced, and withdrawn advisories are removed. Only ecosystems whose versions can be compared are imported: npm, PyPI, Debian, Ubuntu and Alpine.',
      'Reports of finished scans do not change; scan again to use the new data.',
    ].join('\n'),
    operands: [{ name: 'PATH', description: 'A JSON file, or a folder of JSON files' }],
    flags: {},
    examples: ['advisories import osv/npm', 'advisories import GHSA-35jh-r3h4-6jhm.json --json'],
    read: (_, [path]) => ({ path: resolve(path!) }),
    execute: (services, { path }: { path: string }) => importFrom(services, path),
    show: ({ files, kept, removed, skipped, unreadable, first_unreadable }) =>
      formatFields([
        ['Files', String(files)],
        ['Imported', String(kept)],
        ['Withdrawn', String(removed)],
        ['Other ecosystems', skipped === 0 ? undefined : String(skipped)],
        [
          'Unreadable',
          unreadable === 0 ? undefined : `${unreadable}, the first: ${cell(first_unreadable)}`,
        ],
      ]),
    failed: ({ files, unreadable }) => files === unreadable,
  }),
]

async function importFrom(
  { store, context }: OperatorServices,
  path: string,
): Promise<ImportCounts> {
  const counts: ImportCounts = {
    files: 0,
    kept: 0,
    removed: 0,
    skipped: 0,
    unreadable: 0,
    first_unreadable: null,
  }
  let batch: Exclude<ParsedAdvisory, { kind: 'unreadable' }>[] = []
  const flush = async () => {
    const { kept, removed } = await store.importAdvisories(context(), { read: batch })
    counts.kept += kept
    counts.removed += removed
    batch = []
  }
  for await (const file of filesAt(path)) {
    counts.files += 1
    const read = await advisoryIn(file)
    if (read.kind === 'unreadable') {
      counts.unreadable += 1
      counts.first_unreadable ??= `${file}: ${read.reason}`
    } else batch.push(read)
    if (read.kind === 'advisory' && read.rows.length === 0) counts.skipped += 1
    if (batch.length === BATCH_SIZE) await flush()
  }
  await flush()
  if (counts.files === 0) throw new CommandError(`There is no JSON file in ${cell(path)}.`)
  return counts
}

async function* filesAt(path: string): AsyncGenerator<string> {
  const found = await stat(path).catch(() => {
    throw new CommandError(`There is no file or folder ${cell(path)}.`)
  })
  if (!found.isDirectory()) return yield path
  const entries = (await readdir(path, { withFileTypes: true })).toSorted((a, b) =>
    a.name < b.name ? -1 : 1,
  )
  for (const entry of entries) {
    if (entry.isDirectory()) yield* filesAt(join(path, entry.name))
    else if (entry.isFile() && entry.name.endsWith('.json')) yield join(path, entry.name)
  }
}

async function advisoryIn(file: string): Promise<ParsedAdvisory> {
  try {
    if ((await stat(file)).size > MAX_ADVISORY_BYTES)
      return { kind: 'unreadable', reason: 'it is larger than 8 MiB' }
    return readAdvisory(JSON.parse(await readFile(file, 'utf8')))
  } catch (cause) {
    return {
      kind: 'unreadable',
      reason: cause instanceof SyntaxError ? 'it is not JSON' : (cause as Error).message,
    }
  }
}
