import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { FAULTS } from '../history/faults/faults.ts'

const run = promisify(execFile)
const FOLDER = join(import.meta.dirname, '../history/faults')
/** Faults that are found many times within these seeds; `npm run history:proof` searches for all. */
const SEEDS = '150'
const WANTED = [
  'an install token makes an installation each time',
  'inside the window expired counts before consumed',
  'a replay works after a recovery',
  'a replay works after a revocation',
  'token_version stands still',
  'replaced tokens die at once',
  'one unused version is kept',
  'a heartbeat revives a revoked installation',
  'leases after revocation never end',
  'refresh works after a revocation',
  'a recovery leaves the runtime tokens alive',
  'the tokens of a revoked installation work everywhere',
  'installations are read before the transaction',
  'credentials that were good once are remembered',
  'whoever knows an invitation accepts it for who is invited',
  'an invitation makes a member at once',
  'who leaves keeps open what they invited',
  'invitations are read before the transaction',
]

it.each(WANTED)('the simulation finds that %s', async (says) => {
  expect(FAULTS.map((fault) => fault.says)).toContain(says)
  const env = { ...process.env, SVC_HISTORY_FAULT: says }
  const { stdout } = await run(
    process.execPath,
    ['--import', join(FOLDER, 'plant.ts'), join(FOLDER, 'hunt.ts'), SEEDS, '1'],
    { env },
  )
  expect(JSON.parse(stdout)).toMatchObject({ found: 1 })
})
