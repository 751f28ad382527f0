import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ROOT } from './copy.ts'
import { filesOf, measuredAs, type Measured, type Reach } from './measure.ts'
import { functionsOf, sourceFiles, type Site } from './places.ts'

/** The test files of one lane that run for a fault, those most likely to detect it first. */
export interface Stage {
  readonly files: readonly string[]
  readonly seconds: number
}

/** Maximum total duration of the files of one lane in milliseconds, as measured without a fault; further files are left out. */
const MAX_MS: Readonly<Record<string, number>> = {
  fast: 90_000,
  browser: 120_000,
  'deep-browser': 120_000,
  postgres: 40_000,
  'deep-postgres': 40_000,
  'deep-processes': 40_000,
}

/**
 * Returns the lanes that run for a fault in a file, the quick ones first. Pages need a browser, and transactions and their adapters a
 * database server.
 */
export function lanesFor(file: string): readonly string[] {
  if (file.startsWith('dashboard/')) return ['fast', 'browser', 'deep-browser']
  if (/^src\/(store\/(sql|transactions)|jobs)\//.test(file))
    return ['fast', 'postgres', 'deep-processes', 'deep-postgres']
  return ['fast', 'deep-processes']
}

/**
 * Returns the test files of a lane for a fault. `caughtBy` counts how many times a test file has detected faults of the same source file.
 */
export function stageFor(
  site: Site,
  lane: string,
  reach: Reach,
  caughtBy: ReadonlyMap<string, number>,
): Stage {
  const users = usersOf(site)
  // The tests of this folder are excluded, because they check that every fault still has its place in the sources, and would therefore
  // detect each one.
  const ranked = filesOf(lane)
    .filter((file) => !file.startsWith('test/mutants/'))
    .map((file) => ({ file, measured: reach[measuredAs(lane, file)] }))
    .map(({ file, measured }) => ({
      file,
      passed: measured?.passed,
      score: score(file, site.place.file, users, measured),
      caught: caughtBy.get(file) ?? 0,
      ms: measured?.ms ?? 1000,
    }))
    .filter(({ passed, score: value }) => value > 0 && passed !== false)
    .toSorted((a, b) => b.caught - a.caught || b.score - a.score || a.ms - b.ms)
  const chosen = bounded(ranked, MAX_MS[lane]!)
  return {
    files: chosen.map(({ file }) => file),
    seconds: chosen.reduce((sum, { ms }) => sum + ms, 0) / 1000,
  }
}

/** Returns as many items as fit into the time, in order, and always the first one. */
function bounded<T extends { readonly ms: number }>(
  ranked: readonly T[],
  most: number,
): readonly T[] {
  const total = { ms: 0 }
  return ranked.filter(({ ms }) => {
    if (total.ms > 0 && total.ms + ms > most) return false
    total.ms += ms
    return true
  })
}

/**
 * Returns how likely a test file is to detect a fault; 0 means never. Executing an affected function counts as much as importing the source
 * or having its name, because a source may contain only data. Executing another function of the source counts little, as each word does
 * that the paths share.
 */
function score(
  test: string,
  file: string,
  users: ReadonlySet<string>,
  measured: Measured | undefined,
): number {
  const named = isAbout(test, file) || imports(test, file) ? 100 : 0
  if (!measured) return named
  const runs = measured.functions.some((name) => users.has(name))
    ? 100
    : measured.functions.some((name) => name.startsWith(`${file}#`))
      ? 1
      : 0
  return runs + named === 0
    ? 0
    : runs + named + wordsIn(file).filter((word) => wordsIn(test).includes(word)).length
}

/**
 * Returns the functions that a fault affects: the enclosing one or, for code that runs when the file is loaded, all functions that use its
 * result.
 */
function usersOf({ scope, place: { file, within } }: Site): ReadonlySet<string> {
  if (scope !== '') return new Set([`${file}#${scope}`])
  const name = new RegExp(`\\b${within.split('.')[0]!}\\b`)
  return new Set(
    [file, ...importersOf(file)].flatMap((path) => {
      const content = readFileSync(join(ROOT, path), 'utf8')
      return functionsOf(path, content)
        .filter(({ start, end }) => name.test(content.slice(start, end)))
        .map((one) => `${path}#${one.name}`)
    }),
  )
}

const SOURCES = sourceFiles()
const importersOf = (file: string): readonly string[] =>
  SOURCES.filter((path) => readFileSync(join(ROOT, path), 'utf8').includes(`/${basename(file)}'`))

const wordsIn = (path: string): readonly string[] =>
  path
    .replace(/(\.test)?\.tsx?$/, '')
    .split(/[/-]/)
    .slice(1)
const TEXTS = new Map<string, string>()
function imports(test: string, file: string): boolean {
  const text = TEXTS.get(test) ?? readFileSync(join(ROOT, test), 'utf8')
  TEXTS.set(test, text)
  return text.includes(`/${file}'`)
}
const isAbout = (test: string, file: string): boolean =>
  basename(test, '.test.ts') === basename(file).replace(/\.tsx?$/, '')
