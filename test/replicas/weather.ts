import { setTimeout as delay } from 'node:timers/promises'
import type { Choices } from '../history/simulation/random.ts'
import { MINUTE } from '../kit/time.ts'
import { ask, ended, type Server } from '../postgres/server.ts'
import type { Replica } from './replica.ts'

export interface Fate {
  kills: number
  pauses: number
  starts: number
  skewed: number
  outages: number
  worst_skew_ms: number
  away_ms: number
}

const ATTEMPTS = 20
const SKEWS = [0, -5 * MINUTE, 5 * MINUTE, -60 * MINUTE, 60 * MINUTE, 1000, -1000, 17 * MINUTE]

/** Starts a replica with a clock of some wrongness. */
export async function begin(replica: Replica, choose: Choices, fate: Fate): Promise<void> {
  const skew_ms = choose.of(SKEWS)
  fate.starts += 1
  if (skew_ms !== 0) fate.skewed += 1
  fate.worst_skew_ms = Math.max(fate.worst_skew_ms, Math.abs(skew_ms))
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    try {
      return await replica.start(skew_ms)
    } catch (cause) {
      // Without a database it ends at once, and whoever supervises it starts it again.
      if (attempt === ATTEMPTS) throw cause
      await delay(500)
    }
  }
}

/**
 * Kills replicas and starts them again, pauses them and lets them go on, until it is told to stop. One at least is well at any time.
 * Each replica has a fate of its own.
 */
export async function storm(
  replicas: readonly Replica[],
  choose: Choices,
  fate: Fate,
  isOver: () => boolean,
): Promise<void> {
  const isWell = ({ port, paused }: Replica) => port !== undefined && !paused
  const mayFall = () => replicas.filter(isWell).length > 1
  await Promise.all(
    replicas.map(async (replica) => {
      while (!isOver()) {
        await delay(500 + choose.below(2500))
        if (isOver() || !isWell(replica) || !mayFall()) continue
        if (choose.chance(0.5)) {
          fate.kills += 1
          await replica.kill()
          await delay(choose.below(500))
          await begin(replica, choose, fate)
        } else {
          fate.pauses += 1
          replica.pause()
          await delay(100 + choose.below(2500))
          replica.resume()
        }
      }
    }),
  )
}

/** Kills the database server and starts it again, or only stops it for a while. */
export async function outage(server: Server, choose: Choices, fate: Fate): Promise<void> {
  fate.outages += 1
  const since = performance.now()
  if (choose.chance(0.6)) {
    await ended(server.process, 'SIGKILL')
    await delay(choose.below(1500))
    await server.start()
  } else {
    await stopFor(server, 500 + choose.below(1500))
  }
  fate.away_ms += performance.now() - since
}

/** Stops the server as it stands, with every connection it has, and lets it go on. */
export async function stopFor(server: Server, milliseconds: number): Promise<void> {
  const backends = await ask(
    server.address('postgres'),
    'select pid from pg_stat_activity where pid <> pg_backend_pid()',
  )
  const all = [server.process.pid!, ...backends.map(({ pid }) => Number(pid))]
  const signal = (name: NodeJS.Signals) => {
    for (const pid of all)
      try {
        process.kill(pid, name)
      } catch {
        /* It has ended meanwhile. */
      }
  }
  signal('SIGSTOP')
  await delay(milliseconds)
  signal('SIGCONT')
}
