import { execFile, spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'

export interface Ran {
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

/** Runs a program to its end. */
export const runProgram = (
  program: string,
  args: readonly string[],
  { timeout_ms: timeout = COMMAND_TIMEOUT_MS, ...options }: RunOptions = {},
): Promise<Ran> =>
  new Promise((resolve) => {
    execFile(
      program,
      args,
      { ...options, encoding: 'utf8', timeout, maxBuffer: 2 ** 26 },
      (error, output, errors) => resolve({ succeeded: error === null, output, errors }),
    )
  })

/** Runs a program to its end. @throws Error with what it printed, if it fails */
export async function mustRun(...call: Parameters<typeof runProgram>): Promise<string> {
  const { succeeded, output, errors } = await runProgram(...call)
  if (succeeded) return output
  throw new Error(`\`${call[0]} ${call[1].join(' ')}\` failed:\n${output}${errors}`)
}

/** A program that runs until it is stopped, or until this process ends. */
export interface Running {
  readonly pid: number
  /** Sends SIGTERM, unless it has ended, and waits for the end. */
  stop(): Promise<void>
  readonly ended: Promise<unknown>
}

/** Starts a program that keeps running. @param log the descriptor of a file for its output */
export function startProgram(program: string, args: readonly string[], log?: number): Running {
  const output = log ?? 'ignore'
  const child = spawn(program, args, { stdio: ['ignore', output, output] })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  process.once('exit', () => child.kill('SIGKILL'))
  return {
    pid: child.pid!,
    ended,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Repeats an attempt until it returns something other than undefined. @throws Error with the message after a minute and a half */
export async function waitFor<T>(
  attempt: () => Promise<T | undefined>,
  message: string,
): Promise<T> {
  const begun = performance.now()
  while (performance.now() - begun < READY_MS) {
    const result = await attempt()
    if (result !== undefined) return result
    await pause(500)
  }
  throw new Error(message)
}
