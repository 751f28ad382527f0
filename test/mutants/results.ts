import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { ROOT } from './copy.ts'
import {
  describePlace,
  faultId,
  AREAS,
  areaOf,
  readFaults,
  sourceFiles,
  type Place,
} from './places.ts'

/** The result for a fault. */
export interface Result {
  /**
   * A hash of what the result depends on, without comments: for a detected fault its source and the test that detected it, otherwise all
   * sources and tests.
   */
  readonly key: string
  readonly kind: 'caught' | 'survived'
  readonly lane: string
  readonly by: string
  readonly test: string
  readonly seconds: number
}
export type Results = Record<string, Result>

const PATH = join(import.meta.dirname, 'results.json')
export const readResults = (): Results =>
  existsSync(PATH) ? (JSON.parse(readFileSync(PATH, 'utf8')) as Results) : {}

export function writeResults(results: Results): void {
  const known = readFaults().flatMap((place) => {
    const id = faultId(place)
    return results[id] ? [[id, results[id]] as const] : []
  })
  // One line per fault, so that a change to one result changes one line.
  const lines = Object.entries(Object.fromEntries(known)).map(
    ([id, result]) => `${JSON.stringify(id)}: ${JSON.stringify(result)}`,
  )
  writeFileSync(PATH, `{\n${lines.join(',\n')}\n}\n`)
}

const SOURCES = sourceFiles()
const printer = ts.createPrinter({ removeComments: true })
/** Returns the code of a file without comments, so that results stay valid when only a comment is reworded. */
function codeOf(file: string): string {
  const path = join(ROOT, file)
  if (!existsSync(path)) return ''
  const content = readFileSync(path, 'utf8')
  return /\.tsx?$/.test(file)
    ? printer.printFile(ts.createSourceFile(file, content, ts.ScriptTarget.Latest))
    : content
}
const hash = (files: readonly string[]): string => {
  const sum = createHash('sha256')
  for (const file of files) sum.update(`${file}\0`).update(codeOf(file)).update('\0')
  return sum.digest('hex').slice(0, 16)
}
const all = hash([
  ...SOURCES,
  ...globSync('{test,conformance/test}/**/*.ts', { cwd: ROOT }).toSorted(),
])

export const keyOf = (place: Place, { kind, by }: Pick<Result, 'kind' | 'by'>): string =>
  kind === 'caught' ? hash([place.file, by]) : all

/** Returns whether the result of an earlier run is still valid. */
export const isCurrent = (place: Place, result: Result | undefined): result is Result =>
  result !== undefined && result.key === keyOf(place, result)

/** The minimum share of faults that the tests must detect. */
const MIN_SHARE = 0.92

export interface Summary {
  readonly text: string
  readonly passed: boolean
}

/** Summarizes the results by module: planted and detected faults and the lanes that detected them, and lists all undetected ones. */
export function summarize(
  faults: readonly Place[],
  results: Results,
  equivalent: Readonly<Record<string, string>>,
): Summary {
  const of = (place: Place): Result => results[faultId(place)]!
  const caught = faults.filter((place) => of(place).kind === 'caught')
  const row = (name: string, own: readonly Place[]): string => {
    const hit = own.filter((place) => of(place).kind === 'caught')
    const lanes = [...Map.groupBy(hit, (place) => of(place).lane)]
      .toSorted(([, a], [, b]) => b.length - a.length)
      .map(([lane, { length }]) => `${lane} ${length}`)
    const known = own.filter(
      (place) => of(place).kind === 'survived' && faultId(place) in equivalent,
    ).length
    return `| ${name} | ${own.length} | ${hit.length} | ${lanes.join(', ')} | ${own.length - hit.length - known} | ${known} |`
  }
  const survivors = faults.filter((place) => of(place).kind === 'survived')
  const share = caught.length / faults.length
  const areas = AREAS.map(
    (area) => [area, faults.filter(({ file }) => areaOf(file) === area)] as const,
  ).filter(([, own]) => own.length > 0)
  const text = [
    '| module | planted | caught | by lane | survived | equivalent |',
    '|---|---|---|---|---|---|',
    ...areas.map(([area, own]) => row(area, own)),
    row('all', faults),
    '',
    ...survivors.map(
      (place) =>
        `${faultId(place)} ${describePlace(place)}: ${equivalent[faultId(place)] ?? 'SURVIVED'}`,
    ),
    '',
    `${caught.length} of ${faults.length} faults caught (${(100 * share).toFixed(1)} %); at least ${100 * MIN_SHARE} % are required.`,
  ].join('\n')
  return { text, passed: share >= MIN_SHARE }
}
