import type { Agent, AgentChanges } from '../../../api/agents.ts'

const TEXT_FIELDS = ['description', 'publisher', 'category', 'llm_provider', 'url'] as const
/** The fields that are read from the form as text. */
export const DETAILS = [...TEXT_FIELDS, 'capabilities'] as const
export type Details = Readonly<Record<(typeof DETAILS)[number], string>>

/** The submitted form. Lists have one entry per line. */
export interface AgentForm extends Details {
  readonly deprecated: boolean
  readonly private: boolean
  readonly installable_by: Agent['installable_by']
  readonly installers: string
}

const MAX_LISTED = 100
const ORGANIZATION_ID = /^[\w:~-][\w.:~-]{0,199}$/

/** Returns the distinct entries of a string with one entry per line. */
const parseLines = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
]
const isSameList = (a: readonly string[], b: readonly string[]): boolean =>
  a.join('\n') === b.join('\n')

/** Browsers submit text areas with carriage returns. */
const normalize = (text: string): string => text.replaceAll('\r\n', '\n').trim()

/** Returns only what was changed in the form. A cleared text field is removed. */
export function changesFrom(before: Agent, typed: AgentForm): AgentChanges {
  const textChanges = TEXT_FIELDS.map((name) => [name, normalize(typed[name])] as const)
    .filter(([name, text]) => text !== (before[name] ?? '').trim())
    .map(([name, text]) => [name, text === '' ? undefined : text] as const)
  const [capabilities, installers] = [parseLines(typed.capabilities), parseLines(typed.installers)]
  return {
    ...Object.fromEntries(textChanges),
    ...(!isSameList(capabilities, before.capabilities) && { capabilities }),
    ...(typed.deprecated !== before.deprecated && { deprecated: typed.deprecated }),
    ...(typed.private !== before.private && { private: typed.private }),
    ...(typed.installable_by !== before.installable_by && { installable_by: typed.installable_by }),
    ...(typed.installable_by === 'listed' &&
      !isSameList(installers, before.installers ?? []) && { installers }),
  }
}

/** Returns an error message for an invalid list of organizations. */
export function installersError(text: string): string | undefined {
  const entries = parseLines(text)
  const invalid = entries.find((entry) => !ORGANIZATION_ID.test(entry))
  if (invalid !== undefined) return `“${invalid}” is not a valid organization identifier.`
  return entries.length > MAX_LISTED
    ? `You can list at most ${MAX_LISTED} organizations; this list has ${entries.length}.`
    : undefined
}

/** Returns whether access to an agent can be restricted (docs/specification/trust.md#ownership). */
export const canRestrict = ({ ownership, checks }: Pick<Agent, 'ownership' | 'checks'>): boolean =>
  ownership === 'proved' && !checks.some(({ name, passed }) => name === 'id_recomputes' && !passed)
