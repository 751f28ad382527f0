// Builds the dashboard if its sources have changed. This script runs with any version of Node.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const MARK = 'dashboard/dist/.built'
const digest = digestOf([
  'dashboard/index.html',
  'dashboard/tsconfig.json',
  'dashboard/vite.config.ts',
  'scripts/dashboard.mjs',
  ...filesIn('dashboard/src'),
  'package-lock.json',
])

if ((existsSync(MARK) ? readFileSync(MARK, 'utf8') : '') !== digest) {
  // The build's configuration is TypeScript, which needs the project's version of Node.
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
    // The caller, such as a test, may have set another NODE_ENV, with which the build contains paths of this machine.
    { stdio: ['ignore', 2, 2], env: { ...process.env, NODE_ENV: 'production' } },
  )
  if (status !== 0) {
    process.stderr.write('The dashboard could not be built; see the output above.\n')
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
