import { spawn, type ChildProcess } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { COMPILE_CACHE } from '../kit/compiled.ts'
import { MAIN } from '../kit/programs.ts'
import { freePort } from '../kit/port.ts'

const SKEW = new URL('skew.mjs', import.meta.url).href
const START_TIMEOUT_MS = 60_000

/** A replica of the platform, which can be killed, paused, and started again with another clock. */
export interface Replica {
  readonly name: string
  /** The port on which it listens; undefined while it is not known to be ready. */
  readonly port: number | undefined
  readonly paused: boolean
  /** The error of its clock in milliseconds. */
  readonly skew_ms: number
  /** Starts a process, and resolves when it is ready. */
  start(skew_ms: number): Promise<void>
  kill(): Promise<void>
  pause(): void
  resume(): void
  /** Requests a graceful shutdown, and resolves with the exit code. */
  stop(): Promise<number | null>
}

/**
 * Creates a replica, which is not started yet.
 * @param onLog receives every line of the log as an object
 */
export function newReplica(
  name: string,
  env: Readonly<Record<string, string>>,
  onLog: (line: Readonly<Record<string, unknown>>) => void,
): Replica {
  let child: ChildProcess | undefined
  let port: number | undefined
  let paused = false
  let skew = 0
  let exited: Promise<number | null> = Promise.resolve(0)

  async function start(skew_ms: number): Promise<void> {
    const at = await freePort()
    const started = spawn(
      process.execPath,
      ['--import', SKEW, MAIN, 'serve', '--port', String(at)],
      {
        env: {
          ...COMPILE_CACHE,
          PATH: process.env['PATH'] ?? '',
          ...env,
          SKEW_MS: String(skew_ms),
        },
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    )
    ;[child, skew] = [started, skew_ms]
    let output = ''
    const printed: string[] = []
    started.stderr.setEncoding('utf8').on('data', (text: string) => {
      const lines = (output + text).split('\n')
      output = lines.pop()!
      for (const line of lines)
        if (line.startsWith('{')) onLog(JSON.parse(line) as Record<string, unknown>)
        else printed.push(line)
    })
    let code: number | null | undefined
    exited = new Promise((resolve) => {
      started.once('exit', (ended) => {
        code = ended
        resolve(ended)
      })
    })
    for (const since = Date.now(); !(await isReady(at)); await delay(100)) {
      if (child !== started) return
      const isLate = Date.now() - since > START_TIMEOUT_MS
      if (code !== undefined || isLate)
        throw new Error(
          `replica ${name} ${isLate ? 'is not ready in time' : `exited with ${code}`}: ${[...printed, output].join('\n')}`,
        )
    }
    if (child === started) port = at
  }

  return {
    name,
    get port() {
      return port
    },
    get paused() {
      return paused
    },
    get skew_ms() {
      return skew
    },
    start,
    async kill() {
      const killed = child
      ;[port, child, paused] = [undefined, undefined, false]
      killed?.kill('SIGKILL')
      await exited
    },
    pause() {
      paused = true
      child?.kill('SIGSTOP')
    },
    resume() {
      paused = false
      child?.kill('SIGCONT')
    },
    async stop() {
      port = undefined
      child?.kill('SIGTERM')
      return exited
    },
  }
}

const isReady = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(5000) }).then(
    ({ ok }) => ok,
    () => false,
  )
