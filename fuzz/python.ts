import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const HERE = import.meta.dirname
const VENV = join(HERE, '.venv')
const MARK = join(VENV, '.installed')
const REQUIREMENTS = join(HERE, 'requirements.txt')
const OLDEST = 'import sys; sys.exit(sys.version_info < (3, 10))'

/** The path of the Schemathesis executable, or the reason why it is not available. */
export type Installed =
  | { readonly kind: 'installed'; readonly st: string }
  | { readonly kind: 'missing'; readonly reason: string }

/** Installs the exact versions of `requirements.txt` into a virtual environment in this folder, unless they are installed already. */
export function installSchemathesis(): Installed {
  const st = join(VENV, 'bin', 'st')
  const wanted = createHash('sha256').update(readFileSync(REQUIREMENTS)).digest('hex')
  if (existsSync(MARK) && readFileSync(MARK, 'utf8') === wanted) return { kind: 'installed', st }

  const python = ['python3', 'python'].find((name) => spawnSync(name, ['-c', OLDEST]).status === 0)
  if (python === undefined)
    return { kind: 'missing', reason: 'There is no Python 3.10 or newer on the PATH.' }
  process.stderr.write('Installing the exact versions of fuzz/requirements.txt (once) ...\n')
  mkdirSync(VENV, { recursive: true })
  const steps = [
    [python, '-m', 'venv', '--clear', VENV],
    [
      join(VENV, 'bin', 'pip'),
      'install',
      '--quiet',
      '--disable-pip-version-check',
      '--no-deps',
      '-r',
      REQUIREMENTS,
    ],
  ]
  for (const [command, ...args] of steps) {
    const { status } = spawnSync(command!, args, { stdio: ['ignore', 2, 2] })
    if (status !== 0)
      return {
        kind: 'missing',
        reason: `\`${command!} ${args.join(' ')}\` failed; see its output above.`,
      }
  }
  writeFileSync(MARK, wanted)
  return { kind: 'installed', st }
}
