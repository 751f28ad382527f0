import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'

/** A program that runs in the background. */
export interface Program {
  readonly pid: number
  readonly isRunning: boolean
  signal(signal: NodeJS.Signals): void
  /** Ends it with a signal, and resolves when it has ended. */
  end(signal: NodeJS.Signals): Promise<void>
}

interface ProgramOptions {
  readonly log: string
  readonly user?: { readonly uid: number; readonly gid: number } | undefined
  readonly env?: Readonly<Record<string, string>>
}

/** Starts a program whose output goes to a file. */
export function startProgram(
  command: string,
  args: readonly string[],
  { log, user, env = {} }: ProgramOptions,
): Program {
  const child: ChildProcess = spawn(command, args, {
    cwd: '/',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8', ...env },
    ...user,
  })
  const output = createWriteStream(log, { flags: 'a' })
  child.stdout!.pipe(output, { end: false })
  child.stderr!.pipe(output, { end: false })
  const isRunning = () => child.exitCode === null && child.signalCode === null
  return {
    pid: child.pid!,
    get isRunning() {
      return isRunning()
    },
    signal: (signal) => {
      child.kill(signal)
    },
    async end(signal) {
      if (!isRunning()) return
      const exited = once(child, 'exit')
      child.kill(signal)
      // A suspended process receives other signals only when it continues.
      if (signal !== 'SIGKILL') child.kill('SIGCONT')
      await exited
    },
  }
}

/** Returns a process and its children. */
export function processAndChildren(pid: number): readonly number[] {
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
  return [pid, ...stdout.split('\n').filter(Boolean).map(Number)]
}

export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) signalOne(pid, signal)
}

function signalOne(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // The process has already ended.
  }
}
