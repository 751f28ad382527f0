import type { PolicyContent } from '../../api/fleet-policy.ts'
import { listOf, RULES, type Rule } from './policy-rules.ts'

const MOST = 1000
const LONGEST = 512
/** The rule that says no to what another one allows. */
const CONTRARY: Readonly<Record<string, string>> = { allowed: 'denied' }

const twice = (names: readonly string[]): string | undefined =>
  names.find((name, index) => names.indexOf(name) !== index)

/** Whether a `*` stands anywhere but once at the end. */
const hasStrayStar = (name: string): boolean => name.slice(0, -1).includes('*')
const covers = (entry: string, name: string): boolean =>
  entry.endsWith('*') ? name.startsWith(entry.slice(0, -1)) : entry === name

/** What the registry would refuse about a list. */
export function faultOf(names: readonly string[]): string | undefined {
  if (names.length > MOST) return `has ${names.length} names; at most ${MOST} fit`
  const long = names.find((name) => name.length > LONGEST)
  if (long !== undefined) return `has a name of ${long.length} characters; at most ${LONGEST} fit`
  const stray = names.find(hasStrayStar)
  if (stray === undefined) return undefined
  const instead = stray.startsWith('*.') ? '; list each host instead' : ''
  return `has ${stray}: a * may only be the last character of a name, as in shell.*${instead}`
}

/** What the registry takes and somebody may not have meant. */
export function doubtOf(content: PolicyContent, rule: Rule): string | undefined {
  const names = listOf(content, rule)
  if (names.length === 0 && rule.name.startsWith('allowed')) return 'Empty: nothing is allowed.'
  if (names.length > 1 && names.includes('*'))
    return '* allows every name; the others change nothing.'
  const repeated = twice(names)
  if (repeated !== undefined) return `${repeated} stands here twice.`
  const contrary = CONTRARY[rule.name]
  const denied =
    contrary !== undefined &&
    RULES.some(({ section, name }) => section === rule.section && name === contrary)
      ? listOf(content, { section: rule.section, name: contrary })
      : []
  const both = names.find((name) => name !== '*' && denied.some((entry) => covers(entry, name)))
  if (both !== undefined) return `${both} is denied too, and denied wins.`
  const open =
    rule.name === 'allowed_hosts' ? names.find((name) => /[^:*]\*$/.test(name)) : undefined
  if (open === undefined) return undefined
  return `${open} covers every host that begins so, also of strangers; ${open.slice(0, -1).replace(/\.$/, '')}:* covers one host.`
}

/** Whether all lists can be sent. */
export const isSendable = (content: PolicyContent): boolean =>
  RULES.every((rule) => rule.as === 'flag' || faultOf(listOf(content, rule)) === undefined)
