import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Copy } from './copy.ts'

export interface LaneRun {
  readonly copy: Copy
  readonly lane: string
  /** The test files in the order in which they run; if empty, all files of the lane. */
  readonly files: readonly string[]
  readonly limit_s: number
  readonly env?: Readonly<Record<string, string>>
  /** Stops at the first failure. */
  readonly bail: boolean
}

export type Verdict =
  | { readonly kind: 'passed'; readonly files: readonly TestFile[] }
  | {
      readonly kind: 'failed'
      readonly files: readonly TestFile[]
      readonly file: string
      readonly test: string
    }
  | { readonly kind: 'timeout' }

export interface TestFile {
  readonly file: string
  readonly passed: boolean
  readonly ms: number
}

/** What failed if no test did. */
export const THE_RUN = 'the run itself'

interface Report {
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly message: string
    readonly startTime: number
    readonly endTime: number
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[]
  }[]
}

/** Process groups that must end with this process. */
const running = new Set<number>()
process.once('exit', () => {
  for (const pid of running) endGroup(pid)
})

/** Runs test files of one lane in the copy, in a separate process group that is killed at the time limit. */
export async function runLane({
  copy,
  lane,
  files,
  limit_s,
  env = {},
  bail,
}: LaneRun): Promise<Verdict> {
  const output = join(copy.temporary, 'report.json')
  rmSync(copy.temporary, { recursive: true, force: true })
  mkdirSync(copy.temporary)
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--config',
    'test/mutants/vitest.config.ts',
    '--project',
    lane,
    '--reporter',
    'json',
    '--outputFile',
    output,
    ...(bail ? ['--bail', '1'] : []),
    ...files,
  ]
  const child = spawn(process.execPath, args, {
    cwd: copy.root,
    detached: true,
    stdio: process.env['MUTANTS_SHOW'] === undefined ? 'ignore' : 'inherit',
    env: { ...process.env, TMPDIR: copy.temporary, MUTANTS_ORDER: files.join(':'), ...env },
  })
  running.add(child.pid!)
  const timer = { isOver: false }
  const limit = setTimeout(() => {
    timer.isOver = true
    endGroup(child.pid!)
  }, limit_s * 1000)
  const code = await new Promise<number | null>((resolve) => {
    child.once('close', resolve)
  })
  clearTimeout(limit)
  // The group includes servers that an interrupted run left behind.
  endGroup(child.pid!)
  running.delete(child.pid!)
  if (timer.isOver) return { kind: 'timeout' }
  return judge(copy, output, code)
}

function judge(copy: Copy, output: string, code: number | null): Verdict {
  if (!existsSync(output))
    return {
      kind: 'failed',
      files: [],
      file: THE_RUN,
      test: `exited with code ${code} without a report`,
    }
  const { testResults } = JSON.parse(readFileSync(output, 'utf8')) as Report
  const nameOf = (name: string): string => relative(copy.root, name)
  const files = testResults.map(({ name, status, startTime, endTime }) => ({
    file: nameOf(name),
    passed: status === 'passed',
    ms: Math.round(endTime - startTime),
  }))
  for (const { name, assertionResults, status, message } of testResults) {
    const failed = assertionResults.find((one) => one.status === 'failed')
    if (failed) return { kind: 'failed', files, file: nameOf(name), test: failed.fullName }
    if (status === 'failed' && message !== '')
      return { kind: 'failed', files, file: nameOf(name), test: message.split('\n')[0]! }
  }
  return code === 0
    ? { kind: 'passed', files }
    : { kind: 'failed', files, file: THE_RUN, test: 'an error outside any test' }
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The group has ended already.
  }
}
