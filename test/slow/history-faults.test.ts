import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { FAULTS } from '../history/faults/faults.ts'

const run = promisify(execFile)
const FOLDER = join(import.meta.dirname, '../history/faults')
/** Faults of each kind that are found many times within these seeds; `npm run history:proof` searches for all. */
const SEEDS = '150'
const WANTED = [
  'an install token creates an installation each time',
  'a heartbeat renews the lease of a revoked installation',
  'installations are read before the transaction',
  'invitations are read before the transaction',
]

it.each(WANTED)('the simulation finds that %s', async (description) => {
  expect(FAULTS.map((fault) => fault.description)).toContain(description)
  const env = { ...process.env, SVC_HISTORY_FAULT: description }
  const { stdout } = await run(
    process.execPath,
    ['--import', join(FOLDER, 'plant.ts'), join(FOLDER, 'search.ts'), SEEDS, '1'],
    { env },
  )
  expect(JSON.parse(stdout)).toMatchObject({ found: 1 })
})
