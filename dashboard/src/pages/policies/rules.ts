import type { PolicyContent } from '../../api/policies.ts'

type SectionName = keyof PolicyContent
export interface Rule {
  readonly section: SectionName
  readonly name: string
  readonly title: string
  readonly hint?: string
  readonly as: 'list' | 'flag'
}
interface SectionRules {
  readonly section: SectionName
  readonly title: string
  readonly description: string
  readonly rules: readonly Omit<Rule, 'section'>[]
}

const list = (name: string, title: string, hint?: string) => ({
  name,
  title,
  as: 'list' as const,
  ...(hint !== undefined && { hint }),
})

/** All rules of a policy in display order. */
export const SECTIONS: readonly SectionRules[] = [
  {
    section: 'models',
    title: 'Models',
    description: 'Language models that agents may use.',
    rules: [
      list('allowed', 'Allowed models'),
      list('denied', 'Denied models'),
      list('allowed_providers', 'Allowed providers'),
    ],
  },
  {
    section: 'tools',
    title: 'Tools',
    description: 'Tools that agents may use, and those that need the approval of a person.',
    rules: [
      list('allowed', 'Allowed tools'),
      list('denied', 'Denied tools'),
      list('require_approval', 'Tools that need approval'),
    ],
  },
  {
    section: 'network',
    title: 'Network',
    description: 'Hosts that agents may connect to, and how.',
    rules: [
      list('allowed_hosts', 'Allowed hosts'),
      { name: 'require_tls', title: 'Require encrypted connections', as: 'flag' },
    ],
  },
  {
    section: 'filesystem',
    title: 'Files',
    description: 'Files that agents may access.',
    rules: [list('allowed_paths', 'Allowed paths')],
  },
  {
    section: 'a2a',
    title: 'Calls between agents',
    description: 'Agents that may call agents of the workspace, and for which skills.',
    rules: [
      list('allowed_callers', 'Allowed callers', 'Identifiers of agents.'),
      list('allowed_skills', 'Allowed skills'),
    ],
  },
  {
    section: 'compliance',
    title: 'Compliance',
    description: 'Legal and contractual requirements of the workspace.',
    rules: [list('frameworks', 'Frameworks'), list('data_residency', 'Data residency')],
  },
]

export const RULES: readonly Rule[] = SECTIONS.flatMap(({ section, rules }) =>
  rules.map((rule) => ({ ...rule, section })),
)

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
