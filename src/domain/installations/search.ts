import { searchWords, wordsToFind } from '../search/words.ts'
import type { Agent } from '../records.ts'
import type { Timestamp } from '../time.ts'
import type { Health, Installation, Lifecycle } from './installation.ts'
import { meetsRequirements, parseLabelSelector, type LabelRequirement } from './labels.ts'
import { effectiveHealth } from './lease.ts'

/** The filters of a request, as the contract has them. Each may be absent, and all must match. */
export interface InstallationFilters {
  readonly q?: string | undefined
  readonly workspace_ids?: readonly string[] | undefined
  readonly agent_id?: string | undefined
  readonly label_selector?: string | undefined
  readonly platforms?: readonly string[] | undefined
  readonly versions?: readonly string[] | undefined
  readonly lifecycle?: readonly Lifecycle[] | undefined
  readonly health?: readonly Health[] | undefined
}

/** The criteria of a search (docs/specification/installations.md#search). */
export interface InstallationCriteria extends Omit<InstallationFilters, 'q' | 'label_selector'> {
  /** Prefixes. For each of them, the agent's name must have a word that begins with it. */
  readonly words: readonly string[]
  /** The prefix of an identifier, if the text can be one. */
  readonly id?: string | undefined
  readonly requirements: readonly LabelRequirement[]
}

/** The prefix of an identifier must contain a digit, so that it is not a word such as `face`. */
const ID_PREFIX = /^(?=.*[0-9])[0-9a-f]{4}[0-9a-f-]{0,32}$/i

/** Returns the criteria of a request. */
export function criteriaOf({
  q = '',
  label_selector,
  ...filters
}: InstallationFilters): InstallationCriteria {
  const text = q.trim()
  return {
    ...filters,
    words: searchWords(text),
    ...(ID_PREFIX.test(text) && { id: text.toLowerCase() }),
    requirements: label_selector === undefined ? [] : parseLabelSelector(label_selector),
  }
}

/** The columns that determine whether an installation matches, and its position in the order. */
export const EXAMINED_COLUMNS = [
  'installation_id',
  'organization_id',
  'workspace_id',
  'agent_id',
  'agent_organization_id',
  'lifecycle',
  'health',
  'lease_expires_at',
  'labels',
  'created_at',
] as const
/** The beacon is read only if it matters, because its metadata may be large. */
export type ExaminedInstallation = Pick<Installation, (typeof EXAMINED_COLUMNS)[number]> &
  Partial<Pick<Installation, 'beacon'>>

/** Returns whether the store cannot decide by itself which installations match. */
export const needsExamination = (criteria: InstallationCriteria): boolean =>
  needsAgents(criteria) ||
  criteria.requirements.length > 0 ||
  criteria.platforms !== undefined ||
  (criteria.health?.length ?? 0) > 1

/** Returns whether the agents decide which installations match. */
export const needsAgents = ({ words, versions }: InstallationCriteria): boolean =>
  words.length > 0 || versions !== undefined

/** Returns whether an installation of this agent matches the words, versions, platforms and labels, which the store cannot evaluate. */
export function matchesApartFromState(
  { labels, beacon }: ExaminedInstallation,
  agent: Pick<Agent, 'name' | 'version'> | undefined,
  { words, versions, requirements, platforms }: InstallationCriteria,
): boolean {
  if (versions && (!agent || !versions.includes(agent.version))) return false
  if (words.length > 0 && !(agent && hasWords(agent.name, words))) return false
  if (platforms && (beacon?.platform === undefined || !platforms.includes(beacon.platform)))
    return false
  return meetsRequirements(labels ?? [], requirements)
}

function hasWords(name: string, words: readonly string[]): boolean {
  const own = wordsToFind(name)
  return words.every((word) => own.some((one) => one.startsWith(word)))
}

/** Returns whether the lifecycle and the health of an installation match. */
export const matchesState = (
  installation: ExaminedInstallation,
  { lifecycle, health }: InstallationCriteria,
  now: Timestamp,
): boolean =>
  (lifecycle?.includes(installation.lifecycle) ?? true) &&
  (health?.includes(effectiveHealth(installation, now)) ?? true)

/**
 * Returns whether an installation that was found still matches after it was locked. The words and the versions are those of its agent,
 * which changes to an installation do not affect.
 */
export const stillMatches = (
  installation: ExaminedInstallation,
  criteria: InstallationCriteria,
  now: Timestamp,
): boolean =>
  matchesState(installation, criteria, now) &&
  matchesApartFromState(installation, undefined, { ...criteria, words: [], versions: undefined })

/** The states that are counted: the health of active installations, and the other lifecycles. */
export const COUNTED_STATES = [
  { state: 'online', lifecycle: 'active', health: 'online' },
  { state: 'unhealthy', lifecycle: 'active', health: 'unhealthy' },
  { state: 'offline', lifecycle: 'active', health: 'offline' },
  { state: 'stopped', lifecycle: 'active', health: 'stopped' },
  { state: 'paused', lifecycle: 'paused', health: undefined },
  { state: 'revoked', lifecycle: 'revoked', health: undefined },
  { state: 'terminated', lifecycle: 'terminated', health: undefined },
] as const satisfies readonly {
  state: string
  lifecycle: Lifecycle
  health: Health | undefined
}[]
type CountedState = (typeof COUNTED_STATES)[number]['state']

/** The number of matching installations, and the number in each state that match all criteria other than lifecycle and health. */
export type InstallationCounts = Readonly<Record<CountedState | 'total', number>> & {
  readonly counted: 'exact' | 'at_least'
}

/** Returns the counted state of an installation. */
export function countedState(installation: ExaminedInstallation, now: Timestamp): CountedState {
  const health = effectiveHealth(installation, now)
  return COUNTED_STATES.find(
    (one) =>
      one.lifecycle === installation.lifecycle &&
      (one.health === undefined || one.health === health),
  )!.state
}
