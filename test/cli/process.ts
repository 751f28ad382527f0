import { spawn, type ChildProcess } from 'node:child_process'
import { tmpdir } from 'node:os'
import { afterEach, expect } from 'vitest'
import { COMPILE_CACHE } from '../kit/compiled.ts'
import { newFolder } from '../kit/folder.ts'
import { MAIN } from '../kit/programs.ts'
import { runInProcess } from '../commands/run-in-process.ts'

/** Timeout of tests that start many processes. */
export const SLOW_TEST = { timeout: 180_000 }
/** The environment of the processes, which excludes variables such as those of npm. */
const CLEAN = { ...COMPILE_CACHE, PATH: process.env['PATH'] ?? '', HOME: tmpdir() }

export interface ProcessResult {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}
interface Options {
  readonly env?: Record<string, string>
  readonly cwd?: string
  readonly input?: string
  readonly script?: string
}

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

function launch(
  args: readonly string[],
  { env = {}, cwd, script = MAIN }: Options,
): {
  child: ChildProcess
  finished: Promise<ProcessResult>
  output: { stdout: string; stderr: string }
} {
  const child = spawn(process.execPath, [script, ...args], {
    env: { ...CLEAN, TMPDIR: newFolder(), ...env },
    stdio: 'pipe',
    ...(cwd !== undefined && { cwd }),
  })
  const output = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream]!.setEncoding('utf8').on('data', (text: string) => {
      output[stream] += text
    })
  const finished = new Promise<ProcessResult>((resolve) =>
    child.once('close', (code) => resolve({ code, ...output })),
  )
  cleanups.push(() => child.kill('SIGKILL'))
  return { child, finished, output }
}

/** Runs `svc-registry` in a separate process until it ends. */
export function runRegistry(
  args: readonly string[],
  options: Options = {},
): Promise<ProcessResult> {
  const { child, finished } = launch(args, options)
  child.stdin!.end(options.input ?? '')
  return finished
}

/** Runs a command with --json, and returns its JSON document: in this process, which takes a tenth of the time, unless it reads input. */
export async function runForJson<T = Record<string, unknown>>(
  args: readonly string[],
  { env = {}, input }: Pick<Options, 'env' | 'input'> = {},
): Promise<T> {
  const argv = [...args, '--json']
  const { code, stdout, stderr } =
    input === undefined
      ? await runInProcess(argv, env).then(({ out, err, ...rest }) => ({
          ...rest,
          stdout: out,
          stderr: err,
        }))
      : await runRegistry(argv, { env, input })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return JSON.parse(stdout) as T
}

export interface Running {
  readonly child: ChildProcess
  readonly finished: Promise<ProcessResult>
  readonly output: { readonly stdout: string; readonly stderr: string }
  /** Sends a signal, and resolves when the process has ended. */
  stop(signal?: NodeJS.Signals): Promise<ProcessResult>
}

/** Starts a process; `until` resolves when its standard error matches. */
export function startProcess(
  args: readonly string[],
  options: Options = {},
): Running & { until(text: RegExp): Promise<void> } {
  const { child, finished, output } = launch(args, options)
  const until = (text: RegExp) =>
    new Promise<void>((resolve, reject) => {
      const check = () => {
        if (text.test(output.stderr)) resolve()
      }
      child.stderr!.on('data', check)
      check()
      void finished.then(({ code, stderr }) =>
        reject(
          new Error(
            `the process ended with ${code} before its standard error matched ${text}: ${stderr}`,
          ),
        ),
      )
    })
  const stop = (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal)
    return finished
  }
  return { child, finished, output, stop, until }
}

/** Starts a process and waits until its standard output matches. */
export async function startUntil(
  args: readonly string[],
  ready: RegExp,
  options: Options = {},
): Promise<Running & { readonly found: RegExpExecArray }> {
  const { child, finished, output } = launch(args, options)
  const found = await new Promise<RegExpExecArray>((resolve, reject) => {
    child.stdout!.on('data', () => {
      const match = ready.exec(output.stdout)
      if (match) resolve(match)
    })
    void finished.then(({ code, stderr }) =>
      reject(new Error(`the process ended with ${code} before it was ready: ${stderr}`)),
    )
  })
  const stop = (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal)
    return finished
  }
  return { child, finished, output, stop, found }
}

/** Starts a registry that serves a store on a free port. */
export async function startServe(store: string, options: Options = {}) {
  const running = await startUntil(
    ['serve', '--port', '0', '--store', store],
    /API +(https?:\S+)[^]*\n\n$/,
    options,
  )
  return { ...running, base_url: running.found[1]! }
}
