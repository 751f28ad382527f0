import type { InstalledPackage } from './inventory.ts'
import { displayText } from './findings.ts'

/** A package as its record describes it. */
export type PackageDescription = Pick<InstalledPackage, 'name' | 'version'> & {
  readonly source?: { readonly name: string; readonly version: string }
  readonly architecture?: string
}

const PACKAGE_NAME = /^[A-Za-z0-9@._+/~:-]{1,200}$/
const PACKAGE_VERSION = /^[!-~]{1,150}$/

/** Returns whether a name and a version are plausible; the content of an image is not trusted. */
const isPackage = (name: unknown, version: unknown): boolean =>
  typeof name === 'string' &&
  typeof version === 'string' &&
  PACKAGE_NAME.test(name) &&
  PACKAGE_VERSION.test(version)

/** The kinds of files that describe packages or the distribution, recognized by their path. */
export type RecordKind = 'dpkg' | 'apk' | 'npm' | 'python' | 'os_release'

const KINDS: readonly (readonly [RegExp, RecordKind])[] = [
  [/^var\/lib\/dpkg\/status$/, 'dpkg'],
  [/^var\/lib\/dpkg\/status\.d\/[^/]+(?<!\.md5sums)$/, 'dpkg'],
  [/^(usr\/)?lib\/apk\/db\/installed$/, 'apk'],
  [/(^|\/)node_modules\/(@[^/]+\/)?[^/@][^/]*\/package\.json$/, 'npm'],
  [/\.dist-info\/METADATA$/, 'python'],
  [/\.egg-info(\/PKG-INFO)?$/, 'python'],
  [/^(etc|usr\/lib)\/os-release$/, 'os_release'],
]

/** Returns the kind of record at a path; undefined for all other files. */
export const recordKindOf = (path: string): RecordKind | undefined =>
  KINDS.find(([pattern]) => pattern.test(path))?.[1]

const [DPKG_PACKAGE, DPKG_VERSION, DPKG_STATUS, DPKG_ARCHITECTURE, DPKG_SOURCE_FIELD] = [
  /^Package:(.*)$/m,
  /^Version:(.*)$/m,
  /^Status:(.*)$/m,
  /^Architecture:(.*)$/m,
  /^Source:(.*)$/m,
] as const
const DPKG_SOURCE = /^(\S+)(?: \((\S+)\))?$/

/**
 * Parses the installed packages from a dpkg status file, or from a file with a single stanza as used in images without dpkg (`status.d`).
 */
export const readDpkg = (text: string): readonly PackageDescription[] =>
  text
    .split(/\n[ \t]*\n/)
    .map(readDpkgStanza)
    .filter((entry) => entry !== undefined)

function readDpkgStanza(stanza: string): PackageDescription | undefined {
  const field = (pattern: RegExp) => pattern.exec(stanza)?.[1]?.trim()
  const name = field(DPKG_PACKAGE)
  const version = name && field(DPKG_VERSION)
  if (!name || !version || !isPackage(name, version)) return undefined
  const [status, architecture] = [field(DPKG_STATUS), field(DPKG_ARCHITECTURE)]
  if (status !== undefined && !status.endsWith(' installed')) return undefined
  const [, source = name, sourceVersion = version] =
    DPKG_SOURCE.exec(field(DPKG_SOURCE_FIELD) ?? '') ?? []
  return {
    name,
    version,
    ...(architecture !== undefined && /^[a-z0-9-]{1,30}$/.test(architecture) && { architecture }),
    ...(isPackage(source, sourceVersion) && { source: { name: source, version: sourceVersion } }),
  }
}

const [APK_NAME, APK_VERSION, APK_ORIGIN, APK_ARCHITECTURE] = [
  /^P:(.*)$/m,
  /^V:(.*)$/m,
  /^o:(.*)$/m,
  /^A:(.*)$/m,
] as const

/** Parses apk's database of installed packages: one-letter fields, with a blank line between packages. */
export const readApk = (text: string): readonly PackageDescription[] =>
  text
    .split(/\n\n+/)
    .map(readApkStanza)
    .filter((entry) => entry !== undefined)

function readApkStanza(stanza: string): PackageDescription | undefined {
  const field = (pattern: RegExp) => pattern.exec(stanza)?.[1]?.trim()
  const name = field(APK_NAME)
  const version = name && field(APK_VERSION)
  if (!name || !version || !isPackage(name, version)) return undefined
  const [origin, architecture] = [field(APK_ORIGIN), field(APK_ARCHITECTURE)]
  return {
    name,
    version,
    ...(architecture !== undefined && /^[a-z0-9_]{1,30}$/.test(architecture) && { architecture }),
    ...(origin !== undefined &&
      isPackage(origin, version) && { source: { name: origin, version } }),
  }
}

const NPM_NAME = /^(@[A-Za-z0-9._~-]+\/)?[A-Za-z0-9._~-]+$/

/**
 * Parses the package that a package.json describes. Returns undefined if it does not describe one, because many only set the module type of
 * a folder.
 */
export function readNpm(text: string): PackageDescription | undefined {
  try {
    const { name, version } = JSON.parse(text) as Record<string, unknown>
    return isPackage(name, version) && NPM_NAME.test(name as string)
      ? { name: name as string, version: version as string }
      : undefined
  } catch {
    return undefined // The text is not JSON, or null.
  }
}

/** Parses the package that METADATA or PKG-INFO describes, from the headers before the first blank line (PEP 566). */
export function readPython(text: string): PackageDescription | undefined {
  const headers = text.slice(0, 64 * 1024).split(/\r?\n\r?\n/)[0]!
  const header = (name: string) =>
    new RegExp(`^${name}:[ \t]*(.*?)\r?$`, 'im').exec(headers)?.[1]?.trim()
  const [name, version] = [header('Name'), header('Version')]
  return isPackage(name, version)
    ? { name: normalizedPythonName(name!), version: version! }
    : undefined
}

/** Returns the normalized name of a package (PEP 503), which advisories use. */
export const normalizedPythonName = (name: string): string =>
  name.toLowerCase().replace(/[-_.]+/g, '-')

/** The distribution of an image, as stated in os-release. */
export interface Distribution {
  readonly id: string
  readonly version: string
  readonly name: string
  /** The OSV ecosystem of its packages; undefined if OSV has none for it. */
  readonly ecosystem: string | undefined
}

/** Parses etc/os-release (os-release(5)): shell assignments, with or without quotes. */
export function readDistribution(text: string): Distribution | undefined {
  const value = (name: string) =>
    /^(["']?)(.*)\1$/.exec(new RegExp(`^${name}=(.*)$`, 'm').exec(text)?.[1]?.trim() ?? '')?.[2] ??
    ''
  const [id, version] = [value('ID').toLowerCase(), value('VERSION_ID')]
  if (!/^[a-z0-9._-]{1,40}$/.test(id) || !/^[A-Za-z0-9._-]{0,40}$/.test(version)) return undefined
  return {
    id,
    version,
    name: displayText(value('PRETTY_NAME') || `${id} ${version}`.trim(), 200),
    ecosystem: ecosystemOf(id, version),
  }
}

function ecosystemOf(id: string, version: string): string | undefined {
  const [major = '', minor = ''] = version.split('.')
  if (id === 'debian' && major !== '') return `Debian:${major}`
  if (id === 'alpine' && minor !== '') return `Alpine:v${major}.${minor}`
  if (id === 'ubuntu' && minor !== '')
    return `Ubuntu:${major}.${minor}${isLongTerm(major, minor) ? ':LTS' : ''}`
  return undefined
}

/** Returns whether this is a long-term support release of Ubuntu: one from April of an even year. */
const isLongTerm = (year: string, month: string): boolean =>
  Number(year) % 2 === 0 && month === '04'

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
  const base = { kind, location, layer }
  switch (kind) {
    case 'dpkg':
      return { ...base, packages: readDpkg(text) }
    case 'apk':
      return { ...base, packages: readApk(text) }
    case 'npm':
      return { ...base, packages: asList(readNpm(text)) }
    case 'python':
      return { ...base, packages: asList(readPython(text)) }
    case 'os_release': {
      const distribution = readDistribution(text)
      return { ...base, packages: [], ...(distribution && { distribution }) }
    }
  }
}

const asList = (found: PackageDescription | undefined): readonly PackageDescription[] =>
  found ? [found] : []
