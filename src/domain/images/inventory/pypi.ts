import { isPackage, type PackageDescription } from './package.ts'

/** Parses the package that METADATA or PKG-INFO describes: headers before the first blank line (PEP 566). */
export function readPython(text: string): PackageDescription | undefined {
  const headers = text.slice(0, 64 * 1024).split(/\r?\n\r?\n/)[0]!
  const header = (name: string) =>
    new RegExp(`^${name}:[ \t]*(.*?)\r?$`, 'im').exec(headers)?.[1]?.trim()
  const [name, version] = [header('Name'), header('Version')]
  return isPackage(name, version) ? { name: normalized(name!), version: version! } : undefined
}

/** Returns the normalized name of a package (PEP 503), which advisories use. */
export const normalized = (name: string): string => name.toLowerCase().replace(/[-_.]+/g, '-')
