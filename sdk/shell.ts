import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'

export interface Completed {
  readonly code: number | null
  readonly output: string
}

const ROOT = join(import.meta.dirname, '..')
/** Long enough for compilers to download and build dependencies the first time. */
const TIMEOUT_MS = 1_800_000
/** Includes the packages of this repository, for commands with `npx`. */
const PATH = [join(ROOT, 'node_modules', '.bin'), process.env['PATH'] ?? ''].join(delimiter)

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
