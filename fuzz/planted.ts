import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { plant } from '../test/kit/planting.ts'
import type { Fault } from './faults.ts'

const ROOT = join(import.meta.dirname, '..')
const GOAL = 0.9

export interface Verdict {
  readonly kind: 'found' | 'missed' | 'broken'
  /** What found the fault, or why the run is broken. */
  readonly by: string
}
/** A run on a copy of the sources, with or without a planted fault. */
export interface Trial {
  readonly fault?: Fault
  readonly description: string
}
interface TrialOptions<T> {
  /** The files and folders that a run needs. */
  readonly copied: readonly string[]
  readonly concurrency: number
  /** Tests the copy in this folder. */
  readonly judge: (root: string, trial: T) => Promise<Verdict>
}

/**
 * Runs all trials, prints the verdicts, and exits. The exit code is 0 if the trials find enough of the planted faults, and those without a
 * fault find nothing; otherwise it is 1.
 */
export async function runTrials<T extends Trial>(
  trials: readonly T[],
  options: TrialOptions<T>,
): Promise<never> {
  if (trials.length === 0) {
    console.error('No fault is selected.')
    process.exit(1)
  }
  const started = performance.now()
  const verdicts = await runConcurrently(trials, options.concurrency, async (trial) => {
    const verdict = await judgeCopy(trial, options)
    const by = verdict.by && `: ${verdict.by.slice(0, 160)}`
    console.log(`${verdict.kind.padEnd(6)}  ${trial.description}${by}`)
    return { ...trial, kind: verdict.kind }
  })
  const faulty = verdicts.filter(({ fault }) => fault)
  const found = faulty.filter(({ kind }) => kind === 'found').length
  const faultless = verdicts.filter(({ fault }) => !fault)
  const passesWithoutFault = faultless.every(({ kind }) => kind === 'missed')
  const minutes = ((performance.now() - started) / 60_000).toFixed(1)
  console.log(`\n${found} of ${faulty.length} faults found in ${minutes} minutes.`)
  if (faultless.length > 0)
    console.log(
      `Without a fault ${passesWithoutFault ? 'nothing is found' : 'something is found, which must not happen'}.`,
    )
  const passes = passesWithoutFault && found >= GOAL * faulty.length
  process.exit(passes ? 0 : 1)
}

async function judgeCopy<T extends Trial>(
  trial: T,
  { copied, judge }: TrialOptions<T>,
): Promise<Verdict> {
  const root = mkdtempSync(join(tmpdir(), 'svc-fuzz-proof-'))
  try {
    copyWith(root, copied, trial.fault)
    return await judge(root, trial)
  } catch (error) {
    return { kind: 'broken', by: String(error) }
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

function copyWith(root: string, copied: readonly string[], fault: Fault | undefined): void {
  for (const part of copied) cpSync(join(ROOT, part), join(root, part), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'))
  if (!fault) return
  const path = join(root, fault.file)
  writeFileSync(path, plant(readFileSync(path, 'utf8'), fault.from, fault.to))
}

/** Processes items in order with limited concurrency, and returns the results in the same order. */
export async function runConcurrently<T, R>(
  items: readonly T[],
  concurrency: number,
  work: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  const queue = [...items.entries()]
  const results: R[] = []
  const worker = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift())
      results[next[0]] = await work(next[1])
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  return results
}
