import { spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { nodeTransport } from '../engine/transport/node.ts'
import { stopGroup, stopOnSignal } from '../engine/reproduce/shell.ts'
import { UsageError } from './usage.ts'

const READY_TIMEOUT_MS = 60_000
const POLL_MS = 100

export interface LaunchedTarget {
  readonly stop: () => void
}

/**
 * Starts a target and waits until the address responds.
 * @throws UsageError if something else already responds there, or if the target exits first or does not respond without a server error
 * within a minute
 */
export async function launch(command: string, url: string): Promise<LaunchedTarget> {
  if (await isReady(url))
    throw new UsageError(
      `${url} already responds, although "${command}" has not been started. Stop what is running there, or leave out --launch to test it.`,
    )
  // The target gets a process group of its own, so that its child processes end with it.
  const child = spawn(command, {
    shell: true,
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: process.platform !== 'win32',
  })
  const release = stopOnSignal(child)
  const stop = (): void => {
    release()
    stopGroup(child)
  }
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code) =>
      resolve(
        `The command "${command}" ${code === null ? 'was ended by a signal' : `exited with code ${code}`} before ${url} responded.`,
      ),
    )
    child.once('error', (cause) =>
      resolve(`The command "${command}" cannot be started: ${cause.message}.`),
    )
  })
  const failure = await Promise.race([ended, waitForResponse(url)])
  if (failure === undefined) return { stop }
  stop()
  throw new UsageError(failure)
}

/** Resolves to undefined as soon as the address responds without a server error, or to the reason why it did not. */
async function waitForResponse(url: string): Promise<string | undefined> {
  const deadline = performance.now() + READY_TIMEOUT_MS
  while (performance.now() < deadline) {
    if (await isReady(url)) return undefined
    await wait(POLL_MS, undefined, { ref: false })
  }
  return `${url} did not respond without a server error within ${READY_TIMEOUT_MS / 1000} s.`
}

async function isReady(url: string): Promise<boolean> {
  const outcome = await nodeTransport(
    { method: 'GET', url, headers: {} },
    { ms: 2000, bytes: 1_000_000 },
  )
  return outcome.kind === 'response' && outcome.status < 500
}
