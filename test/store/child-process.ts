import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { onCleanup } from './stores.ts'

/** A child process that exchanges JSON messages, one on each line. */
export interface Child {
  readonly pid: number
  send(message: unknown): void
  /** Returns the next message; undefined once the child has ended. */
  next(): Promise<unknown>
  kill(): void
  readonly ended: Promise<number | null>
}

/** Runs a script of this folder with Node, which strips its types. The process is killed after the test. */
export function startChild(script: string, ...args: string[]): Child {
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL(script, import.meta.url)), ...args],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  child.stdin.on('error', () => undefined)
  const kill = () => {
    child.kill('SIGKILL')
  }
  onCleanup(kill)
  return {
    pid: child.pid!,
    send: (message) => child.stdin.write(`${JSON.stringify(message)}\n`),
    next: async () => {
      const { value, done } = await lines.next()
      return done ? undefined : (JSON.parse(value as string) as unknown)
    },
    kill,
    ended: new Promise((resolve) => {
      child.on('exit', resolve)
    }),
  }
}
