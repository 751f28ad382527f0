import type { Level, Rule, Suite } from './types.ts'

export interface Choice {
  readonly profile?: string
  /** Ids, or patterns as TASK-*; `A-` and `P-` before an id are understood. */
  readonly rules?: readonly string[]
  /** The lowest level that counts. */
  readonly level?: Level
  /** Names of sections. */
  readonly tags?: readonly string[]
}

/** What was asked for and cannot be had, with what there is. */
export class ChoiceError extends Error {}

const RANK: Readonly<Record<Level, number>> = { MUST: 2, SHOULD: 1, INFO: 0 }

/** The rules that are judged, in the order of the interface. @throws ChoiceError for a name that is none */
export function select(
  suite: Suite,
  { profile, rules, level = 'INFO', tags }: Choice,
): readonly Rule[] {
  const name = profile ?? Object.keys(suite.profiles)[0] ?? ''
  const sections = Object.hasOwn(suite.profiles, name) ? suite.profiles[name] : undefined
  if (!sections)
    throw new ChoiceError(
      `There is no profile ${name}; there are ${Object.keys(suite.profiles).join(', ')}.`,
    )
  const all = suite.sections.flatMap((section) =>
    section.rules.map((rule) => ({ rule, section: section.id })),
  )
  const patterns = (rules ?? []).map((given) =>
    known(
      given,
      all.map(({ rule }) => rule.id),
    ),
  )
  const unknown = (tags ?? []).find((tag) => !suite.sections.some(({ id }) => id === tag))
  if (unknown !== undefined)
    throw new ChoiceError(
      `There is no section ${unknown}; there are ${suite.sections.map(({ id }) => id).join(', ')}.`,
    )
  return all
    .filter(({ rule, section }) => {
      // Whoever names a rule gets it, whatever the profile.
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

function known(given: string, ids: readonly string[]): RegExp {
  const id = given.replace(/^[AP]-/i, '').toUpperCase()
  const pattern = new RegExp(
    `^${id.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`,
    'i',
  )
  if (!ids.some((one) => pattern.test(one)))
    throw new ChoiceError(`There is no rule ${given}; \`list\` names all of them.`)
  return pattern
}
