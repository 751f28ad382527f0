import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { installRequirements } from '../test/kit/venv.ts'

const HERE = import.meta.dirname
/** The packages are installed separately from the dependencies of the repository, which they must not change. */
const PACKAGES = join(HERE, '.packages')
const NPM_FILES = ['package.json', 'package-lock.json']

const markOf = (folder: string): string => join(folder, '.installed')

/** Installs the npm packages of `package-lock.json`, unless they are installed already, and without running their scripts. @throws Error if that fails */
export function installNpmPackages(): void {
  const wanted = NPM_FILES.reduce(
    (hash, name) => hash.update(readFileSync(join(HERE, name))),
    createHash('sha256'),
  ).digest('hex')
  const mark = markOf(PACKAGES)
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return
  process.stderr.write('Installing the exact versions of interop/package-lock.json (once) ...\n')
  mkdirSync(PACKAGES, { recursive: true })
  for (const name of NPM_FILES) copyFileSync(join(HERE, name), join(PACKAGES, name))
  const args = ['ci', '--ignore-scripts', '--no-fund', '--no-audit', '--loglevel=error']
  if (spawnSync('npm', args, { cwd: PACKAGES, stdio: ['ignore', 2, 2] }).status !== 0)
    throw new Error(`\`npm ${args.join(' ')}\` failed; see its output above.`)
  writeFileSync(mark, wanted)
}

/** Loads an installed npm package. Its type is the part of it that the caller uses. */
export const load = <Exports>(name: string): Exports =>
  createRequire(markOf(PACKAGES))(name) as Exports

/** Returns the path of a file of an installed npm package. */
export const resolvePackage = (path: string): string => join(PACKAGES, 'node_modules', path)

/** Installs the packages of `requirements-VERSION.txt` and returns the Python that has them. @throws Error if that fails */
export const installPythonPackages = (version: string): string =>
  join(
    installRequirements(
      join(HERE, `.python-${version}`, 'venv'),
      join(HERE, `requirements-${version}.txt`),
    ),
    'python',
  )
