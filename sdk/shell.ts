import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'

export interface Ended {
  readonly code: number | null
  readonly output: string
}

const ROOT = join(import.meta.dirname, '..')
/** Compilers fetch and build what they need, the first time. */
const PATIENCE_MS = 1_800_000
/** The packages of this repository are as good as installed where its documents say `npx`. */
const PATH = [join(ROOT, 'node_modules', '.bin'), process.env['PATH'] ?? ''].join(delimiter)

/** Runs a command as it stands in the documents, and gives back what it printed on both streams. */
export function run(
  command: string,
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  return new Promise((resolve) => {
    const options = { cwd, env: { ...process.env, PATH, ...env }, timeout: PATIENCE_MS }
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
