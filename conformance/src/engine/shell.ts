import { spawn } from 'node:child_process'

/** Runs a command of the user's and gives what it printed; undefined when it ended with another code than 0, or not in time. */
export type Shell = (
  command: string,
  variables: Readonly<Record<string, string>>,
  limit_ms: number,
) => Promise<string | undefined>

const MOST_PRINTED = 64 * 1024

/** Variables hold what targets said, and an environment holds no NUL. */
const isPlain = (value: string): boolean =>
  !value.includes('\u0000') && value.length <= MOST_PRINTED

export const nodeShell: Shell = (command, variables, limit_ms) =>
  new Promise((resolve) => {
    if (!Object.values(variables).every(isPlain)) return resolve(undefined)
    // A group of its own, so that what the shell started ends with the shell.
    const child = spawn(command, {
      shell: true,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, ...variables },
      detached: process.platform !== 'win32',
    })
    const chunks: Buffer[] = []
    const timer = setTimeout(() => stopGroup(child), limit_ms)
    const end = (told: string | undefined): void => {
      clearTimeout(timer)
      resolve(told)
    }
    let size = 0
    // What a command prints is a PIN or nothing; somebody who prints on and on is not listened to any more.
    child.stdout.on('data', (chunk: Buffer) =>
      (size += chunk.length) <= MOST_PRINTED ? void chunks.push(chunk) : stopGroup(child),
    )
    child.once('error', () => end(undefined))
    child.once('close', (code) =>
      end(code === 0 ? Buffer.concat(chunks).toString('utf8') : undefined),
    )
  })

/** What was started as the head of a process group of its own. Said in words of the language: the bundle's types name no other package. */
interface Group {
  readonly pid?: number | undefined
  readonly exitCode: number | null
}

/** Ends a process that was started `detached`, with whatever it started. */
export function stopGroup(child: Group): void {
  if (child.pid === undefined || child.exitCode !== null) return
  try {
    if (process.platform === 'win32') spawn('taskkill', ['/pid', String(child.pid), '/t', '/f'])
    else process.kill(-child.pid, 'SIGTERM')
  } catch {
    // It has ended already.
  }
}
