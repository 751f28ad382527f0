import { describeViolations } from '../show.ts'
import { newReplica } from '../simulation/replica.ts'
import { scenarioOf } from '../simulation/scenario.ts'
import { isClean, simulate } from '../simulation/simulate.ts'

/** Runs seeds until enough violations have been found in the platform that this process has loaded, and prints the counts as JSON. */
const [most = '4000', enough = '5'] = process.argv.slice(2)
const replicas = [await newReplica(), await newReplica()]
const found: string[] = []
let seeds = 0
while (seeds < Number(most) && found.length < Number(enough)) {
  seeds += 1
  const run = await simulate(scenarioOf(seeds), seeds, replicas)
  if (!isClean(run)) found.push(describeViolations(run)[0] ?? '')
}
console.log(JSON.stringify({ seeds, found: found.length, by: found[0] ?? '' }))
process.exit(0)
