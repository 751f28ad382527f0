import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { FAULTS } from '../history/faults/faults.ts'
import { samples } from '../kit/samples.ts'

const run = promisify(execFile)
const FOLDER = join(import.meta.dirname, '../history/faults')
const SEEDS = '150'
/** The faults for which each run searches. */
const CORE = [
  'an install token creates an installation each time',
  'a heartbeat renews the lease of a revoked installation',
  'installations are read before the transaction',
  'invitations are read before the transaction',
]
/** Faults that are found many times within these seeds; `npm run history:proof` searches for the others, too. */
const FOUND_OFTEN = samples(CORE, [
  ...CORE,
  'an expired token cannot be replayed within the replay window',
  'a replay works after a recovery',
  'a replay works after a revocation',
  'token_version does not increase',
  'replaced tokens become invalid at once',
  'only one unused version is kept',
  'heartbeats after a revocation are never refused',
  'refresh works after a revocation',
  'a recovery keeps the old runtime tokens valid',
  'the tokens of a revoked installation work for every operation',
  'valid credentials are cached',
  'any person can accept an invitation that was sent to someone else',
  'an invitation adds a member at once',
  'invitations of a member who leaves stay open',
])

it.each(FOUND_OFTEN)('the simulation finds that %s', async (description) => {
  expect(FAULTS.map((fault) => fault.description)).toContain(description)
  const env = { ...process.env, SVC_HISTORY_FAULT: description }
  const { stdout } = await run(
    process.execPath,
    ['--import', join(FOLDER, 'plant.ts'), join(FOLDER, 'search.ts'), SEEDS, '1'],
    { env },
  )
  expect(JSON.parse(stdout)).toMatchObject({ found: 1 })
})
