import { PackageURL } from 'packageurl-js'

/** Something a package manager put into an image. */
export interface InstalledPackage {
  /** As OSV names it: `npm`, `PyPI`, `Debian:12`, `Alpine:v3.20`. */
  readonly ecosystem: string
  readonly name: string
  readonly version: string
  readonly purl: string
  /** What the package was built from, where advisories go by that. */
  readonly source?: { readonly name: string; readonly version: string }
  /** Where its record lies in the image, and in which layer. */
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

/** A name and a version that could be real; everything else in an image is a stranger's text. */
export const isPackage = (name: unknown, version: unknown): boolean =>
  typeof name === 'string' &&
  typeof version === 'string' &&
  NAME.test(name) &&
  VERSION.test(version)

/** A package URL; undefined where the parts make none (purl specification). */
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
