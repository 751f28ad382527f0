import type { Agent } from '../../api/agent.ts'
import type { AgentChanges } from '../../api/agent-update.ts'

/** The form as it was sent; lists have one entry per line. */
export interface Typed {
  readonly description: string
  readonly publisher: string
  readonly category: string
  readonly llm_provider: string
  readonly url: string
  readonly capabilities: string
  readonly deprecated: boolean
  readonly private: boolean
  readonly installable_by: Agent['installable_by']
  readonly installers: string
}

const TEXTS = ['description', 'publisher', 'category', 'llm_provider', 'url'] as const
const LISTED_MOST = 100
const ORGANIZATION = /^[\w:~-][\w.:~-]{0,199}$/

/** The entries of a list that has one per line, each once. */
const entriesIn = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
]
const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.join('\n') === other.join('\n')

/** Browsers hand over the lines of a text area with carriage returns. */
const plain = (text: string): string => text.replaceAll('\r\n', '\n').trim()

/** What the form changes, and nothing else; a text that was emptied is taken back. */
export function changesOf(before: Agent, typed: Typed): AgentChanges {
  const texts = TEXTS.map((name) => [name, plain(typed[name])] as const)
    .filter(([name, text]) => text !== (before[name] ?? '').trim())
    .map(([name, text]) => [name, text === '' ? undefined : text] as const)
  const [capabilities, installers] = [entriesIn(typed.capabilities), entriesIn(typed.installers)]
  return {
    ...Object.fromEntries(texts),
    ...(!isSame(capabilities, before.capabilities) && { capabilities }),
    ...(typed.deprecated !== before.deprecated && { deprecated: typed.deprecated }),
    ...(typed.private !== before.private && { private: typed.private }),
    ...(typed.installable_by !== before.installable_by && { installable_by: typed.installable_by }),
    ...(typed.installable_by === 'listed' &&
      !isSame(installers, before.installers ?? []) && { installers }),
  }
}

/** What is wrong with a list of organizations, in a sentence. */
export function installersFault(text: string): string | undefined {
  const entries = entriesIn(text)
  const wrong = entries.find((entry) => !ORGANIZATION.test(entry))
  if (wrong !== undefined) return `“${wrong}” is not the identifier of an organization.`
  return entries.length > LISTED_MOST
    ? `At most ${LISTED_MOST} organizations can be listed, and these are ${entries.length}.`
    : undefined
}

/** Whether the agent may be kept from somebody (docs/specification/trust.md#ownership). */
export const mayRestrict = ({ ownership, checks }: Pick<Agent, 'ownership' | 'checks'>): boolean =>
  ownership === 'proved' && !checks.some(({ name, passed }) => name === 'id_recomputes' && !passed)
