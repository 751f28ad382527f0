import { createHash, type Hash } from 'node:crypto'
import { TABLE_NAMES, TABLES, type StoredRow, type TableName } from '../tables.ts'
import { currentName } from '../tables/renamed.ts'
import { blankRow, shapeOf, type Snapshot } from '../snapshot.ts'

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
  /** The ids of the master keys that its seals need; missing in backups of earlier versions. */
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

/** Joins the lines of a batch, so that they are compressed together. */
const lines = (values: readonly unknown[]): Buffer =>
  Buffer.from(values.map((value) => `${JSON.stringify(value)}\n`).join(''))

/** Encodes a snapshot line by line. The manifest is complete after the last line has been read. */
export function encode(
  snapshot: Snapshot,
  header: Header,
): { readonly lines: AsyncIterable<Buffer>; readonly manifest: () => Manifest } {
  const hash = createHash('sha256')
  const rows: Record<string, number> = {}
  let sha256 = ''
  async function* body() {
    yield lines([header])
    for (const table of TABLE_NAMES) {
      const columns = Object.keys(shapeOf(table).columns)
      rows[table] = 0
      yield lines([{ table, columns }])
      for await (const batch of snapshot.rows(table)) {
        rows[table] += batch.length
        yield lines(batch.map((row) => columns.map((column) => row[column])))
      }
    }
  }
  async function* hashed() {
    for await (const chunk of body()) {
      hash.update(chunk)
      yield chunk
    }
    sha256 = hash.digest('hex')
    yield lines([{ rows, sha256 }])
  }
  return { lines: hashed(), manifest: () => ({ ...header, rows, sha256 }) }
}

/** The parts of a backup, in order. */
export type Part =
  | { readonly kind: 'header'; readonly header: Header }
  | { readonly kind: 'rows'; readonly table: TableName; readonly rows: readonly StoredRow[] }
  | { readonly kind: 'end'; readonly trailer: Trailer }

const ROWS_PER_PART = 1000
/** Limits the length of a line. Rows of this program are much shorter, so a file with a longer line is not a backup. */
const MAX_LINE_BYTES = 64 * 1024 * 1024

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
    at: 'start',
  }
  for await (const line of linesOf(bytes)) {
    yield* partsOf(state, valueOf(line))
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
  at: 'start' | 'middle' | 'end'
}
interface Section {
  readonly table: TableName
  readonly toRow: (values: readonly unknown[]) => StoredRow
}

/** Returns the parts that this line completes. */
function partsOf(state: DecoderState, value: object): readonly Part[] {
  if (state.at === 'end')
    throw new BackupRefused(
      'This backup has data after its last line, so it was changed. Use another backup.',
    )
  if (state.at === 'start') {
    state.at = 'middle'
    return [{ kind: 'header', header: headerOf(value) }]
  }
  if (Array.isArray(value)) return addRow(state, value)
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

function addRow(state: DecoderState, values: readonly unknown[]): readonly Part[] {
  const { section, counts, rows } = state
  if (!section)
    throw new BackupRefused(
      'This backup has a row that belongs to no table, so it was changed. Use another backup.',
    )
  counts[section.table]! += 1
  return rows.push(section.toRow(values)) < ROWS_PER_PART ? [] : flushRows(state)
}

function flushRows(state: DecoderState): readonly Part[] {
  const { section, rows } = state
  state.rows = []
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
    'This backup has a line that is not JSON, so it was changed. Use another backup.',
  )
}

async function* linesOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let remainder: Buffer = Buffer.alloc(0)
  for await (const chunk of bytes) {
    const text = remainder.length === 0 ? chunk : Buffer.concat([remainder, chunk])
    let from = 0
    for (let end = text.indexOf(10, from); end !== -1; end = text.indexOf(10, from)) {
      yield text.subarray(from, end)
      from = end + 1
    }
    remainder = text.subarray(from)
    if (remainder.length > MAX_LINE_BYTES)
      throw new BackupRefused('This is not a backup of a registry.')
  }
  if (remainder.length > 0) yield remainder
}
