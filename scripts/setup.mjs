// Runs before every npm script, under whatever Node the system has: installs what is missing, so that a fresh clone needs no other step.
// With --dashboard it builds the dashboard too, when what it is made of has changed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'

const MARK = 'node_modules/.installed'
const wanted = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex')
const installed = existsSync(MARK) ? readFileSync(MARK, 'utf8') : ''

if (installed !== wanted) {
  process.stderr.write('Installing the exact versions of package-lock.json (once) ...\n')
  // npm empties what it finds, and through a link that would be another tree's.
  if (lstatSync('node_modules', { throwIfNoEntry: false })?.isSymbolicLink())
    unlinkSync('node_modules')
  const { status } = spawnSync('npm', ['ci', '--no-fund', '--no-audit', '--loglevel=error'], {
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  })
  if (status !== 0) {
    process.stderr.write('npm ci failed; its message stands above.\n')
    process.exit(status ?? 1)
  }
  writeFileSync(MARK, wanted)
}

if (process.argv.includes('--dashboard')) await import('./dashboard.mjs')
