import { displayText } from '../findings.ts'

/** The distribution of an image, as os-release states it. */
export interface Distribution {
  readonly id: string
  readonly version: string
  readonly name: string
  /** The OSV ecosystem of its packages; undefined if OSV has none for it. */
  readonly ecosystem: string | undefined
}

/** Parses etc/os-release (os-release(5)): shell assignments, with or without quotes. */
export function readDistribution(text: string): Distribution | undefined {
  const value = (name: string) =>
    /^(["']?)(.*)\1$/.exec(new RegExp(`^${name}=(.*)$`, 'm').exec(text)?.[1]?.trim() ?? '')?.[2] ??
    ''
  const [id, version] = [value('ID').toLowerCase(), value('VERSION_ID')]
  if (!/^[a-z0-9._-]{1,40}$/.test(id) || !/^[A-Za-z0-9._-]{0,40}$/.test(version)) return undefined
  return {
    id,
    version,
    name: displayText(value('PRETTY_NAME') || `${id} ${version}`.trim(), 200),
    ecosystem: ecosystemOf(id, version),
  }
}

function ecosystemOf(id: string, version: string): string | undefined {
  const [major = '', minor = ''] = version.split('.')
  if (id === 'debian' && major !== '') return `Debian:${major}`
  if (id === 'alpine' && minor !== '') return `Alpine:v${major}.${minor}`
  if (id === 'ubuntu' && minor !== '')
    return `Ubuntu:${major}.${minor}${isLongTerm(major, minor) ? ':LTS' : ''}`
  return undefined
}

/** Returns whether this is a long-term release of Ubuntu: those of April in even years. */
const isLongTerm = (year: string, month: string): boolean =>
  Number(year) % 2 === 0 && month === '04'
