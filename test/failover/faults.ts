import type { Cluster } from './cluster.ts'

/** Something that happens to a cluster while it is used. */
export interface Fault {
  readonly name: string
  /** What happens, for the table. */
  readonly about: string
  /** Lets it happen, and returns how it ends. */
  begin(cluster: Cluster): Promise<() => unknown>
  /** Whether another node becomes the primary before the fault ends. */
  readonly replaces: boolean
  /** Whether platforms need HAProxy, or a watchdog, to leave a former primary that still answers. */
  readonly needsFence?: true
}

export const FAULTS: readonly Fault[] = [
  {
    name: 'switchover',
    about: 'an operator asks for another primary',
    replaces: true,
    async begin(cluster) {
      const primary = await cluster.primary()
      const { status, body } = await primary.rest('POST', '/switchover', { leader: primary.name })
      if (status !== 200) throw new Error(`switchover: ${status} ${String(body)}`)
      return () => undefined
    },
  },
  {
    name: 'kill',
    about: 'the host of the primary loses its power',
    replaces: true,
    async begin(cluster) {
      const primary = await cluster.primary()
      await primary.kill()
      return () => primary.start()
    },
  },
  {
    name: 'freeze',
    about: 'the host of the primary hangs, and continues when it was replaced',
    replaces: true,
    async begin(cluster) {
      const primary = await cluster.primary()
      primary.freeze()
      return () => primary.resume()
    },
  },
  {
    name: 'partition',
    about: 'nobody reaches the primary, and it reaches nobody',
    replaces: true,
    async begin(cluster) {
      const primary = await cluster.primary()
      primary.isolate()
      return () => primary.reconnect()
    },
  },
  {
    name: 'manager',
    about: 'Patroni hangs beside the primary, which runs on',
    replaces: true,
    needsFence: true,
    async begin(cluster) {
      const primary = await cluster.primary()
      primary.freezeManager()
      return () => primary.resume()
    },
  },
  {
    name: 'disk',
    about: 'the disk of the primary is full for half a minute',
    replaces: false,
    async begin(cluster) {
      const primary = await cluster.primary()
      primary.fillDisk()
      return () => primary.freeDisk()
    },
  },
  {
    name: 'standby',
    about: 'the host of the synchronous standby loses its power',
    replaces: false,
    async begin(cluster) {
      const standby = await cluster.synchronousStandby()
      await standby.kill()
      return () => standby.start()
    },
  },
  {
    name: 'etcd',
    about: 'etcd hangs for half a minute, so no primary can be elected',
    replaces: false,
    async begin({ etcd }) {
      etcd.signal('SIGSTOP')
      return () => etcd.signal('SIGCONT')
    },
  },
]
