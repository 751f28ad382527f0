import { isPackage, type PackageDescription } from './package.ts'

const [PACKAGE, VERSION, STATUS, ARCHITECTURE, BUILT_FROM] = [
  /^Package:(.*)$/m,
  /^Version:(.*)$/m,
  /^Status:(.*)$/m,
  /^Architecture:(.*)$/m,
  /^Source:(.*)$/m,
] as const
const SOURCE = /^(\S+)(?: \((\S+)\))?$/

/** Parses the installed packages of a dpkg status file, or of a file with one stanza as in images without dpkg (`status.d`). */
export const readDpkg = (text: string): readonly PackageDescription[] =>
  text
    .split(/\n[ \t]*\n/)
    .map(readStanza)
    .filter((found) => found !== undefined)

function readStanza(stanza: string): PackageDescription | undefined {
  const field = (pattern: RegExp) => pattern.exec(stanza)?.[1]?.trim()
  const name = field(PACKAGE)
  const version = name && field(VERSION)
  if (!name || !version || !isPackage(name, version)) return undefined
  const [status, architecture] = [field(STATUS), field(ARCHITECTURE)]
  if (status !== undefined && !status.endsWith(' installed')) return undefined
  const [, source = name, sourceVersion = version] = SOURCE.exec(field(BUILT_FROM) ?? '') ?? []
  return {
    name,
    version,
    ...(architecture !== undefined && /^[a-z0-9-]{1,30}$/.test(architecture) && { architecture }),
    ...(isPackage(source, sourceVersion) && { source: { name: source, version: sourceVersion } }),
  }
}
