import { spawn } from 'node:child_process'

/** Runs a command that the user gave and returns its output; undefined if it failed or exceeded the time limit. */
export type Shell = (
  command: string,
  variables: Readonly<Record<string, string>>,
  limit_ms: number,
) => Promise<string | undefined>

const MAX_BYTES = 64 * 1024
/** How long the output of an ended command may stay open. A process that the command has started could hold it open forever. */
const DRAIN_MS = 1000

/** Variables hold text from the target, and an environment variable cannot hold NUL. */
const isValidVariable = (value: string): boolean =>
  !value.includes('\u0000') && value.length <= MAX_BYTES

export const nodeShell: Shell = (command, variables, limit_ms) =>
  new Promise((resolve) => {
    if (!Object.values(variables).every(isValidVariable)) return resolve(undefined)
    // The command gets a separate process group, so that its child processes end with it.
    const child = spawn(command, {
      shell: true,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, ...variables },
      detached: process.platform !== 'win32',
    })
    const release = stopOnSignal(child)
    const chunks: Buffer[] = []
    // A command may ignore SIGTERM.
    let timer = setTimeout(() => stopGroup(child, 'SIGKILL'), limit_ms)
    const end = (output: string | undefined): void => {
      clearTimeout(timer)
      release()
      resolve(output)
    }
    let size = 0
    child.stdout.on('data', (chunk: Buffer) =>
      (size += chunk.length) <= MAX_BYTES ? void chunks.push(chunk) : stopGroup(child, 'SIGKILL'),
    )
    child.once('error', () => end(undefined))
    child.once('exit', () => {
      clearTimeout(timer)
      timer = setTimeout(() => child.stdout.destroy(), DRAIN_MS)
    })
    child.once('close', (code) =>
      end(code === 0 ? Buffer.concat(chunks).toString('utf8') : undefined),
    )
  })

/** A child process with a process group of its own. The type does not refer to other packages, because the bundle exports its types. */
interface ProcessGroup {
  readonly pid?: number | undefined
  readonly exitCode: number | null
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Ends a process that was started `detached` when this process is asked to end, for example with Ctrl-C, which reaches only this process.
 * Returns a function to be called once the other process has ended.
 */
export function stopOnSignal(child: ProcessGroup): () => void {
  const stop = (signal: (typeof SIGNALS)[number]): void => {
    release()
    stopGroup(child)
    // Without a handler, the signal ends this process.
    process.kill(process.pid, signal)
  }
  const release = (): void => SIGNALS.forEach((signal) => process.off(signal, stop))
  for (const signal of SIGNALS) process.on(signal, stop)
  return release
}

/** Ends a process that was started `detached`, together with its child processes. */
export function stopGroup(child: ProcessGroup, signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): void {
  if (child.pid === undefined || child.exitCode !== null) return
  try {
    if (process.platform === 'win32') spawn('taskkill', ['/pid', String(child.pid), '/t', '/f'])
    else process.kill(-child.pid, signal)
  } catch {
    // The process has ended already.
  }
}
