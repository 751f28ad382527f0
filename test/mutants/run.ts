/**
 * Plants the faults of faults.json one at a time in a copy of the tree, and runs the tests that execute the code around them:
 *
 *   npm run test:mutants
 *   npm run test:mutants -- --only src/agent      only faults in this folder
 *   npm run test:mutants -- --fault 0a1b2c3d4e    repeats one fault
 *   npm run test:mutants -- --workers 1 --fresh   uses one copy, and ignores earlier results
 *
 * Results are stored in node_modules/.cache/mutants, so that an interrupted run can be continued.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { makeCopy, ROOT, type Copy } from './copy.ts'
import { runLane } from './lane.ts'
import { measure, type Reach } from './measure.ts'
import {
  describePlace,
  faultId,
  findSite,
  planted,
  readFaults,
  sitesOf,
  type Place,
  type Site,
} from './places.ts'
import { lanesFor, stagesFor } from './related.ts'
import {
  isCurrent,
  keyOf,
  readResults,
  summarize,
  writeResults,
  type Result,
  type Results,
} from './results.ts'

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    fault: { type: 'string' },
    workers: { type: 'string' },
    fresh: { type: 'boolean' },
  },
})
const equivalent = JSON.parse(
  readFileSync(join(import.meta.dirname, 'equivalent.json'), 'utf8'),
) as Readonly<Record<string, string>>
/** Seconds for the start, and how many times longer than without a fault the tests may take before they count as hanging. */
const START_S = 60
const TIMEOUT_FACTOR = 4

const faults = readFaults().filter(
  (place) =>
    place.file.startsWith(options.only ?? '') &&
    (options.fault ?? faultId(place)) === faultId(place),
)
if (faults.length === 0) throw new Error('No fault of test/mutants/faults.json matches')
const sites = new Map(faults.map((place) => [faultId(place), siteOf(place)]))
const results: Results = options.fresh ? {} : readResults()
const queue = faults.filter(
  (place) => options.fault !== undefined || !isCurrent(place, results[faultId(place)]),
)
console.log(`${faults.length} faults, ${queue.length} of them to be planted.`)

process.once('SIGINT', () => process.exit(130))
process.once('SIGTERM', () => process.exit(143))
if (queue.length > 0) {
  const reach = await measure([...new Set(queue.flatMap(({ file }) => lanesFor(file)))])
  const workers = Math.min(
    queue.length,
    Number(options.workers ?? Math.min(2, availableParallelism())),
  )
  await Promise.all(Array.from({ length: workers }, () => work(reach)))
}
const { text, passed } = summarize(faults, results, equivalent)
console.log(`\n${text}`)
process.exitCode = passed ? 0 : 1

function siteOf(place: Place): Site {
  const site = findSite(place, sitesOf(place.file, readFileSync(join(ROOT, place.file), 'utf8')))
  if (!site)
    throw new Error(
      `${describePlace(place)} does not exist any more; run \`node test/mutants/draw.ts\` to draw another`,
    )
  return site
}

async function work(reach: Reach): Promise<void> {
  const copy = makeCopy()
  try {
    for (let place = queue.shift(); place; place = queue.shift()) {
      const result = await plant(copy, place, reach)
      results[faultId(place)] = result
      writeResults(results)
      console.log(
        `${result.kind} in ${result.seconds} s  ${faultId(place)} ${describePlace(place)}${result.kind === 'caught' ? `\n  by ${result.lane}: ${result.by}: ${result.test}` : ''}`,
      )
    }
  } finally {
    copy.remove()
  }
}

/** Plants a fault, and runs one lane after another until a test fails. */
async function plant(copy: Copy, place: Place, reach: Reach): Promise<Result> {
  const original = copy.read(place.file)
  const began = performance.now()
  const result = (kind: Result['kind'], lane: string, by: string, test: string): Result => {
    const details = {
      kind,
      lane,
      by,
      test,
      seconds: Math.round((performance.now() - began) / 1000),
    }
    return { key: keyOf(place, details), ...details }
  }
  copy.write(place.file, planted(place, original))
  try {
    for (const { lane, files, seconds } of stagesFor(
      sites.get(faultId(place))!,
      reach,
      catchesNear(place),
    )) {
      const verdict = await runLane({
        copy,
        lane,
        files,
        limit_s: START_S + TIMEOUT_FACTOR * seconds,
        bail: true,
      })
      if (verdict.kind === 'failed') return result('caught', lane, verdict.file, verdict.test)
      if (verdict.kind === 'timeout')
        return result('caught', lane, 'the time limit', 'the tests did not end')
    }
    const refused = refusedByTypes(copy, place)
    return refused === undefined
      ? result('survived', '', '', '')
      : result('caught', 'types', 'tsc', refused)
  } finally {
    copy.write(place.file, original)
  }
}

/** Returns the first error of the compiler, which is also part of `npm test`, for a fault that no test has detected. */
function refusedByTypes(copy: Copy, { file }: Place): string | undefined {
  const project = file.startsWith('dashboard/') ? ['-p', 'dashboard'] : []
  const { status, stdout } = spawnSync(
    process.execPath,
    ['node_modules/typescript/bin/tsc', '--noEmit', ...project],
    { cwd: copy.root, encoding: 'utf8' },
  )
  return status === 0 ? undefined : stdout.split('\n')[0]
}

/** Counts how often each test file has detected faults of the same source file. */
function catchesNear({ file }: Place): ReadonlyMap<string, number> {
  const near = faults
    .filter((other) => other.file === file)
    .flatMap((other) => results[faultId(other)] ?? [])
    .filter(({ kind }) => kind === 'caught')
  return new Map([...Map.groupBy(near, ({ by }) => by)].map(([by, { length }]) => [by, length]))
}
