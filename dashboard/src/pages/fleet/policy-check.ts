import type { PolicyContent } from '../../api/fleet-policy.ts'
import { listOf, RULES, type Rule } from './policy-rules.ts'

const MOST = 1000
const LONGEST = 512
/** The rule that says no to what another one allows. */
const CONTRARY: Readonly<Record<string, string>> = { allowed: 'denied' }

const twice = (names: readonly string[]): string | undefined => names.find((name, index) => names.indexOf(name) !== index)

/** What the registry would refuse about a list. */
export function faultOf(names: readonly string[]): string | undefined {
  if (names.length > MOST) return `has ${names.length} names; at most ${MOST} fit`
  const long = names.find((name) => name.length > LONGEST)
  if (long !== undefined) return `has a name of ${long.length} characters; at most ${LONGEST} fit`
  return undefined
}

/** What the registry takes and somebody may not have meant. */
export function doubtOf(content: PolicyContent, rule: Rule): string | undefined {
  const names = listOf(content, rule)
  if (names.length === 0 && rule.name.startsWith('allowed')) return 'Empty: nothing is allowed.'
  if (names.length > 1 && names.includes('*')) return '* allows every name; the others change nothing.'
  const repeated = twice(names)
  if (repeated !== undefined) return `${repeated} stands here twice.`
  const contrary = CONTRARY[rule.name]
  const denied = contrary !== undefined && RULES.some(({ section, name }) => section === rule.section && name === contrary)
    ? listOf(content, { section: rule.section, name: contrary })
    : []
  const both = names.find((name) => denied.includes(name))
  return both === undefined ? undefined : `${both} is denied too, and denied wins.`
}

/** Whether all lists can be sent. */
export const isSendable = (content: PolicyContent): boolean =>
  RULES.every((rule) => rule.as === 'flag' || faultOf(listOf(content, rule)) === undefined)
