import { isPackage, type PackageDescription } from './package.ts'

/** The package that METADATA or PKG-INFO describes: headers before the first blank line (PEP 566). */
export function readPython(text: string): PackageDescription | undefined {
  const headers = text.slice(0, 64 * 1024).split(/\r?\n\r?\n/)[0]!
  const header = (name: string) =>
    new RegExp(`^${name}:[ \t]*(.*?)\r?$`, 'im').exec(headers)?.[1]?.trim()
  const [name, version] = [header('Name'), header('Version')]
  return isPackage(name, version) ? { name: normalized(name!), version: version! } : undefined
}

/** One spelling per package (PEP 503), the one that advisories use. */
export const normalized = (name: string): string => name.toLowerCase().replace(/[-_.]+/g, '-')
