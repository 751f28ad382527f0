// Builds the dashboard when what it is made of has changed, under whatever Node the system has.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const MARK = 'dashboard/dist/.built'
const digest = digestOf([
  'dashboard/index.html',
  'dashboard/tsconfig.json',
  'dashboard/vite.config.ts',
  ...filesIn('dashboard/src'),
  'package-lock.json',
])

if ((existsSync(MARK) ? readFileSync(MARK, 'utf8') : '') !== digest) {
  // The project's Node, because the build's settings are TypeScript.
  const { status } = spawnSync(
    'node_modules/node/bin/node',
    [
      'node_modules/vite/bin/vite.js',
      'build',
      '--config',
      'dashboard/vite.config.ts',
      '--logLevel',
      'warn',
    ],
    { stdio: ['ignore', 2, 2] },
  )
  if (status !== 0) {
    process.stderr.write('The dashboard could not be built; the reason stands above.\n')
    process.exit(status ?? 1)
  }
  writeFileSync(MARK, digest)
}

function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) =>
      entry.isDirectory() ? filesIn(join(folder, entry.name)) : [join(folder, entry.name)],
    )
    .sort()
}

function digestOf(files) {
  const hash = createHash('sha256')
  for (const file of files) hash.update(`${file}\0`).update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}
