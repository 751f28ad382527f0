import type { PolicyContent } from '../../api/policies.ts'
import { listOf, RULES, type Rule } from './rules.ts'

const MAX_NAMES = 1000
const MAX_LENGTH = 512
/** The rule that denies what another one allows. */
const DENIED_BY: Readonly<Record<string, string>> = { allowed: 'denied' }

const firstDuplicate = (names: readonly string[]): string | undefined =>
  names.find((name, index) => names.indexOf(name) !== index)

/** Returns whether a name contains a `*` that is not at the end. */
const hasStrayStar = (name: string): boolean => name.slice(0, -1).includes('*')
const covers = (entry: string, name: string): boolean =>
  entry.endsWith('*') ? name.startsWith(entry.slice(0, -1)) : entry === name

/** Returns the error for which the registry would reject a list. */
export function errorOf(names: readonly string[]): string | undefined {
  if (names.length > MAX_NAMES) return `has ${names.length} names; at most ${MAX_NAMES} are allowed`
  const long = names.find((name) => name.length > MAX_LENGTH)
  if (long !== undefined)
    return `has a name of ${long.length} characters; at most ${MAX_LENGTH} are allowed`
  const stray = names.find(hasStrayStar)
  if (stray === undefined) return undefined
  const instead = stray.startsWith('*.') ? '; list each host instead' : ''
  return `has ${stray}: a * may only be the last character of a name, as in shell.*${instead}`
}

/** Returns a warning about a list that is valid, but probably not intended. */
export function warningFor(content: PolicyContent, rule: Rule): string | undefined {
  const names = listOf(content, rule)
  if (names.length === 0 && rule.name.startsWith('allowed')) return 'Empty: nothing is allowed.'
  if (names.length > 1 && names.includes('*'))
    return '* allows every name; the other names have no effect.'
  const repeated = firstDuplicate(names)
  if (repeated !== undefined) return `${repeated} is listed twice.`
  const denying = DENIED_BY[rule.name]
  const denied =
    denying !== undefined &&
    RULES.some(({ section, name }) => section === rule.section && name === denying)
      ? listOf(content, { section: rule.section, name: denying })
      : []
  const both = names.find((name) => name !== '*' && denied.some((entry) => covers(entry, name)))
  if (both !== undefined) return `${both} is also denied, and denied takes precedence.`
  const broad =
    rule.name === 'allowed_hosts' ? names.find((name) => /[^:*]\*$/.test(name)) : undefined
  if (broad === undefined) return undefined
  return `${broad} matches every host with this prefix, including those of third parties; ${broad.slice(0, -1).replace(/\.$/, '')}:* matches one host.`
}

/** Returns whether all lists are valid. */
export const isValid = (content: PolicyContent): boolean =>
  RULES.every((rule) => rule.as === 'flag' || errorOf(listOf(content, rule)) === undefined)
