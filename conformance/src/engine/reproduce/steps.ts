import type { Run } from '../run.ts'
import type { Settings } from '../settings.ts'
import type { Exchange } from '../types.ts'
import { identifiersOf, type Identifier } from './identifiers.ts'

/** An exchange that has to be repeated, and the values of its response that later steps use. */
export interface Step {
  readonly exchange: Exchange
  readonly captures: readonly {
    /** The name of the shell variable. */
    readonly name: string
    /** The member of the response that has the value. */
    readonly member: string
    readonly value: string
  }[]
}

/** Members whose values can be used only once although they are not secrets (docs/specification/organizations.md#sign-in). */
const SINGLE_USE_MEMBERS = ['challenge_id']

/**
 * Returns everything that has to be sent to reproduce the relevant exchanges, in the order in which it was sent. Secrets are obtained
 * again, and requests that used them before are repeated. Values that stay valid, such as the identifier of a workspace, are kept.
 */
export function stepsOf(run: Run, relevant: readonly Exchange[]): readonly Step[] {
  const recording = recordingOf(run, relevant)
  const included = new Set(relevant)
  for (let size = -1; size < included.size;) {
    size = included.size
    for (const exchange of [...included].flatMap((step) => prerequisitesOf(recording, step)))
      included.add(exchange)
    for (const exchange of consumersOf(recording, [...included])) included.add(exchange)
  }
  const ordered = recording.exchanges.filter((exchange) => included.has(exchange))
  return ordered.map((exchange, index) => ({
    exchange,
    captures: capturesOf(recording, exchange, ordered.slice(index + 1)),
  }))
}

interface Recording {
  readonly exchanges: readonly Exchange[]
  readonly settings: Settings
  readonly identifiers: (exchange: Exchange) => readonly Identifier[]
  readonly last: Exchange | undefined
  /** The probes of the relevant exchanges and those on which they build. */
  readonly probes: ReadonlySet<string>
  /** Whether all identifiers are obtained again, because what a destructive probe removed cannot be removed again. */
  readonly renewsAll: boolean
}

function recordingOf(
  { exchanges, settings, suite }: Run,
  relevant: readonly Exchange[],
): Recording {
  const byId = new Map(suite.probes.map((probe) => [probe.id, probe]))
  const probes = new Set<string>()
  const visit = (id: string): void => {
    if (probes.has(id)) return
    probes.add(id)
    byId.get(id)?.after?.forEach(visit)
  }
  for (const { probe } of relevant) visit(probe)
  const cache = new Map<string, readonly Identifier[]>()
  const identifiers = (exchange: Exchange): readonly Identifier[] => {
    const known = cache.get(exchange.key) ?? identifiersOf(exchange)
    cache.set(exchange.key, known)
    return known
  }
  return {
    exchanges: exchanges.filter(({ received }) => !received),
    settings,
    identifiers,
    last: relevant.at(-1),
    probes,
    renewsAll: relevant.some(({ probe }) => byId.get(probe)?.effect === 'destructive'),
  }
}

/** Returns what has to be sent before a step, because the step uses a value of its response or observes its effect. */
function prerequisitesOf(recording: Recording, step: Exchange): readonly Exchange[] {
  const index = recording.exchanges.indexOf(step)
  const before = recording.exchanges.slice(0, index)
  const written = JSON.stringify(step.request)
  const secrets = recording.settings.vault
    .names(written)
    .flatMap((name) => sourceOf(recording, name, before) ?? [])
  const identifiers = before.filter((one) =>
    recording
      .identifiers(one)
      .some(
        ({ member, value }) =>
          (recording.renewsAll || SINGLE_USE_MEMBERS.includes(member)) &&
          written.includes(value) &&
          isFirstWith(recording, value, one),
      ),
  )
  const own =
    step.probe === recording.last?.probe ? before.filter(({ probe }) => probe === step.probe) : []
  const clockChanges = own.filter(({ request }) => /^https?:/.test(request.path))
  const writes =
    step.request.method === 'GET'
      ? own.filter(
          ({ request, outcome }) =>
            request.method !== 'GET' && outcome.kind === 'response' && outcome.status < 300,
        )
      : []
  return [...secrets, ...identifiers, ...clockChanges, ...writes]
}

/** Returns the latest earlier exchange whose response has a value of this secret. */
function sourceOf(
  { settings, identifiers }: Recording,
  name: string,
  before: readonly Exchange[],
): Exchange | undefined {
  const values = settings.vault.valuesFromTarget(name)
  return settings.vault.commandFor(name) === undefined
    ? before.findLast((exchange) =>
        identifiers(exchange).some(({ value }) => values.includes(value)),
      )
    : undefined
}

/** Returns whether an exchange is the first one in which a value occurs, so that its response is the source of the value. */
const isFirstWith = (
  { exchanges, identifiers }: Recording,
  value: string,
  exchange: Exchange,
): boolean =>
  exchanges.find(
    (one) =>
      JSON.stringify(one.request).includes(value) ||
      identifiers(one).some((identifier) => identifier.value === value),
  ) === exchange

/** Returns earlier requests that successfully used a secret of a step, because the secret may be valid for one use only. */
function consumersOf(recording: Recording, steps: readonly Exchange[]): readonly Exchange[] {
  const { vault } = recording.settings
  const end = recording.exchanges.indexOf(recording.last ?? steps[0]!)
  const used = new Set(
    steps
      .flatMap((step) => vault.names(JSON.stringify(step.request)))
      .filter((name) => vault.valuesFromTarget(name).length > 0),
  )
  const sources = new Set(steps)
  return recording.exchanges.slice(0, end).filter((exchange) => {
    const { outcome, probe, request } = exchange
    if (!recording.probes.has(probe) || outcome.kind !== 'response' || outcome.status >= 300)
      return false
    const before = recording.exchanges.slice(0, recording.exchanges.indexOf(exchange))
    return vault
      .names(JSON.stringify(request))
      .some((name) => used.has(name) && sources.has(sourceOf(recording, name, before) ?? exchange))
  })
}

/** Returns the values of a response that later steps use, each with the name of a shell variable. */
function capturesOf(
  recording: Recording,
  exchange: Exchange,
  later: readonly Exchange[],
): Step['captures'] {
  const { vault } = recording.settings
  const requests = later.map(({ request }) => JSON.stringify(request))
  const names = [...new Set(requests.flatMap((request) => vault.names(request)))].filter(
    (name) => vault.commandFor(name) === undefined,
  )
  return recording.identifiers(exchange).flatMap(({ member, value, first }) => {
    if (!first) return []
    const secret = names.find((name) => vault.valuesFromTarget(name).includes(value))
    if (secret !== undefined) return [{ name: secret, member, value }]
    const isUsed =
      requests.some((request) => request.includes(value)) && isFirstWith(recording, value, exchange)
    if (!isUsed) return []
    const index = recording.exchanges.indexOf(exchange)
    return [{ name: `SVC_${member.toUpperCase().replace(/\W/g, '_')}_${index}`, member, value }]
  })
}
