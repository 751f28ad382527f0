import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterwards } from './stores.ts'

/** A child process that speaks JSON, one message for each line. */
export interface Child {
  readonly pid: number
  send(message: unknown): void
  /** The next message; undefined when the child has ended. */
  next(): Promise<unknown>
  kill(): void
  readonly ended: Promise<number | null>
}

/** Runs a script of this folder with Node, which strips its types. It is killed when the test is over. */
export function startChild(script: string, ...given: string[]): Child {
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL(script, import.meta.url)), ...given],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  child.stdin.on('error', () => undefined)
  const kill = () => {
    child.kill('SIGKILL')
  }
  afterwards(kill)
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
