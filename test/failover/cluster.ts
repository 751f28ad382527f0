import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { newFolder, removeFolder } from '../kit/folder.ts'
import { findBinaries } from '../postgres/binaries.ts'
import { freePort } from '../kit/port.ts'
import { addressOn } from '../postgres/server.ts'
import { newNode, type ClusterNode } from './node.ts'
import { startProgram, type Program } from './processes.ts'

/** How the platform finds the primary: through HAProxy, which asks Patroni, or through an address that lists all servers. */
export type ConnectionMode = 'haproxy' | 'hosts'

/** Three PostgreSQL servers under Patroni and etcd, with HAProxy in front of the primary. */
export interface Cluster {
  readonly nodes: readonly ClusterNode[]
  readonly etcd: Program
  readonly etcd_port: number
  /** Whether the nodes have small disks, which can be filled. */
  readonly hasSmallDisks: boolean
  /** Returns the node that is the primary now. */
  primary(): Promise<ClusterNode>
  /** Returns the standby that is always up to date with the primary. */
  synchronousStandby(): Promise<ClusterNode>
  /** Waits until a primary and two standbys are running and one of the standbys is synchronous. */
  untilHealthy(): Promise<void>
  /** Returns the address of a database, as the platform knows it. */
  address(database: string): string
  /** Returns the address of a database on the node that is the primary now. */
  primaryAddress(database: string): Promise<string>
  close(): Promise<void>
}

const NAMES = ['db1', 'db2', 'db3']
const HEALTHY_WITHIN_MS = 180_000
const DISK = 'size=512m'

interface Member {
  readonly name: string
  readonly role: string
  readonly state: string
  readonly timeline?: number
}

export async function startCluster(
  mode: ConnectionMode,
  patroni: readonly [string, ...string[]],
): Promise<Cluster> {
  const folder = newFolder('failover')
  chmodSync(folder, 0o755)
  const binaries = await findBinaries()
  const etcd_port = await freePort()
  const etcd = await startEtcd(folder, etcd_port)
  const folders = NAMES.map((name) => join(folder, name))
  for (const one of folders) mkdirSync(one)
  const hasSmallDisks = folders.map(mountDisk).every(Boolean)
  const nodes = await Promise.all(
    NAMES.map((name, at) => newNode({ name, folder: folders[at]!, binaries, etcd_port, patroni })),
  )
  for (const node of nodes) node.start()
  const balancer = await startBalancer(folder, nodes)

  const members = async (): Promise<readonly Member[]> => {
    for (const node of nodes) {
      const response = await node.rest('GET', '/cluster').catch(() => undefined)
      if (response?.status === 200) return (response.body as { members: Member[] }).members
    }
    return []
  }
  const inRole = async (role: string): Promise<ClusterNode> => {
    const member = (await members()).find((one) => one.role === role)
    const node = nodes.find(({ name }) => name === member?.name)
    if (!node) throw new Error(`no node is ${role}`)
    return node
  }
  const isHealthy = async () => {
    const all = await members()
    const has = (role: string) => all.some((member) => member.role === role)
    const running = all.filter(({ state }) => ['running', 'streaming'].includes(state))
    // A former primary runs on its own timeline until it is rewound, which another fault would interrupt.
    const timelines = new Set(running.map(({ timeline }) => timeline))
    const isComplete = running.length === NAMES.length && timelines.size === 1
    return isComplete && has('leader') && has('sync_standby')
  }
  return {
    nodes,
    etcd,
    etcd_port,
    hasSmallDisks,
    primary: () => inRole('leader'),
    synchronousStandby: () => inRole('sync_standby'),
    async untilHealthy() {
      for (const since = Date.now(); !(await isHealthy()); await delay(500))
        if (Date.now() - since > HEALTHY_WITHIN_MS)
          throw new Error(`the cluster did not recover: ${JSON.stringify(await members())}`)
    },
    primaryAddress: async (database) => addressOn((await inRole('leader')).port, database),
    address: (database) =>
      mode === 'haproxy'
        ? addressOn(balancer.port, database)
        : `postgres://postgres@${nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}/${database}`,
    async close() {
      await balancer.program.end('SIGTERM')
      await Promise.all(nodes.map((node) => node.close()))
      await etcd.end('SIGKILL')
      await delay(500)
      for (const one of folders) spawnSync('umount', ['-l', one])
      removeFolder(folder)
    },
  }
}

const mountDisk = (folder: string): boolean =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', DISK, 'tmpfs', folder]).status === 0

async function startEtcd(folder: string, port: number): Promise<Program> {
  const [clients, peers] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${await freePort()}`]
  return startProgram(
    '/usr/bin/etcd',
    [
      ['--name', 'etcd'],
      ['--data-dir', join(folder, 'etcd')],
      ['--listen-client-urls', clients],
      ['--advertise-client-urls', clients],
      ['--listen-peer-urls', peers],
      ['--initial-advertise-peer-urls', peers],
      ['--initial-cluster', `etcd=${peers}`],
    ].flat(),
    { log: join(folder, 'etcd.log') },
  )
}

/** Starts HAProxy as docs/operating.md#failover describes it: it closes the connections to a server that is no longer the primary. */
async function startBalancer(folder: string, nodes: readonly ClusterNode[]) {
  const port = await freePort()
  const config = join(folder, 'haproxy.cfg')
  const servers = nodes.map(
    (node) => `  server ${node.name} 127.0.0.1:${node.port} check port ${node.rest_port}`,
  )
  writeFileSync(
    config,
    `defaults
  mode tcp
  timeout connect 2s
  timeout client 30m
  timeout server 30m
listen primary
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`,
  )
  const log = join(folder, 'haproxy.log')
  return { port, program: startProgram('/usr/sbin/haproxy', ['-db', '-f', config], { log }) }
}
