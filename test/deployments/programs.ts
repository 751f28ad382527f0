import { execFile, spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'

export interface ProgramResult {
  readonly succeeded: boolean
  /** What it wrote to standard output. */
  readonly output: string
  readonly errors: string
}

/** The time limit of one command, in milliseconds. */
const COMMAND_TIMEOUT_MS = 300_000
/** How long `waitFor` waits, in milliseconds. */
const READY_MS = 90_000

interface RunOptions {
  readonly cwd?: string
  readonly env?: NodeJS.ProcessEnv
  readonly timeout_ms?: number
}

/** Runs a program to completion. */
export const runProgram = (
  program: string,
  args: readonly string[],
  { timeout_ms: timeout = COMMAND_TIMEOUT_MS, ...options }: RunOptions = {},
): Promise<ProgramResult> =>
  new Promise((resolve) => {
    execFile(
      program,
      args,
      { ...options, encoding: 'utf8', timeout, maxBuffer: 2 ** 26 },
      (error, output, errors) => resolve({ succeeded: error === null, output, errors }),
    )
  })

/** Runs a program to completion. @throws Error with what it printed, if it fails */
export async function mustRun(...call: Parameters<typeof runProgram>): Promise<string> {
  const { succeeded, output, errors } = await runProgram(...call)
  if (succeeded) return output
  throw new Error(`\`${call[0]} ${call[1].join(' ')}\` failed:\n${output}${errors}`)
}

/** A program that runs until `closeAll`, or until this process ends. */
export interface Running {
  readonly pid: number
  /** Resolves when it has ended. */
  readonly ended: Promise<unknown>
}

const closings: (() => Promise<unknown>)[] = []

/** Registers a function that closes something that was opened. */
export const atClose = (close: () => Promise<unknown>): void => void closings.push(close)

/** Closes everything that was opened, in reverse order, even if some of it fails to close. */
export async function closeAll(): Promise<void> {
  for (const close of closings.splice(0).toReversed())
    await close().catch((error: unknown) => console.error(error))
}

/** Starts a program that keeps running, until `closeAll` ends it with SIGTERM. @param log the descriptor of a file for its output */
export function startProgram(program: string, args: readonly string[], log?: number): Running {
  const output = log ?? 'ignore'
  const child = spawn(program, args, { stdio: ['ignore', output, output] })
  const ended = new Promise((resolve) => child.once('exit', resolve).once('error', resolve))
  // Folders are removed on exit as well, by a listener that was added earlier.
  process.prependOnceListener('exit', () => child.kill('SIGKILL'))
  atClose(async () => {
    child.kill('SIGTERM')
    await ended
  })
  return { pid: child.pid!, ended }
}

/** Repeats an attempt until it returns something other than undefined. @throws Error with the message after a minute and a half */
export async function waitFor<T>(
  attempt: () => Promise<T | undefined>,
  message: string,
): Promise<T> {
  const began = performance.now()
  while (performance.now() - began < READY_MS) {
    const result = await attempt()
    if (result !== undefined) return result
    await pause(500)
  }
  throw new Error(message)
}
