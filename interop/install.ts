import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const HERE = import.meta.dirname
/** Outside of the dependencies of the repository, which they must not change. */
const PACKAGES = join(HERE, '.packages')
const NPM_FILES = ['package.json', 'package-lock.json']

interface Step {
  readonly command: string
  readonly args: readonly string[]
  readonly cwd?: string
}

/** Runs the steps that install exact versions into a folder, unless these versions are installed already. @throws Error if that fails */
function install(folder: string, files: readonly string[], steps: readonly Step[]): void {
  const wanted = files
    .reduce((hash, name) => hash.update(readFileSync(join(HERE, name))), createHash('sha256'))
    .digest('hex')
  const mark = markOf(folder)
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return
  process.stderr.write(`Installing the exact versions of interop/${files.at(-1)} (once) ...\n`)
  mkdirSync(folder, { recursive: true })
  for (const name of files) copyFileSync(join(HERE, name), join(folder, name))
  for (const { command, args, cwd } of steps)
    if (spawnSync(command, args, { cwd, stdio: ['ignore', 2, 2] }).status !== 0)
      throw new Error(`\`${command} ${args.join(' ')}\` failed; see its output above.`)
  writeFileSync(mark, wanted)
}

const markOf = (folder: string): string => join(folder, '.installed')

/** Installs the npm packages of `package-lock.json`, without running their scripts. @throws Error if that fails */
export const installNpmPackages = (): void =>
  install(PACKAGES, NPM_FILES, [
    {
      command: 'npm',
      args: ['ci', '--ignore-scripts', '--no-fund', '--no-audit', '--loglevel=error'],
      cwd: PACKAGES,
    },
  ])

/** Loads an installed npm package. Its type is the part of it that the caller uses. */
export const load = <Exports>(name: string): Exports =>
  createRequire(markOf(PACKAGES))(name) as Exports

/** Returns the path of a file of an installed npm package. */
export const resolvePackage = (path: string): string => join(PACKAGES, 'node_modules', path)

/** Installs the packages of `requirements-VERSION.txt` and returns the Python that has them. @throws Error if that fails */
export function installPythonPackages(version: string): string {
  const folder = join(HERE, `.python-${version}`)
  const requirements = `requirements-${version}.txt`
  const python = join(folder, 'venv', 'bin', 'python')
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-deps', '-r']
  install(
    folder,
    [requirements],
    [
      { command: 'python3', args: ['-m', 'venv', '--clear', join(folder, 'venv')] },
      { command: python, args: [...pip, join(HERE, requirements)] },
    ],
  )
  return python
}
