import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'

export interface PackedPackage {
  readonly tarball: string
  /** The paths in the package. */
  readonly files: readonly string[]
  readonly tarball_bytes: number
}

/** Packs a built package into a folder. Its scripts are not run, because it is built already. */
export function packPackage(built: string, into: string): PackedPackage {
  const printed = execFileSync(
    'npm',
    ['pack', resolve(built), '--json', '--ignore-scripts', '--pack-destination', resolve(into)],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const [packed] = JSON.parse(printed) as [
    { filename: string; size: number; files: { path: string }[] },
  ]
  return {
    tarball: join(resolve(into), packed.filename),
    files: packed.files.map(({ path }) => path),
    tarball_bytes: packed.size,
  }
}

/** A package that npm installed, as its lock file describes it. */
interface LockedPackage {
  readonly hasInstallScript?: boolean
}

export interface InstalledPackages {
  /** By folder, such as `node_modules/ajv`. */
  readonly packages: Readonly<Record<string, LockedPackage>>
  readonly bytes: number
}

/** Returns what npm installed in a folder. */
export function measureInstallation(folder: string): InstalledPackages {
  const modules = join(folder, 'node_modules')
  const lock = readFileSync(join(modules, '.package-lock.json'), 'utf8')
  const { packages } = JSON.parse(lock) as { packages: Record<string, LockedPackage> }
  const bytes = readdirSync(modules, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
  return { packages, bytes }
}
