import { isPackage, type Described } from './package.ts'

/** The packages of apk's list of what is installed: one-letter fields, a blank line between packages. */
export const readApk = (text: string): readonly Described[] => text.split(/\n\n+/).map(readStanza).filter((found) => found !== undefined)

function readStanza(stanza: string): Described | undefined {
  const field = (letter: string) => new RegExp(`^${letter}:(.*)$`, 'm').exec(stanza)?.[1]?.trim()
  const [name, version, origin, architecture] = [field('P'), field('V'), field('o'), field('A')]
  if (!isPackage(name, version)) return undefined
  return {
    name: name!, version: version!, ...(architecture !== undefined && /^[a-z0-9_]{1,30}$/.test(architecture) && { architecture }),
    ...(isPackage(origin, version) && { source: { name: origin!, version: version! } }),
  }
}
