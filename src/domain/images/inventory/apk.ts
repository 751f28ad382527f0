import { isPackage, type PackageDescription } from './package.ts'

const [NAME, VERSION, ORIGIN, ARCHITECTURE] = [
  /^P:(.*)$/m,
  /^V:(.*)$/m,
  /^o:(.*)$/m,
  /^A:(.*)$/m,
] as const

/** Parses the packages of apk's installed database: one-letter fields, with a blank line between packages. */
export const readApk = (text: string): readonly PackageDescription[] =>
  text
    .split(/\n\n+/)
    .map(readStanza)
    .filter((found) => found !== undefined)

function readStanza(stanza: string): PackageDescription | undefined {
  const field = (pattern: RegExp) => pattern.exec(stanza)?.[1]?.trim()
  const name = field(NAME)
  const version = name && field(VERSION)
  if (!name || !version || !isPackage(name, version)) return undefined
  const [origin, architecture] = [field(ORIGIN), field(ARCHITECTURE)]
  return {
    name,
    version,
    ...(architecture !== undefined && /^[a-z0-9_]{1,30}$/.test(architecture) && { architecture }),
    ...(origin !== undefined &&
      isPackage(origin, version) && { source: { name: origin, version } }),
  }
}
