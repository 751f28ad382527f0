import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { plant } from '../test/kit/planting.ts'
import { FAULTS, type Fault } from './faults.ts'
import { JOBS, type Job } from './jobs.ts'
import { countIssues } from './log-counts.ts'
import { installSchemathesis } from './python.ts'
import { runJob } from './run-job.ts'

/** Measures how many planted faults fuzzing finds. Each fault is planted in a copy of the sources, which a short run then tests. */
const ROOT = join(import.meta.dirname, '..')
const COPIED = [
  'src',
  'generated',
  'schemas',
  'package.json',
  'openapi.yaml',
  'a2a.openapi.yaml',
  'fuzz/platform.ts',
]
const SEED = 20261121
const FACTOR = 0.15
const GOAL = 0.9
/** These phases run first, because most faults are found without the others. They send too few requests for a warning to show a fault. */
const QUICK = ['examples', 'stateful'] as const

type Verdict =
  | { readonly kind: 'found'; readonly by: string; readonly by_warnings: boolean }
  | { readonly kind: 'missed' }
  | { readonly kind: 'broken'; readonly why: string }

/** `--only TEXT` selects faults by their description; `--from N` continues an interrupted run at the Nth fault; `--concurrency N` sets how many run at a time. */
const {
  values: { only, from, concurrency },
} = parseArgs({
  options: {
    only: { type: 'string' },
    from: { type: 'string', default: '1' },
    concurrency: { type: 'string', default: '2' },
  },
})
const installed = installSchemathesis()
if (installed.kind === 'missing') throw new Error(installed.reason)
const { st } = installed
const work = mkdtempSync(join(tmpdir(), 'svc-fuzz-proof-'))
const reports = join(work, 'reports')

/** Copies the sources, and plants a fault if one is given. Returns the folder of the copy. */
function copyWith(fault: Fault | undefined, name: string): string {
  const root = join(work, name)
  for (const part of COPIED) cpSync(join(ROOT, part), join(root, part), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'))
  if (!fault) return root
  const path = join(root, fault.file)
  writeFileSync(path, plant(readFileSync(path, 'utf8'), fault.from, fault.to))
  return root
}

async function judge(job: Job, fault: Fault | undefined, name: string): Promise<Verdict> {
  try {
    const root = copyWith(fault, name)
    const quick = await runAgainst(job, root, name, QUICK)
    return quick.kind === 'found' && !quick.by_warnings ? quick : await runAgainst(job, root, name)
  } catch (error) {
    return { kind: 'broken', why: String(error) }
  } finally {
    rmSync(join(work, name), { recursive: true, force: true })
  }
}

async function runAgainst(
  job: Job,
  root: string,
  name: string,
  phases?: typeof QUICK,
): Promise<Verdict> {
  const { problems, rounds } = await runJob({
    st,
    job: { ...job, deep: false },
    seed: SEED,
    factor: FACTOR,
    reports: join(reports, name),
    root,
    fail_fast: true,
    ...(phases && { phases, single_round: true }),
  })
  if (problems.length === 0) return { kind: 'missed' }
  const { failures, errors } = countIssues(rounds)
  return {
    kind: 'found',
    by_warnings: problems.length === 1 && rounds[0]!.code !== 0 && failures + errors === 0,
    by: `${problems[0]!} ${titlesIn(join(reports, name, job.name, '1', 'log.txt'))}`,
  }
}

/** Returns the failures that the summary of a log lists. */
const titlesIn = (log: string): string =>
  [...readFileSync(log, 'utf8').matchAll(/^ +❌ (ST\d+ .*)$/gm)]
    .map(([, title]) => title)
    .join(', ')

const jobNamed = (wanted: string): Job => JOBS.find(({ name }) => name === wanted)!

/** The runs without a fault, which must find nothing. */
const baseline = ['enterprise', 'free', 'agent'].map((name) => ({
  job: jobNamed(name),
  fault: undefined,
  description: `(no fault, ${name})`,
}))
const faulty = FAULTS.map((fault) => ({
  job: jobNamed(fault.job ?? 'enterprise'),
  fault,
  description: fault.description,
}))
const planned = [...(from === '1' ? baseline : []), ...faulty.slice(Number(from) - 1)].filter(
  ({ description }) => only === undefined || description.includes(only),
)
const queue = [...planned.entries()]
const verdicts: { readonly fault: Fault | undefined; readonly verdict: Verdict }[] = []
const started = performance.now()
await Promise.all(
  Array.from({ length: Number(concurrency) }, async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [index, { job, fault, description }] = next
      const verdict = await judge(job, fault, String(index))
      verdicts.push({ fault, verdict })
      console.log(
        `${verdict.kind.padEnd(6)}  ${description}${verdict.kind === 'found' ? `: ${verdict.by.replace(/see \S+/, '').slice(0, 160)}` : verdict.kind === 'broken' ? `: ${verdict.why}` : ''}`,
      )
    }
  }),
)
rmSync(work, { recursive: true, force: true })

const planted = verdicts.filter(({ fault }) => fault)
const found = planted.filter(({ verdict }) => verdict.kind === 'found').length
const passesWithoutFault = verdicts
  .filter(({ fault }) => !fault)
  .every(({ verdict }) => verdict.kind === 'missed')
console.log(
  `\n${found} of ${planted.length} faults found in ${((performance.now() - started) / 60_000).toFixed(1)} minutes; without a fault ${passesWithoutFault ? 'nothing is found' : 'something is found, which must not happen'}.`,
)
process.exit(passesWithoutFault && found >= GOAL * planted.length ? 0 : 1)
