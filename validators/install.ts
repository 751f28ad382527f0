import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const HERE = import.meta.dirname
/** The packages are installed separately from the dependencies of the repository, which they must not change. */
const FOLDER = join(HERE, '.packages')
const MARK = join(FOLDER, '.installed')
const FILES = ['package.json', 'package-lock.json']

const wanted = (): string =>
  FILES.reduce(
    (hash, name) => hash.update(readFileSync(join(HERE, name))),
    createHash('sha256'),
  ).digest('hex')

/** Installs the exact versions of `package-lock.json` without running their scripts, unless they are installed already. @throws Error if that fails */
export function installPackages(): void {
  if (existsSync(MARK) && readFileSync(MARK, 'utf8') === wanted()) return
  process.stderr.write('Installing the exact versions of validators/package-lock.json (once) ...\n')
  mkdirSync(FOLDER, { recursive: true })
  for (const name of FILES) copyFileSync(join(HERE, name), join(FOLDER, name))
  const options = ['--ignore-scripts', '--no-fund', '--no-audit', '--loglevel=error']
  const { status } = spawnSync('npm', ['ci', ...options], {
    cwd: FOLDER,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new Error('npm ci failed; see its output above.')
  writeFileSync(MARK, wanted())
}

/** Loads an installed package. Its type is the part of it that the caller uses. */
export const load = <Exports>(name: string): Exports => createRequire(MARK)(name) as Exports

/** Returns the path of a file of an installed package. */
export const installedPath = (...path: readonly string[]): string =>
  join(FOLDER, 'node_modules', ...path)

/** Returns the version of a package that `package.json` pins; undefined if it is not listed. */
export function pinnedVersion(name: string): string | undefined {
  const { dependencies } = JSON.parse(readFileSync(join(HERE, 'package.json'), 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>
  }
  return dependencies[name]
}
