import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { alignColumns } from '../../../src/terminal/text.ts'
import { FAULTS } from './faults.ts'

/** Measures how many of the known faults the simulation finds, and after how many seeds. Each fault runs in a separate process. */
const {
  values: { only, seeds },
} = parseArgs({ options: { only: { type: 'string' }, seeds: { type: 'string', default: '4000' } } })
const VIOLATIONS = '5'
const run = promisify(execFile)

interface SearchResult {
  readonly seeds: number
  readonly found: number
  readonly by: string
}

async function search(description: string): Promise<SearchResult> {
  const [plant, program] = ['plant.ts', 'search.ts'].map((file) =>
    join(import.meta.dirname, file),
  ) as [string, string]
  const { stdout } = await run(process.execPath, ['--import', plant, program, seeds, VIOLATIONS], {
    env: { ...process.env, SVC_HISTORY_FAULT: description },
  })
  return JSON.parse(stdout) as SearchResult
}

const rows: string[][] = []
const missed: string[] = []
for (const { description } of FAULTS.filter(
  (fault) => only === undefined || fault.description.includes(only),
)) {
  const { seeds: needed, found, by } = await search(description)
  if (found === 0) missed.push(description)
  rows.push([description, found === 0 ? 'not found' : (needed / found).toFixed(1), by.slice(0, 90)])
}
console.log(alignColumns([['FAULT', 'SEEDS TO FIND IT', 'BY'], ...rows]))
console.log(`\n${rows.length - missed.length} of ${rows.length} found.`)
process.exit(missed.length === 0 ? 0 : 1)
