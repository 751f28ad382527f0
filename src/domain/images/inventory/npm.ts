import { isPackage, type PackageDescription } from './package.ts'

const NPM_NAME = /^(@[A-Za-z0-9._~-]+\/)?[A-Za-z0-9._~-]+$/

/** Parses the package that a package.json describes; undefined if it describes none, since many only mark a folder as modules. */
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
