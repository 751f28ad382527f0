import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The manifest of a published package. */
export interface Manifest {
  readonly name: string
  readonly version: string
  readonly license: string
  readonly dependencies?: Readonly<Record<string, string>>
}
interface Lock {
  readonly packages: Readonly<Record<string, { readonly link?: boolean }>>
}

/**
 * Writes the package-lock.json of a package into its folder: its direct and transitive dependencies, at the versions that the repository
 * locks.
 * @param root the folder of the repository's package-lock.json
 */
export function writeLock(manifest: Manifest, root: string, folder: string): void {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock
  const installed = Object.entries(packages).filter(
    ([path, { link }]) => path.startsWith('node_modules/') && link !== true,
  )
  const { name, version, license, dependencies } = manifest
  const lock = {
    name,
    version,
    lockfileVersion: 3,
    requires: true,
    packages: {
      '': { name, version, license, ...(dependencies && { dependencies }) },
      ...Object.fromEntries(installed),
    },
  }
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock))
  // This removes what the package does not depend on, and changes no version.
  const flags = [
    '--package-lock-only',
    '--legacy-peer-deps',
    '--ignore-scripts',
    '--offline',
    '--no-audit',
    '--no-fund',
  ]
  execFileSync('npm', ['install', ...flags], { cwd: folder, stdio: ['ignore', 'ignore', 2] })
}
