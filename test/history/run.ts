import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runLive } from './live/live.ts'
import { startLive } from './live/platform.ts'
import { alignColumns } from '../../src/terminal/text.ts'
import { describeViolations, describeFailure } from './show.ts'
import { newReplica } from './simulation/replica.ts'
import { scenarioOf, type Scenario } from './simulation/scenario.ts'
import { shrink, type Simulate } from './simulation/shrink.ts'
import { isClean, simulate } from './simulation/simulate.ts'
import { newFolder } from '../kit/folder.ts'

/**
 * Runs many seeds and checks their histories. `--store` is simulated (the default), memory, json, sqlite or an address; `--http` uses
 * real sockets; `--from` and `--seeds` select seeds; `--schedule` and `--scenario` repeat one run, with the values that a failure prints.
 */
const { values: flags } = parseArgs({
  options: {
    store: { type: 'string', default: 'simulated' },
    http: { type: 'boolean', default: false },
    from: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1000' },
    schedule: { type: 'string' },
    scenario: { type: 'string' },
  },
})
const MAX_SHOWN = 3
const replicas = [await newReplica(), await newReplica()]
const simulated: Simulate = (scenario, schedule) => simulate(scenario, schedule, replicas)
const folder = newFolder('history')
const totals = { seeds: 0, operations: 0, lost: 0, histories: 0, violations: 0 }
const started = performance.now()

if (flags.scenario !== undefined)
  await repeatRun(JSON.parse(flags.scenario) as Scenario, Number(flags.schedule ?? 1))
else if (flags.store === 'simulated') {
  await runSeeds((seed) => simulated(scenarioOf(seed), seed), true)
  printTotals()
} else await onStore(addressOf(flags.store))
process.exit(totals.violations > 0 ? 1 : 0)

function addressOf(store: string): string {
  if (store.includes(':')) return store
  return store === 'memory'
    ? 'memory:'
    : `${store}:${join(folder, store === 'json' ? 'store.json' : 'store.db')}`
}

async function onStore(address: string): Promise<void> {
  const platform = await startLive(address, replicas, flags.http ? 'sockets' : 'calls')
  await runSeeds((seed) => runLive(scenarioOf(seed), seed, platform.live), false)
  for (const broken of await platform.brokenChains()) {
    totals.violations += 1
    console.log(broken)
  }
  await platform.close()
  printTotals()
}

async function runSeeds(
  run: (seed: number) => ReturnType<Simulate>,
  deterministic: boolean,
): Promise<void> {
  const first = Number(flags.from)
  for (let seed = first; seed < first + Number(flags.seeds); seed += 1) {
    const done = await run(seed)
    totals.seeds += 1
    totals.operations += done.history.length
    totals.lost += done.history.filter(({ result }) => result === undefined).length
    totals.histories += new Set(done.history.map(({ subject }) => subject)).size
    if (isClean(done)) continue
    totals.violations += 1
    if (totals.violations > MAX_SHOWN) continue
    const failure = { scenario: scenarioOf(seed), schedule: seed, run: done }
    console.log(
      `Seed ${seed}\n\n${describeFailure(deterministic ? await shrink(failure, simulated) : failure)}\n`,
    )
  }
}

function printTotals(): void {
  const { seeds, operations, lost, histories, violations } = totals
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  const store = `${flags.store.replace(/:\/\/.*/, '')}${flags.http ? ' over HTTP' : ''}`
  console.log(
    alignColumns([
      ['STORE', 'SEEDS', 'OPERATIONS', 'RESPONSES LOST', 'HISTORIES', 'VIOLATIONS', 'SECONDS'],
      [store, seeds, operations, lost, histories, violations, seconds].map(String),
    ]),
  )
}

async function repeatRun(scenario: Scenario, schedule: number): Promise<void> {
  const run = await simulated(scenario, schedule)
  console.log(describeFailure({ scenario, schedule, run }))
  totals.violations = isClean(run) ? 0 : 1
  console.log(describeViolations(run).length === 0 ? 'No violation.' : '')
}
