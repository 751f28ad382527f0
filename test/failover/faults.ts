import type { Cluster } from './cluster.ts'

/** A fault that is injected into a cluster while it is in use. */
export interface Fault {
  readonly name: string
  /** What happens, for the table. */
  readonly about: string
  /** Injects the fault, and returns a function that ends it. */
  begin(cluster: Cluster): Promise<() => unknown>
  /** Whether another node becomes the primary before the fault ends. */
  readonly replaces: boolean
  /** Whether the platform needs HAProxy, or a watchdog, to disconnect from a former primary that still responds. */
  readonly requiresFencing?: true
  /** Whether the fault fills the disk of a node, which must not be that of this machine. */
  readonly fillsDisk?: true
}

export const FAULTS: readonly Fault[] = [
  {
    name: 'switchover',
    about: 'an operator asks for another primary',
    replaces: true,
    async begin(cluster) {
      const primary = await cluster.primary()
      const { status, body } = await primary.rest('POST', '/switchover', { leader: primary.name })
      if (status !== 200)
        throw new Error(`Patroni refused the switchover: ${status} ${JSON.stringify(body)}`)
      return () => undefined
    },
  },
  {
    name: 'kill',
    about: 'the host of the primary loses power',
    replaces: true,
    async begin(cluster) {
      const primary = await cluster.primary()
      await primary.kill()
      return () => primary.start()
    },
  },
  {
    name: 'freeze',
    about: 'the host of the primary hangs, and resumes after another node has become the primary',
    replaces: true,
    async begin(cluster) {
      const primary = await cluster.primary()
      primary.freeze()
      return () => primary.resume()
    },
  },
  {
    name: 'partition',
    about: 'the primary is isolated from the network',
    replaces: true,
    async begin(cluster) {
      const primary = await cluster.primary()
      primary.isolate()
      return () => primary.reconnect()
    },
  },
  {
    name: 'manager',
    about: 'Patroni hangs while the primary keeps running',
    replaces: true,
    requiresFencing: true,
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
    fillsDisk: true,
    async begin(cluster) {
      const primary = await cluster.primary()
      primary.fillDisk()
      return () => primary.freeDisk()
    },
  },
  {
    name: 'standby',
    about: 'the host of the synchronous standby loses power',
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
