import type { Answer, Handle } from '../history.ts'
import type { Installation, State } from './state.ts'

/** What a rule comes to: nothing where what was told contradicts it. */
export type Becomes = readonly (State | undefined)[]

/** Keeps the outcomes of this kind: when the answer is known only those it names, when it was lost all. */
export const when = (
  told: Answer | undefined,
  kind: string,
  outcomes: () => Becomes,
): readonly State[] =>
  told === undefined || told.kind === kind ? outcomes().filter((state) => state !== undefined) : []

/** The install token behind an installation somebody was told of. */
export const tokenOf = ({ tokens }: State, name: Handle): Handle | undefined =>
  Object.keys(tokens).find((token) => tokens[token]!.installation?.name === name)

/** The state with another installation behind a token. */
export const put = (
  state: State,
  token: Handle,
  installation: Installation | undefined,
): State | undefined =>
  installation && {
    ...state,
    tokens: { ...state.tokens, [token]: { ...state.tokens[token]!, installation } },
  }

/** An installation whose name an answer tells: the known one, or a first mention of a name nobody else has. */
export function named(
  state: State,
  token: Handle,
  installation: Installation,
  told: Answer | undefined,
): Installation | undefined {
  if (told === undefined) return installation
  if (told.installation === undefined) return undefined
  if (installation.name !== undefined)
    return installation.name === told.installation ? installation : undefined
  const known = tokenOf(state, told.installation)
  return known === undefined || known === token
    ? { ...installation, name: told.installation }
    : undefined
}
