import type { PolicyContent } from '../../api/policies.ts'
import { listOf, RULES, type Rule } from './rules.ts'

const MAX_NAMES = 1000
const MAX_LENGTH = 512
/** The rule that says no to what another one allows. */
const DENIED_BY: Readonly<Record<string, string>> = { allowed: 'denied' }

const firstDuplicate = (names: readonly string[]): string | undefined =>
  names.find((name, index) => names.indexOf(name) !== index)

/** Whether a `*` stands anywhere but once at the end. */
const hasStrayStar = (name: string): boolean => name.slice(0, -1).includes('*')
const covers = (entry: string, name: string): boolean =>
  entry.endsWith('*') ? name.startsWith(entry.slice(0, -1)) : entry === name

/** What the registry would refuse about a list. */
export function errorOf(names: readonly string[]): string | undefined {
  if (names.length > MAX_NAMES) return `has ${names.length} names; at most ${MAX_NAMES} fit`
  const long = names.find((name) => name.length > MAX_LENGTH)
  if (long !== undefined)
    return `has a name of ${long.length} characters; at most ${MAX_LENGTH} fit`
  const stray = names.find(hasStrayStar)
  if (stray === undefined) return undefined
  const instead = stray.startsWith('*.') ? '; list each host instead' : ''
  return `has ${stray}: a * may only be the last character of a name, as in shell.*${instead}`
}

/** What the registry takes and somebody may not have meant. */
export function warningFor(content: PolicyContent, rule: Rule): string | undefined {
  const names = listOf(content, rule)
  if (names.length === 0 && rule.name.startsWith('allowed')) return 'Empty: nothing is allowed.'
  if (names.length > 1 && names.includes('*'))
    return '* allows every name; the others change nothing.'
  const repeated = firstDuplicate(names)
  if (repeated !== undefined) return `${repeated} stands here twice.`
  const denying = DENIED_BY[rule.name]
  const denied =
    denying !== undefined &&
    RULES.some(({ section, name }) => section === rule.section && name === denying)
      ? listOf(content, { section: rule.section, name: denying })
      : []
  const both = names.find((name) => name !== '*' && denied.some((entry) => covers(entry, name)))
  if (both !== undefined) return `${both} is denied too, and denied wins.`
  const open =
    rule.name === 'allowed_hosts' ? names.find((name) => /[^:*]\*$/.test(name)) : undefined
  if (open === undefined) return undefined
  return `${open} covers every host that begins so, also of strangers; ${open.slice(0, -1).replace(/\.$/, '')}:* covers one host.`
}

/** Whether all lists can be sent. */
export const isValid = (content: PolicyContent): boolean =>
  RULES.every((rule) => rule.as === 'flag' || errorOf(listOf(content, rule)) === undefined)
