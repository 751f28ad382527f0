import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PackageSource } from './sources.ts'

type Names = Readonly<Record<string, string>>
interface RootManifest {
  readonly version: string
  readonly license: string
  readonly engines: Names
  readonly dependencies: Names
}
interface SourceManifest {
  readonly name: string
  readonly description: string
  readonly keywords: readonly string[]
  readonly bin: Names
  readonly exports: Names
  readonly dependencies: Names
}

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))

/** Reads the package.json in the folder of a package. */
export const readSource = ({ folder }: PackageSource): SourceManifest =>
  readJson(join(folder, 'package.json')) as SourceManifest

/**
 * Returns the package.json of a published package: that of its folder, with the version, the license, the required Node version and the
 * exact versions of dependencies that the repository's package.json names for all packages.
 */
export function publishedManifest(source: PackageSource): object {
  const { name, description, keywords, bin, exports, dependencies } = readSource(source)
  const root = readJson('package.json') as RootManifest
  return {
    name,
    version: root.version,
    description,
    keywords,
    license: root.license,
    type: 'module',
    engines: root.engines,
    bin: mapValues(bin, compiled),
    exports: mapValues(exports, (path) =>
      path.endsWith('.ts') ? { types: typesOf(source), default: compiled(path) } : path,
    ),
    dependencies: mapValues(dependencies, (_, dependency) => versionOf(dependency, root)),
  }
}

const compiled = (path: string): string => path.replace(/\.ts$/, '.js')
const typesOf = ({ library }: PackageSource): string => `./${library!.replace(/\.ts$/, '.d.ts')}`

function versionOf(dependency: string, { dependencies }: RootManifest): string {
  const version = dependencies[dependency]
  if (version === undefined)
    throw new Error(`package.json names no version of the dependency ${dependency}`)
  return version
}

const mapValues = <T>(names: Names, change: (value: string, name: string) => T) =>
  Object.fromEntries(Object.entries(names).map(([name, value]) => [name, change(value, name)]))
