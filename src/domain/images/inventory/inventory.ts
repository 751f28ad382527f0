import { compareText } from '../../order.ts'
import type { RecordKind } from './files.ts'
import { readApk } from './apk.ts'
import { readDpkg } from './dpkg.ts'
import { readNpm } from './npm.ts'
import { readDistribution, type Distribution } from './os.ts'
import { purl, type PackageDescription, type InstalledPackage } from './package.ts'
import { readPython } from './pypi.ts'

/** A parsed record of a package manager, and its location. */
export interface PackageRecord {
  readonly kind: RecordKind
  readonly location: string
  readonly layer: string
  readonly packages: readonly PackageDescription[]
  readonly distribution?: Distribution
}

/** Parses a record by its kind. An invalid record describes no packages. */
export function readRecord(
  kind: RecordKind,
  text: string,
  location: string,
  layer: string,
): PackageRecord {
  const place = { kind, location, layer }
  switch (kind) {
    case 'dpkg':
      return { ...place, packages: readDpkg(text) }
    case 'apk':
      return { ...place, packages: readApk(text) }
    case 'npm':
      return { ...place, packages: asList(readNpm(text)) }
    case 'python':
      return { ...place, packages: asList(readPython(text)) }
    case 'os_release': {
      const distribution = readDistribution(text)
      return { ...place, packages: [], ...(distribution && { distribution }) }
    }
  }
}

const asList = (found: PackageDescription | undefined): readonly PackageDescription[] =>
  found ? [found] : []

export interface Inventory {
  readonly distribution: Distribution | undefined
  readonly packages: readonly InstalledPackage[]
}

/** Returns the packages of an image, from the records that are visible in its topmost layer. */
export function takeInventory(records: readonly PackageRecord[]): Inventory {
  const withDistribution = records.filter(({ distribution }) => distribution !== undefined)
  const distribution = (
    withDistribution.find(({ location }) => location === 'etc/os-release') ?? withDistribution[0]
  )?.distribution
  const packages = records.flatMap(({ kind, location, layer, packages: described }) =>
    described.flatMap((each) => {
      const url = purlOf(kind, each, distribution)
      if (url === undefined) return []
      const { architecture: _, ...fields } = each
      return [{ ecosystem: ecosystemOf(kind, distribution), ...fields, purl: url, location, layer }]
    }),
  )
  return {
    distribution,
    packages: packages.toSorted(
      (a, b) =>
        compareText(a.ecosystem, b.ecosystem) ||
        compareText(a.purl, b.purl) ||
        compareText(a.location, b.location),
    ),
  }
}

/** Returns the ecosystem of packages. If a distribution has no advisories, its name is used, so that the report shows it. */
function ecosystemOf(kind: RecordKind, distribution: Distribution | undefined): string {
  if (kind === 'npm') return 'npm'
  if (kind === 'python') return 'PyPI'
  return distribution?.ecosystem ?? `${kind}:${distribution?.id ?? 'unknown'}`
}

function purlOf(
  kind: RecordKind,
  { name, version, architecture }: PackageDescription,
  distribution: Distribution | undefined,
): string | undefined {
  const { id, version: release } = distribution ?? {
    id: kind === 'apk' ? 'alpine' : 'debian',
    version: '',
  }
  const qualifiers = {
    ...(architecture !== undefined && { arch: architecture }),
    ...(release !== '' && { distro: `${id}-${release}` }),
  }
  switch (kind) {
    case 'npm':
      return purl(
        'npm',
        name.startsWith('@') ? name.split('/')[0] : undefined,
        name.split('/').at(-1)!,
        version,
      )
    case 'python':
      return purl('pypi', undefined, name, version)
    case 'dpkg':
      return purl('deb', id, name, version, qualifiers)
    case 'apk':
      return purl('apk', id, name, version, qualifiers)
    case 'os_release':
      return undefined
  }
}
