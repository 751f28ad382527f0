import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'

interface Completed {
  readonly code: number | null
  readonly output: string
}
export interface FailedCommand extends Completed {
  readonly command: string
}

/** The programs of this repository's packages. */
export const ROOT_BIN = join(import.meta.dirname, '..', 'node_modules', '.bin')
/** Long enough for compilers to download and build dependencies the first time. */
const TIMEOUT_MS = 1_800_000
const PATH = [ROOT_BIN, process.env['PATH'] ?? ''].join(delimiter)

/** Runs a command, and returns its exit code and its output on both streams. */
export function run(
  command: string,
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Completed> {
  return new Promise((resolve) => {
    const options = { cwd, env: { ...process.env, PATH, ...env }, timeout: TIMEOUT_MS }
    const child = spawn('bash', ['--norc', '-c', command], {
      ...options,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    child.once('error', (error) => resolve({ code: null, output: String(error) }))
    child.once('close', (code) => resolve({ code, output }))
  })
}

/** Runs commands until one fails, and returns that one. */
export async function firstFailure(
  commands: readonly string[],
  folder: string,
  env: Readonly<Record<string, string>> = {},
): Promise<FailedCommand | undefined> {
  for (const command of commands) {
    const ended = await run(command, folder, env)
    if (ended.code !== 0) return { ...ended, command }
  }
  return undefined
}

/** Returns the last lines of an output. */
export const tail = (text: string, lines: number): string =>
  text.trimEnd().split('\n').slice(-lines).join('\n')
