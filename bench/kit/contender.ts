import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onCore, SERVER_CORE } from './pin.ts'

/** Resources of a process: bytes of memory, and microseconds of processor time so far. */
interface Usage {
  readonly memory: number
  readonly cpu_us: number
}

/** A server in its own process, which is pinned to the CPU core for servers (`SERVER_CORE`). */
export interface Contender<Info> {
  readonly port: number
  /** What the server sent when it was ready. */
  readonly info: Info
  usage(): Promise<Usage>
  end(): Promise<void>
}

/** Starts a program of this folder and waits until it listens. */
export async function startContender<Info>(
  program: URL,
  args: readonly string[] = [],
): Promise<Contender<Info>> {
  const [command, ...rest] = onCore(SERVER_CORE, [
    process.execPath,
    '--disable-warning=ExperimentalWarning',
    program.pathname,
    ...args,
  ])
  const child = spawn(command!, rest, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const exited = once(child, 'exit').then(([code]) => {
    throw new Error(`${program.pathname} ${args.join(' ')} exited with ${String(code)}`)
  })
  exited.catch(() => undefined)
  const [{ port, info }] = (await Promise.race([once(child, 'message'), exited])) as [
    { port: number; info: Info },
  ]
  return {
    port,
    info,
    async usage() {
      child.send('usage')
      return ((await once(child, 'message')) as [Usage])[0]
    },
    async end() {
      const ended = once(child, 'exit')
      child.send('end')
      await ended
    },
  }
}

/** Runs in the server process: listens, sends `info`, and serves until the parent ends it. */
export function serveContender(
  server: Server,
  info: unknown,
  end: () => Promise<unknown> = async () => undefined,
): void {
  server.listen(0, '127.0.0.1', () =>
    process.send!({ port: (server.address() as AddressInfo).port, info }),
  )
  process.on('message', (message) => {
    if (message === 'usage') return void process.send!(usage())
    void end().finally(() => process.exit())
  })
  process.once('disconnect', () => process.exit())
}

function usage(): Usage {
  const { user, system } = process.cpuUsage()
  return { memory: process.memoryUsage.rss(), cpu_us: user + system }
}
