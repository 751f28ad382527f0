import { readFileSync } from 'node:fs'

interface Manifest {
  readonly name: string
  readonly version: string
  readonly engines: { readonly node: string }
}

/** Reads the package.json of this program. */
const readManifest = () =>
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as Manifest

/** Returns the version of this program. */
export const version = (): string => readManifest().version

/**
 * Returns why a version of Node cannot run this package and what to do, or undefined if it can. The oldest supported version is the one in
 * `engines` of package.json, as `>=MAJOR.MINOR`.
 */
export function nodeVersionProblem(running = process.versions.node): string | undefined {
  const { name, engines } = readManifest()
  const oldest = engines.node.replace('>=', '')
  if (!isOlder(running, oldest)) return undefined
  return `${name} requires Node ${oldest} or newer, but this is Node ${running}. Install a current version from https://nodejs.org and try again.`
}

function isOlder(version: string, than: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [otherMajor = 0, otherMinor = 0] = than.split('.').map(Number)
  return major < otherMajor || (major === otherMajor && minor < otherMinor)
}
