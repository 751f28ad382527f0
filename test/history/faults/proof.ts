import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { table } from '../show.ts'
import { FAULTS } from './faults.ts'

/** How many of the known faults the simulation finds, and after how many seeds. Every fault has a process of its own. */
const {
  values: { only, seeds },
} = parseArgs({ options: { only: { type: 'string' }, seeds: { type: 'string', default: '1000' } } })
const ENOUGH = '5'
const run = promisify(execFile)

interface Hunted {
  readonly seeds: number
  readonly found: number
  readonly by: string
}

async function hunt(says: string): Promise<Hunted> {
  const [plant, hunter] = ['plant.ts', 'hunt.ts'].map((file) =>
    join(import.meta.dirname, file),
  ) as [string, string]
  const { stdout } = await run(process.execPath, ['--import', plant, hunter, seeds, ENOUGH], {
    env: { ...process.env, SVC_HISTORY_FAULT: says },
  })
  return JSON.parse(stdout) as Hunted
}

const rows: string[][] = []
const missed: string[] = []
for (const { says } of FAULTS.filter((fault) => only === undefined || fault.says.includes(only))) {
  const { seeds: needed, found, by } = await hunt(says)
  if (found === 0) missed.push(says)
  rows.push([says, found === 0 ? 'not found' : (needed / found).toFixed(1), by.slice(0, 90)])
}
console.log(table([['FAULT', 'SEEDS TO FIND IT', 'BY'], ...rows]))
console.log(`\n${rows.length - missed.length} of ${rows.length} found.`)
process.exit(missed.length === 0 ? 0 : 1)
