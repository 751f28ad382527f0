import type { PolicyContent } from '../../api/policies.ts'
import { codePointsIn } from '../../parts/text/format.ts'

type SectionName = keyof PolicyContent
export interface Rule {
  readonly section: SectionName
  readonly name: string
  readonly title: string
  readonly hint?: string
  readonly as: 'list' | 'flag'
}
interface Section {
  readonly section: SectionName
  readonly title: string
  readonly description: string
  readonly rules: readonly Rule[]
}

const sectionOf = (
  section: SectionName,
  title: string,
  description: string,
  rules: readonly Omit<Rule, 'section'>[],
): Section => ({
  section,
  title,
  description,
  rules: rules.map((rule) => ({ ...rule, section })),
})
const list = (name: string, title: string, hint?: string) => ({
  name,
  title,
  as: 'list' as const,
  ...(hint !== undefined && { hint }),
})

/** All rules of a policy in display order. */
export const SECTIONS: readonly Section[] = [
  sectionOf('models', 'Models', 'Language models that agents may use.', [
    list('allowed', 'Allowed models'),
    list('denied', 'Denied models'),
    list('allowed_providers', 'Allowed providers'),
  ]),
  sectionOf('tools', 'Tools', 'Tools that agents may use, and tools that require human approval.', [
    list('allowed', 'Allowed tools'),
    list('denied', 'Denied tools'),
    list('require_approval', 'Tools that require approval'),
  ]),
  sectionOf('network', 'Network', 'Hosts that agents may connect to, and how.', [
    list('allowed_hosts', 'Allowed hosts'),
    { name: 'require_tls', title: 'Require encrypted connections', as: 'flag' },
  ]),
  sectionOf('filesystem', 'Files', 'Files that agents may access.', [
    list('allowed_paths', 'Allowed paths'),
  ]),
  sectionOf(
    'a2a',
    'Calls between agents',
    'Agents that may call agents in this workspace, and the skills that they may request.',
    [
      list(
        'allowed_callers',
        'Allowed callers',
        'Identifiers of agents, organizations and other requesters of tasks.',
      ),
      list('allowed_skills', 'Allowed skills'),
    ],
  ),
  sectionOf('compliance', 'Compliance', 'Legal and contractual requirements for the workspace.', [
    list('frameworks', 'Frameworks'),
    list('data_residency', 'Data residency'),
  ]),
]

export const RULES: readonly Rule[] = SECTIONS.flatMap(({ rules }) => rules)

type Sections = Record<SectionName, Record<string, string[] | boolean>>
const sections = (content: PolicyContent): Sections => content as Sections

/** Returns the names of a list rule. */
export const listOf = (
  content: PolicyContent,
  { section, name }: Pick<Rule, 'section' | 'name'>,
): readonly string[] => sections(content)[section][name] as string[]
/** Returns the value of a flag rule. */
export const flagOf = (
  content: PolicyContent,
  { section, name }: Pick<Rule, 'section' | 'name'>,
): boolean => sections(content)[section][name] as boolean

/** Returns a copy of the policy with one rule changed. */
export const withRule = (
  content: PolicyContent,
  { section, name }: Pick<Rule, 'section' | 'name'>,
  value: readonly string[] | boolean,
): PolicyContent =>
  ({ ...content, [section]: { ...content[section], [name]: value } }) as PolicyContent

const MAX_NAMES = 1000
const MAX_NAME_LENGTH = 512

const firstDuplicate = (names: readonly string[]): string | undefined =>
  names.find((name, index) => names.indexOf(name) !== index)

/** Returns whether a name contains a `*` that is not at the end. */
const hasMisplacedStar = (name: string): boolean => name.slice(0, -1).includes('*')
const covers = (entry: string, name: string): boolean =>
  entry.endsWith('*') ? name.startsWith(entry.slice(0, -1)) : entry === name

/** Returns the error for which the registry would reject a list. */
export function errorOf(names: readonly string[]): string | undefined {
  if (names.length > MAX_NAMES) return `has ${names.length} names; at most ${MAX_NAMES} are allowed`
  const long = names.find((name) => codePointsIn(name) > MAX_NAME_LENGTH)
  if (long !== undefined)
    return `has a name of ${codePointsIn(long)} characters; at most ${MAX_NAME_LENGTH} are allowed`
  const misplaced = names.find(hasMisplacedStar)
  if (misplaced === undefined) return undefined
  const instead = misplaced.startsWith('*.') ? '; list each host instead' : ''
  return `has ${misplaced}: a * may only be the last character of a name, as in shell.*${instead}`
}

/** Returns a warning about a list that is valid, but probably not intended. */
export function warningFor(content: PolicyContent, rule: Rule): string | undefined {
  const names = listOf(content, rule)
  if (names.length === 0 && rule.name.startsWith('allowed')) return 'Empty: nothing is allowed.'
  if (names.length > 1 && names.includes('*'))
    return '* matches every name; the other names have no effect.'
  const repeated = firstDuplicate(names)
  if (repeated !== undefined) return `${repeated} is listed twice.`
  const denied =
    rule.name === 'allowed' ? listOf(content, { section: rule.section, name: 'denied' }) : []
  const alsoDenied = names.find(
    (name) => name !== '*' && denied.some((entry) => covers(entry, name)),
  )
  if (alsoDenied !== undefined) return `${alsoDenied} is also denied, which takes precedence.`
  const broadHost =
    rule.name === 'allowed_hosts' ? names.find((name) => /[^:*]\*$/.test(name)) : undefined
  if (broadHost === undefined) return undefined
  return `${broadHost} matches every host with this prefix, including those of third parties; ${broadHost.slice(0, -1).replace(/\.$/, '')}:* matches one host.`
}

/** Returns whether all lists are valid. */
export const isValid = (content: PolicyContent): boolean =>
  RULES.every((rule) => rule.as === 'flag' || errorOf(listOf(content, rule)) === undefined)
