import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ROOT } from './copy.ts'
import { filesOf, measuredAs, type Measured, type Reach } from './measure.ts'
import { functionsOf, ROOMS, type Site } from './places.ts'

/** The files of tests of one lane that are to look for a fault, the most promising first. */
export interface Stage {
  readonly lane: string
  readonly files: readonly string[]
  readonly seconds: number
}

/** How long the files of one lane may take together, as measured without a fault; what would come later is left out. */
const MOST_MS: Readonly<Record<string, number>> = {
  fast: 90_000,
  browser: 120_000,
  'deep-browser': 120_000,
  postgres: 40_000,
  'deep-postgres': 40_000,
  'deep-processes': 40_000,
}

/** The lanes that look for a fault, the cheap ones first. Pages run in a browser only, and some adapters on a server only. */
export function lanesFor(file: string): readonly string[] {
  if (file.startsWith('dashboard/')) return ['fast', 'browser', 'deep-browser']
  if (file.startsWith('src/store/sql/'))
    return ['fast', 'postgres', 'deep-processes', 'deep-postgres']
  if (file.startsWith('src/store/transactions/') || file.startsWith('src/jobs/'))
    return ['fast', 'postgres', 'deep-processes']
  return ['fast', 'deep-processes']
}

/** Returns the stages for a fault. `caughtBy` counts how often a file of tests has caught faults of the same source file. */
export function stagesFor(
  site: Site,
  reach: Reach,
  caughtBy: ReadonlyMap<string, number>,
): readonly Stage[] {
  const users = usersOf(site)
  return lanesFor(site.place.file).flatMap((lane) => {
    // The tests of this folder would catch every fault: its place is no longer as the list has it.
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
    const chosen = bounded(ranked, MOST_MS[lane]!)
    return chosen.length === 0
      ? []
      : [
          {
            lane,
            files: chosen.map(({ file }) => file),
            seconds: chosen.reduce((sum, { ms }) => sum + ms, 0) / 1000,
          },
        ]
  })
}

/** As many as fit into the time, in their order; the first one in any case. */
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
 * Files of tests that run a function in which the fault matters come before those that run another of its file; among them those whose
 * path shares words with the source, and then the quick ones, because most of them fit into the time. Those that import the file, or have
 * its name, count although they run none of its functions, because it may hold data alone.
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

/** The functions in which a fault matters: the one around it, or for what a file computes when it is loaded, those that name it, also in other files. */
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

const SOURCES = globSync(
  ROOMS.map((room) => `${room}/**/*.{ts,tsx}`),
  { cwd: ROOT },
)
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
