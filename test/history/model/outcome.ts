import type { Result, Handle } from '../history.ts'
import type { Installation, State } from './state.ts'

/** The possible states after a rule was applied; undefined entries contradict the response. */
export type PossibleStates = readonly (State | undefined)[]

/** Returns the outcomes if the response is of this kind or was lost, and none otherwise. */
export const ifResult = (
  result: Result | undefined,
  kind: string,
  outcomes: () => PossibleStates,
): readonly State[] =>
  result === undefined || result.kind === kind
    ? outcomes().filter((state) => state !== undefined)
    : []

/** Returns the install token of a known installation. */
export const tokenOf = ({ tokens }: State, name: Handle): Handle | undefined =>
  Object.keys(tokens).find((token) => tokens[token]!.installation?.name === name)

/** Returns the state with the installation of a token replaced. */
export const withInstallation = (
  state: State,
  token: Handle,
  installation: Installation | undefined,
): State | undefined =>
  installation && {
    ...state,
    tokens: { ...state.tokens, [token]: { ...state.tokens[token]!, installation } },
  }

/** Returns the installation that a response names; undefined if the name belongs to another one. An installation without a name gets it. */
export function nameInstallation(
  state: State,
  token: Handle,
  installation: Installation,
  result: Result | undefined,
): Installation | undefined {
  if (result === undefined) return installation
  if (result.installation === undefined) return undefined
  if (installation.name !== undefined)
    return installation.name === result.installation ? installation : undefined
  const known = tokenOf(state, result.installation)
  return known === undefined || known === token
    ? { ...installation, name: result.installation }
    : undefined
}
