// Runs before most npm scripts (`pre...` in package.json), with any version of Node: installs missing packages, so that a fresh clone
// needs no other step.
// With --dashboard it also builds the dashboard if its sources have changed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'

const MARK = 'node_modules/.installed'
const wanted = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex')
const installed = existsSync(MARK) ? readFileSync(MARK, 'utf8') : ''

if (installed !== wanted) {
  process.stderr.write('Installing the exact versions of package-lock.json (once) ...\n')
  // npm empties an existing folder. Through a symbolic link that would be the folder of another checkout.
  if (lstatSync('node_modules', { throwIfNoEntry: false })?.isSymbolicLink())
    unlinkSync('node_modules')
  const { status } = spawnSync('npm', ['ci', '--no-fund', '--no-audit', '--loglevel=error'], {
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  })
  if (status !== 0) {
    process.stderr.write('npm ci failed; see its output above.\n')
    process.exit(status ?? 1)
  }
  writeFileSync(MARK, wanted)
}

if (process.argv.includes('--dashboard')) await import('./dashboard.mjs')
