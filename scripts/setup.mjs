// Runs before every npm script, under whatever Node the system has: installs what is missing, so that a fresh clone needs no other step.
// With --dashboard it builds the dashboard too, when what it is made of has changed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const MARK = 'node_modules/.installed'
const wanted = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex')
const installed = existsSync(MARK) ? readFileSync(MARK, 'utf8') : ''

if (installed !== wanted) {
  process.stderr.write('Installing the exact versions of package-lock.json (once) ...\n')
  // npm empties what it finds, and through a link that would be another tree's.
  if (lstatSync('node_modules', { throwIfNoEntry: false })?.isSymbolicLink()) unlinkSync('node_modules')
  const { status } = spawnSync('npm', ['ci', '--no-fund', '--no-audit', '--loglevel=error'], { stdio: ['ignore', 2, 2], shell: process.platform === 'win32' })
  if (status !== 0) {
    process.stderr.write('npm ci failed; its message stands above.\n')
    process.exit(status ?? 1)
  }
  writeFileSync(MARK, wanted)
}

if (process.argv.includes('--dashboard')) {
  const mark = 'dashboard/dist/.built'
  const digest = digestOf(['dashboard/index.html', 'dashboard/vite.config.ts', ...filesIn('dashboard/src'), 'package-lock.json'])
  if ((existsSync(mark) ? readFileSync(mark, 'utf8') : '') !== digest) {
    buildDashboard()
    writeFileSync(mark, digest)
  }
}

function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? filesIn(join(folder, entry.name)) : [join(folder, entry.name)])).sort()
}

function digestOf(files) {
  const digest = createHash('sha256')
  for (const file of files) digest.update(`${file}\0`).update(readFileSync(file)).update('\0')
  return digest.digest('hex')
}

/** Under the project's Node, because the build's settings are TypeScript. */
function buildDashboard() {
  const { status } = spawnSync('node_modules/node/bin/node', ['node_modules/vite/bin/vite.js', 'build', '--config', 'dashboard/vite.config.ts', '--logLevel', 'warn'], { stdio: ['ignore', 2, 2] })
  if (status === 0) return
  process.stderr.write('The dashboard could not be built; the reason stands above.\n')
  process.exit(status ?? 1)
}
