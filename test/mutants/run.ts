/**
 * Plants the faults of faults.json one at a time in a copy of the tree, and runs the tests that execute the code around them, lane after
 * lane for those that no earlier lane has detected:
 *
 *   npm run test:mutants
 *   npm run test:mutants -- --only src/agent      only faults in this folder
 *   npm run test:mutants -- --fault 0a1b2c3d4e    repeats one fault
 *   npm run test:mutants -- --lane deep-processes runs this lane only, and records no survivors
 *   npm run test:mutants -- --workers 1 --fresh   uses one copy, and ignores earlier results
 *
 * Results are stored in results.json, which is committed, so that only faults whose source or test has changed are planted again.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { makeCopy, ROOT, type Copy } from './copy.ts'
import { runLane, THE_RUN } from './lane.ts'
import { MEASURED, measure, type Reach } from './measure.ts'
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
import { lanesFor, stageFor } from './related.ts'
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
    lane: { type: 'string' },
    workers: { type: 'string' },
    fresh: { type: 'boolean' },
  },
})
if (options.lane !== undefined && !MEASURED.includes(options.lane))
  throw new Error(
    `The lane ${options.lane} does not exist or is not measured; choose one of ${MEASURED.join(', ')}`,
  )
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
if (faults.length === 0)
  throw new Error('No fault in test/mutants/faults.json matches the values of --only and --fault')
const sites = new Map(faults.map((place) => [faultId(place), siteOf(place)]))
const results: Results = options.fresh ? {} : readResults()
const queue = faults.filter(
  (place) => options.fault !== undefined || !isCurrent(place, results[faultId(place)]),
)
console.log(`${faults.length} faults, ${queue.length} of them to be planted.`)

process.once('SIGINT', () => process.exit(130))
process.once('SIGTERM', () => process.exit(143))
const undetected = new Set(queue)
if (options.lane !== undefined) {
  await runLanes([options.lane])
  process.exit(undetected.size === 0 ? 0 : 1)
}
await runLanes(MEASURED.filter((lane) => !lane.startsWith('deep-')))
await forEachPlace([...undetected], async (copy, place) => compile(copy, place))
await runLanes(MEASURED.filter((lane) => lane.startsWith('deep-')))
for (const place of undetected)
  record(place, { kind: 'survived', lane: '', by: '', test: '', began: performance.now() })
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

/** Plants the faults that are not detected yet, lane after lane. */
async function runLanes(lanes: readonly string[]): Promise<void> {
  for (const lane of lanes) {
    const due = [...undetected].filter(({ file }) => lanesFor(file).includes(lane))
    if (due.length === 0) continue
    console.log(`Running the tests of the lane ${lane} against ${due.length} faults.`)
    const reach = await measure(lane)
    await forEachPlace(due, (copy, place) => plant(copy, place, lane, reach))
  }
}

/** Calls a function for each place, in as many copies of the tree as there are workers, by default at most two. */
async function forEachPlace(
  places: Place[],
  run: (copy: Copy, place: Place) => Promise<void>,
): Promise<void> {
  const wanted = Number(options.workers ?? Math.min(2, availableParallelism()))
  const worker = async (): Promise<void> => {
    const copy = makeCopy()
    try {
      for (let place = places.shift(); place; place = places.shift()) await run(copy, place)
    } finally {
      copy.remove()
    }
  }
  await Promise.all(Array.from({ length: Math.min(places.length, wanted) }, worker))
}

/** Plants a fault, and runs its tests in one lane. */
async function plant(copy: Copy, place: Place, lane: string, reach: Reach): Promise<void> {
  const site = sites.get(faultId(place))!
  const { files, seconds } = stageFor(site, lane, reach, catchesNear(place))
  if (files.length === 0) return
  const began = performance.now()
  const limit_s = START_S + TIMEOUT_FACTOR * seconds
  const run = () => runLane({ copy, lane, files, limit_s, bail: true })
  const verdict = await withFault(copy, place, run)
  if (verdict.kind === 'passed') return
  // A run that fails without a failing test may do so without a fault, too.
  if (verdict.kind === 'failed' && verdict.file === THE_RUN && (await run()).kind !== 'passed') {
    console.log(
      `not judged  ${faultId(place)} ${describePlace(place)}\n  ${lane}: its tests do not run without the fault either (${verdict.test})`,
    )
    return
  }
  const [by, test] =
    verdict.kind === 'failed'
      ? [verdict.file, verdict.test]
      : ['the time limit', 'the tests did not end']
  record(place, { kind: 'caught', lane, by, test, began })
}

/** Records a fault as caught if the compiler, which is also part of `npm test`, refuses it. */
async function compile(copy: Copy, place: Place): Promise<void> {
  const began = performance.now()
  const refused = await withFault(copy, place, async () => refusedByTypes(copy, place))
  if (refused !== undefined)
    record(place, { kind: 'caught', lane: 'types', by: 'tsc', test: refused, began })
}

async function withFault<T>(copy: Copy, place: Place, run: () => Promise<T>): Promise<T> {
  const original = copy.read(place.file)
  copy.write(place.file, planted(place, original))
  try {
    return await run()
  } finally {
    copy.write(place.file, original)
  }
}

function record(
  place: Place,
  { began, ...verdict }: Omit<Result, 'key' | 'seconds'> & { readonly began: number },
): void {
  const seconds = Math.round((performance.now() - began) / 1000)
  const result = { key: keyOf(place, verdict), ...verdict, seconds }
  undetected.delete(place)
  results[faultId(place)] = result
  writeResults(results)
  console.log(
    `${result.kind} in ${seconds} s  ${faultId(place)} ${describePlace(place)}${result.kind === 'caught' ? `\n  by ${result.lane}: ${result.by}: ${result.test}` : ''}`,
  )
}

/** Returns the first error of the compiler for a fault. */
function refusedByTypes(copy: Copy, { file }: Place): string | undefined {
  const project = file.startsWith('dashboard/') ? ['-p', 'dashboard'] : []
  const { status, stdout } = spawnSync(
    process.execPath,
    ['node_modules/typescript-7/bin/tsc', '--noEmit', ...project],
    { cwd: copy.root, encoding: 'utf8' },
  )
  return status === 0 ? undefined : stdout.split('\n')[0]
}

/** Counts how many times each test file has detected faults of the same source file. */
function catchesNear({ file }: Place): ReadonlyMap<string, number> {
  const near = faults
    .filter((other) => other.file === file)
    .flatMap((other) => results[faultId(other)] ?? [])
    .filter(({ kind }) => kind === 'caught')
  return new Map([...Map.groupBy(near, ({ by }) => by)].map(([by, { length }]) => [by, length]))
}
