/**
 * Stores what this version writes, as test data for later versions: `node test/store/releases/make.ts NAME`, once before a release and once
 * after each change to the tables. The files of a release are never changed.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { version } from '../../../src/version.ts'
import { openDatabase } from '../../../src/store/open.ts'
import { TABLES } from '../../../src/store/tables.ts'
import { backUp } from '../../../src/store/transfer/backup.ts'
import { newPopulatedWorld } from '../populated-world.ts'
import { MASTER_KEY } from '../world.ts'
import { newFolder } from '../../kit/folder.ts'

const name = process.argv[2]
if (name === undefined) throw new Error('Usage: node test/store/releases/make.ts NAME')
const folder = join(import.meta.dirname, name)
mkdirSync(folder)
const path = join(newFolder('release'), 'registry.db')
const address = `sqlite:${path}`
const world = await newPopulatedWorld({
  kind: 'sqlite',
  path,
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
writeFileSync(join(folder, 'registry.db.gz'), gzipSync(readFileSync(path), { level: 9 }))
writeFileSync(join(folder, 'tables.json'), `${JSON.stringify(TABLES, null, 1)}\n`)
// With these secrets of a store that is not in use, a test acts as its agents.
writeFileSync(
  join(folder, 'secrets.json'),
  `${JSON.stringify({ now: clock.now, master_key: MASTER_KEY.toString('hex'), api_key, tokens }, null, 1)}\n`,
)
