import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onCore, SERVER_CORE } from './pin.ts'

/** What a process has used: bytes of memory that it holds, and microseconds of processor time so far. */
export interface Usage {
  readonly memory: number
  readonly cpu_us: number
}

/** A server in a process of its own, on the core of the servers. */
export interface Contender<Told> {
  readonly port: number
  /** What it had to say when it was ready. */
  readonly told: Told
  usage(): Promise<Usage>
  end(): Promise<void>
}

/** Starts a program of this folder and waits until it listens. */
export async function startContender<Told>(
  program: URL,
  args: readonly string[] = [],
  execArgv: readonly string[] = [],
): Promise<Contender<Told>> {
  const [command, ...rest] = onCore(SERVER_CORE, [
    process.execPath,
    '--disable-warning=ExperimentalWarning',
    ...execArgv,
    program.pathname,
    ...args,
  ])
  const child = spawn(command!, rest, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const died = once(child, 'exit').then(([code]) => {
    throw new Error(`${program.pathname} ${args.join(' ')} ended with ${String(code)}`)
  })
  died.catch(() => undefined)
  const [{ port, told }] = (await Promise.race([once(child, 'message'), died])) as [
    { port: number; told: Told },
  ]
  return {
    port,
    told,
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

/** The other side: listens, tells, and answers until it is told to end. */
export function contend(
  server: Server,
  told: unknown,
  end: () => Promise<unknown> = async () => undefined,
): void {
  server.listen(0, '127.0.0.1', () =>
    process.send!({ port: (server.address() as AddressInfo).port, told }),
  )
  process.on('message', (asked) => {
    if (asked === 'usage') return void process.send!(usage())
    void end().finally(() => process.exit())
  })
  process.once('disconnect', () => process.exit())
}

function usage(): Usage {
  const { user, system } = process.cpuUsage()
  return { memory: process.memoryUsage.rss(), cpu_us: user + system }
}
