import type { PolicyContent } from '../../api/policies.ts'

export type SectionName = keyof PolicyContent
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

/** Every rule of a policy in the order in which people read it. */
export const SECTIONS: readonly SectionRules[] = [
  {
    section: 'models',
    title: 'Models',
    description: 'Which language models agents may use.',
    rules: [
      list('allowed', 'Allowed models'),
      list('denied', 'Denied models'),
      list('allowed_providers', 'Allowed providers'),
    ],
  },
  {
    section: 'tools',
    title: 'Tools',
    description: 'Which tools agents may use, and which only after a person agreed.',
    rules: [
      list('allowed', 'Allowed tools'),
      list('denied', 'Denied tools'),
      list('require_approval', 'Tools that need approval'),
    ],
  },
  {
    section: 'network',
    title: 'Network',
    description: 'Which hosts agents may talk to, and how.',
    rules: [
      list('allowed_hosts', 'Allowed hosts'),
      { name: 'require_tls', title: 'Connections have to be encrypted', as: 'flag' },
    ],
  },
  {
    section: 'filesystem',
    title: 'Files',
    description: 'Which files agents may touch.',
    rules: [list('allowed_paths', 'Allowed paths')],
  },
  {
    section: 'a2a',
    title: 'Calls between agents',
    description: 'Who may call agents of the workspace, and for what.',
    rules: [
      list('allowed_callers', 'Allowed callers', 'Identifiers of agents.'),
      list('allowed_skills', 'Allowed skills'),
    ],
  },
  {
    section: 'compliance',
    title: 'Compliance',
    description: 'Rules of law and contract that the workspace follows.',
    rules: [list('frameworks', 'Frameworks'), list('data_residency', 'Data stays in')],
  },
]

export const RULES: readonly Rule[] = SECTIONS.flatMap(({ section, rules }) =>
  rules.map((rule) => ({ ...rule, section })),
)

type Sections = Record<SectionName, Record<string, string[] | boolean>>
const sections = (content: PolicyContent): Sections => content as unknown as Sections

/** The names that a rule holds. */
export const listOf = (
  content: PolicyContent,
  { section, name }: Pick<Rule, 'section' | 'name'>,
): readonly string[] => sections(content)[section][name] as string[]
/** Whether a rule holds. */
export const flagOf = (
  content: PolicyContent,
  { section, name }: Pick<Rule, 'section' | 'name'>,
): boolean => sections(content)[section][name] as boolean

/** The same policy with one rule set. */
export const withRule = (
  content: PolicyContent,
  { section, name }: Pick<Rule, 'section' | 'name'>,
  value: readonly string[] | boolean,
): PolicyContent =>
  ({ ...content, [section]: { ...content[section], [name]: value } }) as PolicyContent
