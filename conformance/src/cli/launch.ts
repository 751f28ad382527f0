import { spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { nodeTransport } from '../engine/node-transport.ts'
import { stopGroup } from '../engine/shell.ts'
import { UsageError } from './usage.ts'

const READY_MS = 60_000
const POLL_MS = 100

export interface Launched {
  readonly stop: () => void
}

/** Starts a target and waits until its path answers. @throws UsageError when it ends before, or does not answer in a minute */
export async function launch(command: string, url: string): Promise<Launched> {
  // A group of its own, so that what the shell started ends with the shell.
  const child = spawn(command, {
    shell: true,
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: process.platform !== 'win32',
  })
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code) =>
      resolve(`The command "${command}" ended with ${code ?? 'a signal'} before ${url} answered.`),
    )
    child.once('error', (cause) =>
      resolve(`The command "${command}" cannot be started: ${cause.message}.`),
    )
  })
  const gone = await Promise.race([ended, ready(url)])
  if (gone === undefined) return { stop: () => stopGroup(child) }
  stopGroup(child)
  throw new UsageError(gone)
}

async function ready(url: string): Promise<string | undefined> {
  const ends = performance.now() + READY_MS
  while (performance.now() < ends) {
    const outcome = await nodeTransport(
      { method: 'GET', url, headers: {} },
      { ms: 2000, bytes: 1_000_000 },
    )
    if (outcome.kind === 'answer' && outcome.status < 500) return undefined
    await wait(POLL_MS, undefined, { ref: false })
  }
  return `${url} did not answer within ${READY_MS / 1000} s.`
}
