import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { chownSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { findBinaries, type Binaries } from './binaries.ts'
import { LIVENESS_MS, until } from '../kit/bounds.ts'
import { newFolder, removeFolder } from '../kit/folder.ts'
import { freePort } from '../kit/port.ts'

/** A PostgreSQL server that tests may stop and kill. */
export interface Server {
  /** Returns the address of one of its databases. */
  address(database: string): string
  readonly from: string
  /** The folder of its data. */
  readonly data: string
  readonly port: number
  /** The id of its main process. */
  readonly pid: number
  /** Whether its main process is running. */
  readonly isRunning: boolean
  /**
   * Ends it with a signal, and resolves when none of its processes is left. Those of connections outlive a main process that was killed.
   */
  stop(signal: NodeJS.Signals): Promise<void>
  /** Suspends all of its processes for a time. */
  suspend(milliseconds: number): Promise<void>
  /** Suspends all of its processes until the function that it returns is called. */
  freeze(): Promise<() => void>
  /** Starts it again on the same data. */
  start(): Promise<void>
  /** Ends it and removes its data. */
  remove(): Promise<void>
}

/** Data of a test need not survive it, so nothing is synced. */
const NOT_DURABLE = [
  '-c',
  'fsync=off',
  '-c',
  'synchronous_commit=off',
  '-c',
  'full_page_writes=off',
  '-c',
  'autovacuum=off',
]

interface ServerOptions {
  /** Whether its data survives when it is killed. */
  readonly durable?: boolean
  readonly settings?: readonly string[]
  readonly port?: number
  /** The server whose changes it replicates, and which it can replace. */
  readonly standby_of?: Server
}

/** Starts a new server. */
export async function newServer({
  durable = false,
  settings = [],
  port: given = 0,
  standby_of: primary,
}: ServerOptions = {}): Promise<Server> {
  const binaries = await findBinaries()
  const data = newFolder('postgres')
  if (binaries.user) chownSync(data, binaries.user.uid, binaries.user.gid)
  if (primary) await copyData(primary, data)
  else initialize(binaries, data)
  const port = given || (await freePort())
  const options = [
    '-D',
    data,
    '-p',
    String(port),
    '-h',
    '127.0.0.1',
    '-k',
    data,
    '-c',
    'max_connections=300',
    ...(durable ? [] : NOT_DURABLE),
    ...(primary
      ? ['-c', `primary_conninfo=host=127.0.0.1 port=${primary.port} user=postgres`]
      : []),
    ...settings.flatMap((setting) => ['-c', setting]),
  ]
  const address = (database: string) => addressOn(port, database)
  let child: ChildProcess | undefined
  const start = async () => {
    child = spawn(join(binaries.folder, 'postgres'), options, {
      cwd: data,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' },
      ...binaries.user,
    })
    await untilReady(address('postgres'), child)
  }
  await start()
  const isRunning = () => child!.exitCode === null && child!.signalCode === null
  /** Returns the process ids of the server, the main one first. */
  const processes = async () => {
    const others = await runStatement(
      address('postgres'),
      'select pid from pg_stat_activity where pid <> pg_backend_pid()',
    )
    return [child!.pid!, ...others.map(({ pid }) => Number(pid))]
  }
  const stop = async (signal: NodeJS.Signals) => {
    if (!isRunning()) return
    const exited = new Promise((resolve) => child!.once('exit', resolve))
    // Only SIGKILL leaves processes behind; on other signals, the main process ends them.
    const all = signal === 'SIGKILL' ? await processes() : [child!.pid!]
    for (const pid of all) signalProcess(pid, signal)
    await exited
    await until(() => !all.some(isAlive), 'a process of the server is still running')
  }
  const freeze = async () => {
    const all = await processes()
    for (const pid of all) signalProcess(pid, 'SIGSTOP')
    return () => {
      for (const pid of all) signalProcess(pid, 'SIGCONT')
    }
  }
  return {
    address,
    from: binaries.from,
    data,
    port,
    start,
    stop,
    get pid() {
      return child!.pid!
    },
    get isRunning() {
      return isRunning()
    },
    freeze,
    async suspend(milliseconds) {
      const resume = await freeze()
      await delay(milliseconds)
      resume()
    },
    async remove() {
      await stop('SIGQUIT')
      removeFolder(data)
      if (binaries.folder.startsWith(tmpdir())) removeFolder(dirname(binaries.folder))
    },
  }
}

export const addressOn = (port: number, database: string): string =>
  `postgres://postgres@127.0.0.1:${port}/${database}`

function initialize({ folder, user }: Binaries, data: string): void {
  const { status, stderr } = spawnSync(
    join(folder, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    { cwd: data, encoding: 'utf8', ...user },
  )
  if (status !== 0) throw new Error(`initdb failed: ${stderr}`)
}

/** Copies the data of a server, which is stopped during the copy, and marks the copy as that of a standby. */
async function copyData(primary: Server, data: string): Promise<void> {
  await primary.stop('SIGINT')
  const { status, stderr } = spawnSync('cp', ['-a', `${primary.data}/.`, data], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`the data cannot be copied: ${stderr}`)
  writeFileSync(join(data, 'standby.signal'), '')
  await primary.start()
}

function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // The process has already ended.
  }
}

/** Returns whether a process is running. One that has ended may have an entry until its parent has read its exit code. */
function isAlive(pid: number): boolean {
  const { status, stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], {
    encoding: 'utf8',
  })
  return status === 0 && !stdout.startsWith('Z')
}

async function untilReady(address: string, child: ChildProcess): Promise<void> {
  // The whole pipe is read, so that the server never waits for it.
  let log = ''
  child.stderr!.on('data', (chunk: Buffer) => {
    log = (log + chunk.toString()).slice(-MAX_LOG)
  })
  for (
    const since = Date.now();
    child.exitCode === null && Date.now() - since < LIVENESS_MS;
    await delay(50)
  ) {
    if (
      await runStatement(address, 'select 1').then(
        () => true,
        () => false,
      )
    )
      return
  }
  throw new Error(`PostgreSQL did not start: ${log}`)
}
/** Characters of the server's log that an error shows. */
const MAX_LOG = 2000

/** Runs one statement on a connection of its own. */
export async function runStatement(
  address: string,
  statement: string,
): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: address })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(statement)).rows as Record<string, unknown>[]
  } finally {
    await client.end()
  }
}
