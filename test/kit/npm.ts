import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'

const FILES = ['package.json', 'package-lock.json']

/**
 * Returns the npm packages that `package-lock.json` of a folder names. They are installed separately from the dependencies of the
 * repository, which they must not change.
 */
export function npmPackages(folder: string) {
  const packages = join(folder, '.packages')
  const mark = join(packages, '.installed')
  return {
    /** Installs the exact versions without running their scripts, unless they are installed already. @throws Error if that fails */
    install(): void {
      const wanted = FILES.reduce(
        (hash, name) => hash.update(readFileSync(join(folder, name))),
        createHash('sha256'),
      ).digest('hex')
      if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return
      process.stderr.write(
        `Installing the exact versions of ${basename(folder)}/package-lock.json (once) ...\n`,
      )
      mkdirSync(packages, { recursive: true })
      for (const name of FILES) copyFileSync(join(folder, name), join(packages, name))
      const args = ['ci', '--ignore-scripts', '--no-fund', '--no-audit', '--loglevel=error']
      const { status } = spawnSync('npm', args, {
        cwd: packages,
        stdio: ['ignore', 2, 2],
        shell: process.platform === 'win32',
      })
      if (status !== 0) throw new Error(`\`npm ${args.join(' ')}\` failed; see its output above.`)
      writeFileSync(mark, wanted)
    },
    /** Loads an installed package. Its type is the part of it that the caller uses. */
    load: <Exports>(name: string): Exports => createRequire(mark)(name) as Exports,
    /** Returns the path of a file of an installed package. */
    pathOf: (...path: readonly string[]): string => join(packages, 'node_modules', ...path),
  }
}
