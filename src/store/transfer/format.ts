import { createHash, type Hash } from 'node:crypto'
import { shapeOf, TABLE_NAMES, TABLES, type StoredRow, type TableName } from '../tables.ts'
import { currentName } from '../tables/renamed.ts'
import { BATCH, blankRow, type Snapshot } from '../snapshot.ts'

/**
 * The portable format of a store: lines of JSON, compressed with gzip. The first line is the header. Each table begins with a line that
 * names it and its columns, and each of its rows is a list of values in that order. The last line contains the numbers of rows and the
 * SHA-256 of everything before it.
 */
export const FORMAT = 'svc-registry-backup/1'

export interface Header {
  readonly format: typeof FORMAT
  /** The version of the program that wrote it. */
  readonly version: string
  readonly taken_at: string
  /** The dialect of the store that was backed up. */
  readonly from: string
  /** The ids of the master keys that its seals need; missing from backups of earlier versions. */
  readonly master_keys?: readonly string[]
}
export type Counts = Readonly<Record<string, number>>
export interface Trailer {
  readonly rows: Counts
  readonly sha256: string
}
export interface Manifest extends Header, Trailer {}

/** Thrown if the input is not a complete backup, or this version cannot read it. The message is for the operator. */
export class BackupRefused extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'BackupRefused'
  }
}

/** Limits what `encode` yields at a time. */
const CHUNK_BYTES = 1024 ** 2

/**
 * Encodes values as lines. Short lines are joined, so that they are compressed together, and long ones are split. The whole text is never
 * one string, because the length of a string is limited.
 */
function* lines(values: Iterable<unknown>): Generator<Buffer> {
  let text = ''
  for (const value of values) {
    text += `${JSON.stringify(value)}\n`
    if (text.length < CHUNK_BYTES) continue
    yield* chunksOf(text)
    text = ''
  }
  yield* chunksOf(text)
}

function* chunksOf(text: string): Generator<Buffer> {
  const bytes = Buffer.from(text)
  for (let start = 0; start < bytes.length; start += CHUNK_BYTES)
    yield bytes.subarray(start, start + CHUNK_BYTES)
}

/** Encodes a snapshot in chunks of at most 1 MiB. The manifest is complete after the last chunk has been read. */
export function encode(
  snapshot: Snapshot,
  header: Header,
): { readonly chunks: AsyncIterable<Buffer>; readonly manifest: () => Manifest } {
  const hash = createHash('sha256')
  const rows: Record<string, number> = {}
  let sha256 = ''
  async function* body() {
    yield* lines([header])
    for (const table of TABLE_NAMES) {
      const columns = Object.keys(shapeOf(table).columns)
      rows[table] = 0
      yield* lines([{ table, columns }])
      for await (const batch of snapshot.rows(table)) {
        rows[table] += batch.length
        yield* lines(batch.map((row) => columns.map((column) => row[column])))
      }
    }
  }
  async function* hashed() {
    for await (const chunk of body()) {
      hash.update(chunk)
      yield chunk
    }
    sha256 = hash.digest('hex')
    yield* lines([{ rows, sha256 }])
  }
  return { chunks: hashed(), manifest: () => ({ ...header, rows, sha256 }) }
}

/** The parts of a backup, in order. */
export type Part =
  | { readonly kind: 'header'; readonly header: Header }
  | { readonly kind: 'rows'; readonly table: TableName; readonly rows: readonly StoredRow[] }
  | { readonly kind: 'end'; readonly trailer: Trailer }

/**
 * Limits the length of a line, so that a file that is not a backup does not fill the memory. The longest row is the report on an image:
 * earlier versions did not limit its bill of materials, which can reach 144 MiB with the maximum number of packages and the longest names
 * and versions.
 */
const MAX_LINE_BYTES = 256 * 1024 ** 2

/**
 * Decodes the output of `encode`. It yields the last part only if the backup is complete: the counts and the digest match the trailer.
 * @throws BackupRefused
 */
export async function* decode(bytes: AsyncIterable<Buffer>): AsyncGenerator<Part> {
  const state: DecoderState = {
    hash: createHash('sha256'),
    counts: {},
    section: undefined,
    rows: [],
    length: 0,
    at: 'start',
  }
  for await (const line of linesOf(bytes)) {
    yield* partsOf(state, valueOf(line), line.length)
    if (state.at !== 'end') state.hash.update(line).update('\n')
  }
  if (state.at !== 'end')
    throw new BackupRefused(
      'This backup is truncated: its last line is missing. Use another backup.',
    )
}

interface DecoderState {
  readonly hash: Hash
  readonly counts: Record<string, number>
  section: Section | undefined
  rows: StoredRow[]
  /** The length of the lines of these rows. */
  length: number
  at: 'start' | 'middle' | 'end'
}
interface Section {
  readonly table: TableName
  readonly toRow: (values: readonly unknown[]) => StoredRow
}

/** Returns the parts that this line completes. */
function partsOf(state: DecoderState, value: object, length: number): readonly Part[] {
  if (state.at === 'end')
    throw new BackupRefused(
      'This backup has data after its last line, so it was changed. Use another backup.',
    )
  if (state.at === 'start') {
    state.at = 'middle'
    return [{ kind: 'header', header: headerOf(value) }]
  }
  if (Array.isArray(value)) return addRow(state, value, length)
  const finished = flushRows(state)
  if (!isTrailer(value)) {
    state.section = sectionOf(value)
    state.counts[state.section.table] ??= 0
    return finished
  }
  checkEnd(value, state.counts, state.hash.digest('hex'))
  state.at = 'end'
  return [...finished, { kind: 'end', trailer: value }]
}

function addRow(state: DecoderState, values: readonly unknown[], length: number): readonly Part[] {
  const { section, counts, rows } = state
  if (!section)
    throw new BackupRefused(
      'This backup has a row that belongs to no table, so it was changed. Use another backup.',
    )
  counts[section.table]! += 1
  state.length += length
  return rows.push(section.toRow(values)) < BATCH.rows && state.length < BATCH.length
    ? []
    : flushRows(state)
}

function flushRows(state: DecoderState): readonly Part[] {
  const { section, rows } = state
  state.rows = []
  state.length = 0
  return section && rows.length > 0 ? [{ kind: 'rows', table: section.table, rows }] : []
}

function checkEnd(trailer: Trailer, counts: Counts, sha256: string): void {
  const miscounted = Object.keys({ ...trailer.rows, ...counts }).find(
    (table) => trailer.rows[table] !== counts[table],
  )
  if (miscounted !== undefined)
    throw new BackupRefused(
      `This backup should have ${trailer.rows[miscounted] ?? 'no'} rows of ${miscounted} and has ${counts[miscounted] ?? 'none'}. Use another backup.`,
    )
  if (trailer.sha256 !== sha256)
    throw new BackupRefused(
      'This backup was changed: its SHA-256 does not match. Use another backup.',
    )
}

const isTrailer = (value: unknown): value is Trailer =>
  typeof (value as Trailer).sha256 === 'string' && typeof (value as Trailer).rows === 'object'

function headerOf(value: unknown): Header {
  const { format } = value as { format?: unknown }
  if (format === FORMAT) return value as Header
  const isBackup = typeof format === 'string' && format.startsWith('svc-registry-backup/')
  throw new BackupRefused(
    isBackup
      ? `This backup has the format ${format}, which only a later version of this program can read.`
      : 'This is not a backup of a registry.',
  )
}

/**
 * Starts a table. Columns that the backup does not contain are empty. A column that this version does not have is refused, because its
 * values would be lost.
 */
function sectionOf(value: unknown): Section {
  const { table, columns: names = [] } = value as { table?: string; columns?: readonly string[] }
  if (table === undefined)
    throw new BackupRefused(
      'This backup has a line that is neither a row nor a table, so it was changed. Use another backup.',
    )
  if (!Object.hasOwn(TABLES, table))
    throw new BackupRefused(
      `This backup holds ${table}, which this version does not have: restore it with the version that took it, or a later one.`,
    )
  const shape = shapeOf(table as TableName)
  const columns = names.map((column) => currentName(table, column))
  const unknown = columns.find((column) => !Object.hasOwn(shape.columns, column))
  if (unknown !== undefined)
    throw new BackupRefused(
      `This backup holds ${table}.${unknown}, which this version does not have: restore it with the version that took it, or a later one.`,
    )
  const blank = blankRow(shape)
  return {
    table: table as TableName,
    toRow: (values) => {
      if (values.length !== columns.length)
        throw new BackupRefused(
          `This backup has a row of ${table} that does not match its columns, so it was changed. Use another backup.`,
        )
      return { ...blank, ...Object.fromEntries(columns.map((column, at) => [column, values[at]])) }
    },
  }
}

function valueOf(line: Buffer): object {
  try {
    const value = JSON.parse(line.toString('utf8')) as unknown
    if (typeof value === 'object' && value !== null) return value
  } catch {
    // Text that is not JSON leads to the same error as other invalid values.
  }
  throw new BackupRefused(
    'This is not a backup of a registry, or it was changed: it has a line that is not a JSON object or array. Use another backup.',
  )
}

async function* linesOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  // The chunks of a line are joined once, because joining the beginning of a long line with each chunk takes quadratic time.
  let pieces: Buffer[] = []
  let length = 0
  for await (const chunk of bytes) {
    let from = 0
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
      yield Buffer.concat([...pieces, chunk.subarray(from, end)])
      pieces = []
      length = 0
      from = end + 1
    }
    pieces.push(chunk.subarray(from))
    length += chunk.length - from
    if (length > MAX_LINE_BYTES) throw new BackupRefused('This is not a backup of a registry.')
  }
  if (length > 0) yield Buffer.concat(pieces)
}
