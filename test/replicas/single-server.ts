import { setTimeout as delay } from 'node:timers/promises'
import { choices, type Choices } from '../history/simulation/random.ts'
import { until } from '../kit/bounds.ts'
import { newServer, runStatement, type Server } from '../postgres/server.ts'
import type { DisturbanceCounts } from './disturbances.ts'
import type { TestedDatabase } from './run-replicas.ts'

interface Outages {
  /** Over how long the outages are distributed. */
  readonly seconds: number
  readonly seed: number
  readonly outages: number
}

/** Starts a database on a server of its own, which is killed or suspended `outages` times. */
export async function singleServer({ seconds, seed, outages }: Outages): Promise<TestedDatabase> {
  const server = await newServer({ durable: true })
  await runStatement(server.address('postgres'), 'create database replicas')
  return {
    address: server.address('replicas'),
    primaryAddress: async () => server.address('replicas'),
    async disturb({ environment: { client, isOver }, counts }) {
      const choose = choices(seed + 1)
      for (let index = 0; index < outages; index += 1) {
        await delay((seconds * 1000) / (outages + 1))
        const { unavailable } = client.counts
        const isNoticed = () => client.counts.unavailable > unavailable || isOver()
        await interruptServer(server, choose, counts, isNoticed)
      }
    },
    remove: () => server.remove(),
  }
}

/** Kills and restarts the database server, or suspends it for a while. A killed server stays down until `isNoticed`. */
async function interruptServer(
  server: Server,
  choose: Choices,
  counts: DisturbanceCounts,
  isNoticed: () => boolean,
): Promise<void> {
  counts.outages += 1
  const since = performance.now()
  if (choose.chance(0.6)) {
    await server.stop('SIGKILL')
    await delay(choose.below(1500))
    await until(isNoticed, 'no client got 503 while the database server was down')
    await server.start()
  } else {
    await server.suspend(500 + choose.below(1500))
  }
  counts.outage_ms += performance.now() - since
}
