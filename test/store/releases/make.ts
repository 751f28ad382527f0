/**
 * Keeps what this version writes, for the versions to come: `node test/store/releases/make.ts` before a release, and never again for
 * it. What is kept of a release is never changed.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { version } from '../../../src/version.ts'
import { openDatabase } from '../../../src/store/open.ts'
import { TABLES } from '../../../src/store/tables.ts'
import { backUp } from '../../../src/store/transfer/backup.ts'
import { lived } from '../lived.ts'
import { MASTER_KEY } from '../world.ts'
import { newFolder } from '../../kit/folder.ts'

const folder = join(import.meta.dirname, version())
mkdirSync(folder)
const place = join(newFolder('release'), 'registry.db')
const address = `sqlite:${place}`
const world = await lived({
  kind: 'sqlite',
  path: place,
  address,
  open: () => openDatabase(address),
})
const { clock, tokens, api_key } = world
await world.database.close()
await backUp({
  store: address,
  to: { path: join(folder, 'registry.backup'), replace: false },
  version: version(),
  now: clock.now,
})
writeFileSync(join(folder, 'registry.db.gz'), gzipSync(readFileSync(place), { level: 9 }))
writeFileSync(join(folder, 'tables.json'), `${JSON.stringify(TABLES, null, 1)}\n`)
// Secrets of a store that nobody serves: with them a test is its agents.
writeFileSync(
  join(folder, 'secrets.json'),
  `${JSON.stringify({ now: clock.now, master_key: MASTER_KEY.toString('hex'), api_key, tokens }, null, 1)}\n`,
)
