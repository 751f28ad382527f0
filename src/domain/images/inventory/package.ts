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
  /** The path of its record in the image, and the layer that contains it. */
  readonly location: string
  readonly layer: string
}
/** A package as its record describes it. */
export type PackageDescription = Pick<InstalledPackage, 'name' | 'version'> & {
  readonly source?: { readonly name: string; readonly version: string }
  readonly architecture?: string
}

const NAME = /^[A-Za-z0-9@._+/~:-]{1,200}$/
const VERSION = /^[!-~]{1,150}$/

/** Returns whether a name and a version are plausible; the content of an image is not trusted. */
export const isPackage = (name: unknown, version: unknown): boolean =>
  typeof name === 'string' &&
  typeof version === 'string' &&
  NAME.test(name) &&
  VERSION.test(version)

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
