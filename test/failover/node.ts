import {
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { stringify } from 'yaml'
import type { Binaries } from '../postgres/binaries.ts'
import { freePort } from '../kit/port.ts'
import { startLink, type Link } from './link.ts'
import { processAndChildren, signalAll, startProgram, type Program } from './processes.ts'

/** A host of the cluster: PostgreSQL with Patroni, which starts it and decides with the others which of them is the primary. */
export interface ClusterNode {
  readonly name: string
  /** The port at which other processes reach PostgreSQL. */
  readonly port: number
  /** The port of PostgreSQL for observers, which no fault interrupts. */
  readonly own_port: number
  /** The port at which other processes reach Patroni's REST API. */
  readonly rest_port: number
  /** Calls Patroni's REST API, even while other nodes cannot reach this one. */
  rest(method: string, path: string, body?: object): Promise<{ status: number; body: unknown }>
  start(): void
  /** Kills everything, as if the host lost power. */
  kill(): Promise<void>
  /** Suspends everything, as if the host hung. */
  freeze(): void
  /** Suspends Patroni alone. PostgreSQL keeps running. */
  freezeManager(): void
  resume(): void
  /** Cuts every connection between this node and the others, and between it and its clients. */
  isolate(): void
  reconnect(): void
  /** Fills the disk, which must be a small one of the node's own (`Cluster.hasSmallDisks`). */
  fillDisk(): void
  freeDisk(): void
  close(): Promise<void>
}

export interface NodeOptions {
  readonly name: string
  readonly folder: string
  readonly binaries: Binaries
  readonly etcd_port: number
  /** The program and its first arguments. */
  readonly patroni: readonly [string, ...string[]]
}

/** Seconds: a primary that cannot renew its lock for `ttl` is replaced. */
const TIMES = { ttl: 20, loop_wait: 5, retry_timeout: 5 }

export async function newNode({
  name,
  folder,
  binaries,
  etcd_port,
  patroni: [command, ...args],
}: NodeOptions): Promise<ClusterNode> {
  const { user } = binaries
  const [postgres_port, patroni_port] = [await freePort(), await freePort()]
  const links = {
    postgres: await startLink(postgres_port),
    rest: await startLink(patroni_port),
    etcd: await startLink(etcd_port),
  }
  const [data, config, filler] = ['data', 'patroni.yml', 'filler'].map((file) => join(folder, file))
  mkdirSync(data!, { mode: 0o700 })
  writeFileSync(
    config!,
    stringify(
      patroniConfig({ name, data: data!, folder, binaries, links, postgres_port, patroni_port }),
    ),
  )
  if (user) for (const path of [folder, data!]) chownSync(path, user.uid, user.gid)

  let patroni: Program | undefined
  const postmaster = (): number | undefined => {
    const file = join(data!, 'postmaster.pid')
    return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined
  }
  const database = () => {
    const pid = postmaster()
    return pid === undefined || Number.isNaN(pid) ? [] : processAndChildren(pid)
  }
  let frozen: readonly number[] = []
  const suspend = (pids: readonly number[]) => {
    frozen = pids
    signalAll(pids, 'SIGSTOP')
  }
  return {
    name,
    port: links.postgres.port,
    own_port: postgres_port,
    rest_port: links.rest.port,
    async rest(method, path, body) {
      const response = await fetch(`http://127.0.0.1:${patroni_port}${path}`, {
        method,
        signal: AbortSignal.timeout(method === 'GET' ? 2000 : 20_000),
        ...(body && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : text }
    },
    start() {
      patroni = startProgram(command, [...args, config!], {
        log: `${folder}.log`,
        user,
      })
    },
    async kill() {
      // Patroni is killed first, so that it does not restart the database.
      await patroni!.end('SIGKILL')
      signalAll(database(), 'SIGKILL')
      rmSync(join(data!, 'postmaster.pid'), { force: true })
    },
    freeze: () => suspend([patroni!.pid, ...database()]),
    freezeManager: () => suspend([patroni!.pid]),
    resume() {
      signalAll(frozen, 'SIGCONT')
      frozen = []
    },
    isolate: () => Object.values(links).forEach((link) => link.cut()),
    reconnect() {
      links.postgres.repair()
      // Patroni watches etcd over a connection on which it waits for minutes.
      links.etcd.reset()
      links.rest.reset()
    },
    fillDisk() {
      const { bavail, bsize } = statfsSync(folder)
      try {
        writeFileSync(filler!, Buffer.alloc(bavail * bsize))
      } catch (cause) {
        // Other processes may have used the space in the meantime.
        if ((cause as NodeJS.ErrnoException).code !== 'ENOSPC') throw cause
      }
    },
    freeDisk: () => rmSync(filler!, { force: true }),
    async close() {
      signalAll(frozen, 'SIGCONT')
      await patroni?.end('SIGKILL')
      signalAll(database(), 'SIGKILL')
      for (const link of Object.values(links)) link.close()
    },
  }
}

interface PatroniOptions {
  readonly name: string
  readonly data: string
  readonly folder: string
  readonly binaries: Binaries
  readonly links: { readonly postgres: Link; readonly rest: Link; readonly etcd: Link }
  readonly postgres_port: number
  readonly patroni_port: number
}

/**
 * Returns the configuration of Patroni. Commits wait for the synchronous standby, and only a standby that is up to date may replace the
 * primary.
 */
function patroniConfig(node: PatroniOptions): object {
  const { name, data, folder, binaries, links, postgres_port, patroni_port } = node
  const local = (port: number) => `127.0.0.1:${port}`
  return {
    scope: 'registry',
    name,
    restapi: { listen: local(patroni_port), connect_address: local(links.rest.port) },
    // Without `use_proxies`, Patroni asks etcd for its members, and bypasses the link.
    etcd3: { host: local(links.etcd.port), use_proxies: true },
    bootstrap: {
      dcs: {
        ...TIMES,
        synchronous_mode: true,
        synchronous_mode_strict: true,
        postgresql: {
          use_pg_rewind: true,
          parameters: {
            wal_log_hints: 'on',
            max_connections: 100,
            min_wal_size: '8MB',
            max_wal_size: '64MB',
            wal_keep_size: '32MB',
          },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums', { 'wal-segsize': '1' }],
    },
    postgresql: {
      listen: local(postgres_port),
      connect_address: local(links.postgres.port),
      data_dir: data,
      bin_dir: binaries.folder,
      pgpass: join(folder, 'pgpass'),
      parameters: { unix_socket_directories: folder },
      // A rewind that fails leaves data that cannot be used.
      remove_data_directory_on_rewind_failure: true,
      pg_hba: [
        'host all all 127.0.0.1/32 trust',
        'host replication all 127.0.0.1/32 trust',
        'local all all trust',
      ],
      authentication: {
        superuser: { username: 'postgres' },
        replication: { username: 'postgres' },
        rewind: { username: 'postgres' },
      },
    },
  }
}
