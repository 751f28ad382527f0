import { spawn, type ChildProcess } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect } from 'vitest'
import { COMPILED } from '../kit/compiled.ts'
import { newFolder } from '../kit/folder.ts'

export const MAIN = join(import.meta.dirname, '../../src/main.ts')
/** Tests that start many processes, on a machine that has other things to do. */
export const PATIENCE = { timeout: 180_000 }
/** Nothing else of the environment in which the tests run, such as npm's variables, reaches the processes. */
const CLEAN = { ...COMPILED, PATH: process.env['PATH'] ?? '', HOME: tmpdir() }

export interface Finished {
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
): { child: ChildProcess; finished: Promise<Finished>; said: { stdout: string; stderr: string } } {
  const child = spawn(process.execPath, [script, ...args], {
    env: { ...CLEAN, TMPDIR: newFolder(), ...env },
    stdio: 'pipe',
    ...(cwd !== undefined && { cwd }),
  })
  const said = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream]!.setEncoding('utf8').on('data', (text: string) => {
      said[stream] += text
    })
  const finished = new Promise<Finished>((resolve) =>
    child.once('close', (code) => resolve({ code, ...said })),
  )
  cleanups.push(() => child.kill('SIGKILL'))
  return { child, finished, said }
}

/** Runs `svc-registry` as a process of its own until it ends. */
export function registry(args: readonly string[], options: Options = {}): Promise<Finished> {
  const { child, finished } = launch(args, options)
  child.stdin!.end(options.input ?? '')
  return finished
}

/** The JSON document that a command prints. */
export async function answer<T = Record<string, unknown>>(
  args: readonly string[],
  options: Options = {},
): Promise<T> {
  const { code, stdout, stderr } = await registry([...args, '--json'], options)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return JSON.parse(stdout) as T
}

export interface Running {
  readonly child: ChildProcess
  readonly finished: Promise<Finished>
  readonly said: { readonly stdout: string; readonly stderr: string }
  /** Asks it to stop, and tells how that went. */
  stop(signal?: NodeJS.Signals): Promise<Finished>
}

/** Starts a process that can be waited for by what it says on standard error. */
export function launched(
  args: readonly string[],
  options: Options = {},
): Running & { until(text: RegExp): Promise<void> } {
  const { child, finished, said } = launch(args, options)
  const until = (text: RegExp) =>
    new Promise<void>((resolve, reject) => {
      const look = () => {
        if (text.test(said.stderr)) resolve()
      }
      child.stderr!.on('data', look)
      look()
      void finished.then(({ code, stderr }) =>
        reject(new Error(`it ended with ${code} before it said so: ${stderr}`)),
      )
    })
  const stop = (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal)
    return finished
  }
  return { child, finished, said, stop, until }
}

/** Starts a process and waits until its standard output matches. */
export async function startUntil(
  args: readonly string[],
  ready: RegExp,
  options: Options = {},
): Promise<Running & { readonly found: RegExpExecArray }> {
  const { child, finished, said } = launch(args, options)
  const found = await new Promise<RegExpExecArray>((resolve, reject) => {
    child.stdout!.on('data', () => {
      const match = ready.exec(said.stdout)
      if (match) resolve(match)
    })
    void finished.then(({ code, stderr }) =>
      reject(new Error(`it ended with ${code} before it was ready: ${stderr}`)),
    )
  })
  const stop = (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal)
    return finished
  }
  return { child, finished, said, stop, found }
}

/** A registry that serves a store on a free port. */
export async function startServe(store: string, options: Options = {}) {
  const running = await startUntil(
    ['serve', '--port', '0', '--store', store],
    /API +(https?:\S+)[^]*\n\n$/,
    options,
  )
  return { ...running, base_url: running.found[1]! }
}

/** One line for people, and no trace of the code behind it. */
export function expectOneLine(text: string): void {
  expect(text).toMatch(/^svc-registry: [^\n]+\n$/)
  expect(text).not.toMatch(/\bat .*(:\d+:\d+|node:)|\.ts\b/)
}
