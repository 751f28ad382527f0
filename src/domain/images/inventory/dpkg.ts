import { isPackage, type Described } from './package.ts'

const SOURCE = /^(\S+)(?: \((\S+)\))?$/

/** The installed packages of a dpkg status file, or of a stanza of its own as in images without dpkg (`status.d`). */
export const readDpkg = (text: string): readonly Described[] => text.split(/\n[ \t]*\n/).map(readStanza).filter((found) => found !== undefined)

function readStanza(stanza: string): Described | undefined {
  const field = (name: string) => new RegExp(`^${name}:[ \t]*(.*)$`, 'm').exec(stanza)?.[1]?.trim()
  const [name, version, status] = [field('Package'), field('Version'), field('Status')]
  if (!isPackage(name, version) || (status !== undefined && !status.endsWith(' installed'))) return undefined
  const [, source = name!, sourceVersion = version!] = SOURCE.exec(field('Source') ?? '') ?? []
  const architecture = field('Architecture')
  return {
    name: name!, version: version!, ...(architecture !== undefined && /^[a-z0-9-]{1,30}$/.test(architecture) && { architecture }),
    ...(isPackage(source, sourceVersion) && { source: { name: source, version: sourceVersion } }),
  }
}
