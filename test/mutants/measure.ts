import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { LANES } from '../lanes.ts'
import { makeCopy, ROOT, type Copy } from './copy.ts'
import { runLane, type TestFile } from './lane.ts'
import { sourceFiles } from './places.ts'
import { withProbes } from './probes.ts'

/** The functions that a test file executes without a fault, and its duration. */
export interface Measured {
  readonly lane: string
  readonly hash: string
  readonly ms: number
  /** Whether the file passes; otherwise it cannot detect faults. */
  readonly passed: boolean
  /** The executed functions, such as `src/a.ts#outer.inner`. */
  readonly functions: readonly string[]
}
export type Reach = Readonly<Record<string, Measured>>

const CACHE = join(ROOT, 'node_modules/.cache/mutants')
const REACH = join(CACHE, 'reach.json')
/**
 * The lanes that are measured and run, in this order. `deep-browser-postgres` is left out, because it repeats files of `browser` and
 * `deep-browser`.
 */
export const MEASURED = [
  'fast',
  'browser',
  'postgres',
  'deep-processes',
  'deep-postgres',
  'deep-browser',
]
/** Lanes with files that also run in `fast`, where they execute other parts of the store. */
const ON_POSTGRES = ['postgres', 'deep-postgres']
/** Returns the key of a file's measurement. */
export const measuredAs = (lane: string, file: string): string =>
  ON_POSTGRES.includes(lane) ? `${lane} ${file}` : file
const MAX_MINUTES = 30

const hashOf = (file: string): string =>
  createHash('sha256')
    .update(readFileSync(join(ROOT, file)))
    .digest('hex')
    .slice(0, 16)
export const filesOf = (lane: string): readonly string[] =>
  globSync([...LANES[lane]!.include], {
    cwd: ROOT,
    exclude: [...(LANES[lane]!.exclude ?? [])],
  }).toSorted()

/**
 * Returns the measurements of all test files so far, by `measuredAs`. Files of the lane that have changed are measured again, and so are
 * those that executed a source file that has since been moved or deleted, and those that failed, because other load on the machine may
 * have been the reason.
 */
export async function measure(lane: string): Promise<Reach> {
  const known = existsSync(REACH) ? (JSON.parse(readFileSync(REACH, 'utf8')) as Reach) : {}
  const isKnown = (file: string): boolean => {
    const measured = known[measuredAs(lane, file)]
    return (
      measured?.passed === true && measured.hash === hashOf(file) && executedFilesExist(measured)
    )
  }
  const files = filesOf(lane).filter((file) => !isKnown(file))
  if (files.length === 0) return known
  console.log(
    `Measuring which functions ${files.length} test files of the lane ${lane} execute ...`,
  )
  const reach = { ...known, ...(await measureLane(lane, files)) }
  mkdirSync(dirname(REACH), { recursive: true })
  writeFileSync(REACH, JSON.stringify(reach))
  return reach
}

const SOURCES = new Set(sourceFiles())
/** Returns whether all source files that a test file executed still exist. */
const executedFilesExist = ({ functions }: Measured): boolean =>
  functions.every((name) => SOURCES.has(name.slice(0, name.indexOf('#'))))

async function measureLane(lane: string, files: readonly string[]): Promise<Reach> {
  const copy = makeCopy()
  const log = join(copy.root, '../probes.tsv')
  try {
    writeFileSync(log, '')
    plantProbes(copy, log)
    const measured = await runFiles(copy, lane, files, { MUTANTS_LOG: log })
    const failed = measured.filter(({ passed }) => !passed).map(({ file }) => file)
    const passing = failed.length > 0 ? await passingWithoutProbes(lane, failed) : []
    const verified = measured.map((each) => ({
      ...each,
      passed: each.passed || passing.includes(each.file),
    }))
    return reachOf(lane, verified, readFileSync(log, 'utf8'), copy.root)
  } finally {
    copy.remove()
  }
}

async function runFiles(
  copy: Copy,
  lane: string,
  files: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<readonly TestFile[]> {
  const verdict = await runLane({
    copy,
    lane,
    files: files.length === filesOf(lane).length ? [] : files,
    limit_s: MAX_MINUTES * 60,
    env,
    bail: false,
  })
  if (verdict.kind === 'timeout')
    throw new Error(`the lane ${lane} takes longer than ${MAX_MINUTES} minutes`)
  return verdict.files
}

/**
 * Returns the files that pass in the tree as it is. A test may fail only because of a probe, for example one that lists the environment of
 * a process.
 */
async function passingWithoutProbes(
  lane: string,
  files: readonly string[],
): Promise<readonly string[]> {
  const copy = makeCopy()
  try {
    const ran = await runFiles(copy, lane, files)
    return ran.filter(({ passed }) => passed).map(({ file }) => file)
  } finally {
    copy.remove()
  }
}

function plantProbes(copy: Copy, log: string): void {
  for (const file of sourceFiles().filter((path) => !path.endsWith('.d.ts')))
    copy.write(file, withProbes(file, copy.read(file), log))
}

function reachOf(lane: string, files: readonly TestFile[], log: string, root: string): Reach {
  const lines = new Set(log.split('\n'))
  const byTest = Map.groupBy(
    [...lines].map((line) => line.split('\t')),
    ([test = '']) => test.replace(`${root}/`, ''),
  )
  return Object.fromEntries(
    files.map(({ file, ms, passed }) => [
      measuredAs(lane, file),
      {
        lane,
        hash: hashOf(file),
        ms,
        passed,
        functions: (byTest.get(file) ?? []).map(([, name]) => name!),
      },
    ]),
  )
}
