import { SUITE } from '../identity.ts'
import type { Level, Rule, Suite } from './types.ts'

export interface Selection {
  readonly profile?: string
  /** Ids, or patterns such as TASK-*. The prefixes `A-` and `P-` of an id are ignored. */
  readonly rules?: readonly string[]
  /** The lowest level to include. */
  readonly level?: Level
  /** Ids of sections. */
  readonly tags?: readonly string[]
}

/** Thrown when a selection names a profile, rule or section that does not exist. */
export class SelectionError extends Error {}

/** Returns the rules of a suite in the order in which they are run and reported. */
export const rulesOf = ({ sections }: Pick<Suite, 'sections'>): readonly Rule[] =>
  sections.flatMap(({ rules }) => rules)

/** Returns the rules of a section that is split into several files, in the order of their ids. */
export const orderById = (...groups: readonly (readonly Rule[])[]): readonly Rule[] =>
  groups.flat().toSorted((a, b) => a.id.localeCompare(b.id))

const RANK: Readonly<Record<Level, number>> = { MUST: 2, SHOULD: 1, INFO: 0 }

/** Returns the selected rules in the order of the suite. @throws SelectionError */
export function select(
  suite: Suite,
  { profile, rules, level = 'INFO', tags }: Selection,
): readonly Rule[] {
  const name = profile ?? Object.keys(suite.profiles)[0] ?? ''
  const sections = Object.hasOwn(suite.profiles, name) ? suite.profiles[name] : undefined
  if (!sections)
    throw new SelectionError(
      `There is no profile ${name}; use one of ${Object.keys(suite.profiles).join(', ')}.`,
    )
  const all = suite.sections.flatMap((section) =>
    section.rules.map((rule) => ({ rule, section: section.id })),
  )
  const ids = all.map(({ rule }) => rule.id)
  const patterns = (rules ?? []).map((given) => patternOf(given, ids))
  const unknown = (tags ?? []).find((tag) => !suite.sections.some(({ id }) => id === tag))
  if (unknown !== undefined)
    throw new SelectionError(
      `There is no section ${unknown}; use one of ${suite.sections.map(({ id }) => id).join(', ')}.`,
    )
  return all
    .filter(({ rule, section }) => {
      // A named rule is selected in every profile.
      const chosen =
        patterns.length > 0
          ? patterns.some((pattern) => pattern.test(rule.id))
          : sections.includes(section)
      return (
        chosen && RANK[rule.level] >= RANK[level] && (tags === undefined || tags.includes(section))
      )
    })
    .map(({ rule }) => rule)
}

/**
 * Returns the rule set that a profile is judged by. A profile without any rule in the released set was added later. No earlier run can
 * depend on it, so its rules count immediately.
 */
export function ruleSetInForce({ profiles, sections }: Suite, profile: string): string {
  const chosen = Object.hasOwn(profiles, profile) ? (profiles[profile] ?? []) : []
  const sets = sections
    .filter(({ id }) => chosen.includes(id))
    .flatMap(({ rules }) => rules.map(({ since = '1' }) => Number(since)))
  return sets.length === 0
    ? SUITE.rule_set
    : String(Math.max(Number(SUITE.rule_set), Math.min(...sets)))
}

/** Returns the id of a rule without its prefix `A-` or `P-` and in upper case, for comparisons that ignore case. */
export const normalizeRuleId = (given: string): string => given.replace(/^[AP]-/i, '').toUpperCase()

function patternOf(given: string, ids: readonly string[]): RegExp {
  const escaped = normalizeRuleId(given).replace(/[.+?^${}()|[\]\\]/g, '\\$&')
  const pattern = new RegExp(`^${escaped.replaceAll('*', '.*')}$`, 'i')
  if (!ids.some((id) => pattern.test(id)))
    throw new SelectionError(`There is no rule ${given}; \`svc-conformance list\` lists all rules.`)
  return pattern
}
