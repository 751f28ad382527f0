import { compareText } from '../order.ts'
import { displayText } from './findings.ts'
import type {
  RecordKind,
  Distribution,
  PackageRecord,
  PackageDescription,
} from './package-records.ts'
import { PackageURL } from 'packageurl-js'

/** A package that a package manager installed in an image. */
export interface InstalledPackage {
  /** The OSV ecosystem: `npm`, `PyPI`, `Debian:12`, `Alpine:v3.20`. */
  readonly ecosystem: string
  readonly name: string
  readonly version: string
  readonly purl: string
  /** The source package, if advisories refer to it. */
  readonly source?: { readonly name: string; readonly version: string }
  /** The path of its record in the image as a report shows it, and the layer that contains it. */
  readonly location: string
  readonly layer: string
}

export interface Inventory {
  readonly distribution: Distribution | undefined
  readonly packages: readonly InstalledPackage[]
}

/** Returns the packages of an image, from the records that are visible when all of its layers are stacked. */
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
      return [
        {
          ecosystem: ecosystemOf(kind, distribution),
          ...fields,
          purl: url,
          location: displayText(location),
          layer,
        },
      ]
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

/** Returns a package URL (purl specification); undefined if the parts are invalid. */
export function purl(
  type: string,
  namespace: string | undefined,
  name: string,
  version: string,
  qualifiers?: Record<string, string>,
): string | undefined {
  try {
    return new PackageURL(type, namespace, name, version, qualifiers, undefined).toString()
  } catch {
    return undefined
  }
}
