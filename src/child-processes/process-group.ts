import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'

/** How a process ended. */
export type ProcessEnd =
  | { readonly kind: 'exited'; readonly code: number }
  | { readonly kind: 'killed'; readonly signal: string }
  /** The code is that of the operating system, such as ENOENT. */
  | { readonly kind: 'not_started'; readonly reason: string; readonly code: string | undefined }

/** A process and all processes that it starts. */
export interface ProcessGroup {
  readonly stdin: Writable
  readonly stdout: Readable
  readonly stderr: Readable
  /** Resolves once the process has ended, the rest of its group has been killed, and its outputs are closed. Never rejects. */
  readonly ended: Promise<ProcessEnd>
  /** Sends SIGTERM to the group, and SIGKILL if the process has not ended after `stop_ms`. */
  stop(): void
  /** Sends SIGKILL to the group. */
  kill(): void
}

export interface ProcessOptions {
  /** The program and its arguments; no shell interprets them. */
  readonly command: readonly string[]
  /** Defaults to the working directory of this process. */
  readonly cwd?: string
  readonly env: Readonly<NodeJS.ProcessEnv>
  readonly stop_ms: number
}

/** How long the outputs of an ended process may stay open. A process that left the group could keep them open forever. */
const DRAIN_MS = 1000

/**
 * Starts a command as the leader of a process group (docs/specification/agent-protocol.md#external-end). Windows has no process groups;
 * there the signals reach the command only.
 */
export function startProcessGroup({ command, cwd, env, stop_ms }: ProcessOptions): ProcessGroup {
  const [program, ...args] = command
  const child = spawn(program!, args, {
    cwd,
    env,
    detached: process.platform !== 'win32',
    windowsHide: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const ended = endOf(child)
  // An error without a listener would end this process.
  child.on('error', () => undefined)
  // Node creates no pipes when the process has too many open files.
  if ((child.stdin as Writable | undefined) === undefined)
    throw new Error('the command could not be started, because too many files are open')
  let isOver = false
  let timer: NodeJS.Timeout | undefined

  const signalGroup = (signal: 'SIGTERM' | 'SIGKILL'): void => {
    if (child.pid === undefined) return
    try {
      if (process.platform === 'win32') child.kill(signal)
      else process.kill(-child.pid, signal)
    } catch {
      // The group has ended in the meantime.
    }
  }
  child.once('exit', () => {
    isOver = true
    clearTimeout(timer)
    // Nothing that the command has started may outlive it. The leader's id stays reserved for as long as the group has members.
    signalGroup('SIGKILL')
    timer = setTimeout(() => {
      child.stdout.destroy()
      child.stderr.destroy()
    }, DRAIN_MS)
  })
  // A command need not read its input; the exit event reports its end.
  child.stdin.on('error', () => undefined)
  return {
    stdin: child.stdin,
    stdout: child.stdout,
    stderr: child.stderr,
    ended: ended.finally(() => clearTimeout(timer)),
    stop() {
      if (isOver || timer !== undefined) return
      signalGroup('SIGTERM')
      timer = setTimeout(() => signalGroup('SIGKILL'), stop_ms)
    },
    kill() {
      if (!isOver) signalGroup('SIGKILL')
    },
  }
}

async function endOf(child: ReturnType<typeof spawn>): Promise<ProcessEnd> {
  try {
    const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
    return code === null
      ? { kind: 'killed', signal: signal ?? 'an unknown signal' }
      : { kind: 'exited', code }
  } catch (cause) {
    const { message, code } = cause as NodeJS.ErrnoException
    return { kind: 'not_started', reason: message, code }
  }
}

/** Describes an end, for the log. */
export function describeEnd(end: ProcessEnd): string {
  switch (end.kind) {
    case 'exited':
      return `the command ended with exit code ${end.code}`
    case 'killed':
      return `the command was killed by ${end.signal}`
    case 'not_started':
      return `the command could not be started: ${end.reason}`
  }
}
