import { textsOf, type Text } from './texts.ts'
import type { Settings } from '../settings.ts'
import type { Run } from '../run.ts'
import type { Exchange, Probe } from '../types.ts'

/** An exchange that has to be sent again, and what its answer gives to those behind it: the names of variables by members. */
export interface Step {
  readonly exchange: Exchange
  readonly captures: readonly {
    readonly name: string
    readonly member: string
    readonly value: string
  }[]
}

/** Members whose values are good for one use, though they are no secrets (line 97). */
const PASSING = ['challenge_id']

/**
 * Everything that has to be sent for `shown` to show the same again, in the order in which it was sent. Secrets are asked for anew, with
 * whatever used them up before; what lasts, as the identifier of a workspace, stays as it is.
 */
export function stepsOf(run: Run, shown: readonly Exchange[]): readonly Step[] {
  const scene = sceneOf(run, shown)
  const included = new Set(shown)
  for (let before = -1; before < included.size;) {
    before = included.size
    for (const exchange of [...included].flatMap((step) => needs(scene, step)))
      included.add(exchange)
    for (const exchange of consumers(scene, [...included])) included.add(exchange)
  }
  const ordered = scene.exchanges.filter((exchange) => included.has(exchange))
  return ordered.map((exchange, place) => ({
    exchange,
    captures: captures(scene, exchange, ordered.slice(place + 1)),
  }))
}

interface Scene {
  readonly exchanges: readonly Exchange[]
  readonly settings: Settings
  readonly texts: (exchange: Exchange) => readonly Text[]
  readonly last: Exchange | undefined
  /** The probes that were sent for the sake of this one. */
  readonly ancestors: ReadonlySet<string>
  /** What is taken away once cannot be taken away again, so it is made anew. */
  readonly anew: boolean
}

function sceneOf({ exchanges: recorded, settings, suite }: Run, shown: readonly Exchange[]): Scene {
  const exchanges = recorded.filter(({ came }) => !came)
  const probes = new Map(suite.probes.map((probe) => [probe.id, probe]))
  const ancestors = new Set<string>()
  const visit = (id: string): void => {
    if (ancestors.has(id)) return
    ancestors.add(id)
    probes.get(id)?.after?.forEach(visit)
  }
  for (const { probe } of shown) visit(probe)
  const effect = (probe: Probe | undefined): boolean => probe?.effect === 'destructive'
  const cache = new Map<string, readonly Text[]>()
  const texts = (exchange: Exchange): readonly Text[] => {
    const known = cache.get(exchange.key) ?? textsOf(exchange)
    cache.set(exchange.key, known)
    return known
  }
  return {
    exchanges,
    settings,
    texts,
    last: shown.at(-1),
    ancestors,
    anew: shown.some(({ probe }) => effect(probes.get(probe))),
  }
}

/** What has to be sent before a step, because it gives something that the step uses or does something that the step looks at. */
function needs(scene: Scene, step: Exchange): readonly Exchange[] {
  const place = scene.exchanges.indexOf(step)
  const before = scene.exchanges.slice(0, place)
  const written = JSON.stringify(step.request)
  const secrets = scene.settings.vault
    .names(written)
    .flatMap((name) => giverOf(scene, name, before) ?? [])
  const passing = before.filter((one) =>
    scene
      .texts(one)
      .some(
        ({ member, value }) =>
          (scene.anew || PASSING.includes(member)) &&
          written.includes(value) &&
          isFirst(scene, value, one),
      ),
  )
  const own =
    step.probe === scene.last?.probe ? before.filter(({ probe }) => probe === step.probe) : []
  // The clock that was moved, and what was written before it was read.
  const moved = own.filter(({ request }) => /^https?:/.test(request.path))
  const wrote =
    step.request.method === 'GET'
      ? own.filter(
          ({ request, outcome }) =>
            request.method !== 'GET' && outcome.kind === 'answer' && outcome.status < 300,
        )
      : []
  return [...secrets, ...passing, ...moved, ...wrote]
}

/** The latest answer before that gave a value of this name. */
function giverOf(
  { settings, texts }: Scene,
  name: string,
  before: readonly Exchange[],
): Exchange | undefined {
  const values = settings.vault.kept(name)
  return settings.vault.obtain(name) === undefined
    ? before.findLast((exchange) => texts(exchange).some(({ value }) => values.includes(value)))
    : undefined
}

/** The answer in which a value was first seen gave it. */
const isFirst = ({ exchanges, texts }: Scene, value: string, exchange: Exchange): boolean =>
  exchanges.find(
    (one) =>
      JSON.stringify(one.request).includes(value) ||
      texts(one).some((text) => text.value === value),
  ) === exchange

/** Requests before the last step that used, with success, a secret that a step uses: a token may be good for one use only. */
function consumers(scene: Scene, steps: readonly Exchange[]): readonly Exchange[] {
  const end = scene.exchanges.indexOf(scene.last ?? steps[0]!)
  const used = new Set(
    steps
      .flatMap((step) => scene.settings.vault.names(JSON.stringify(step.request)))
      .filter((name) => scene.settings.vault.kept(name).length > 0),
  )
  const givers = new Set(steps)
  return scene.exchanges.slice(0, end).filter((exchange) => {
    const { outcome, probe, request } = exchange
    if (!scene.ancestors.has(probe) || outcome.kind !== 'answer' || outcome.status >= 300)
      return false
    const before = scene.exchanges.slice(0, scene.exchanges.indexOf(exchange))
    return scene.settings.vault
      .names(JSON.stringify(request))
      .some((name) => used.has(name) && givers.has(giverOf(scene, name, before) ?? exchange))
  })
}

/** What an answer gives that a later step uses, each under a name for the shell. */
function captures(scene: Scene, exchange: Exchange, later: readonly Exchange[]): Step['captures'] {
  const { vault } = scene.settings
  const drafts = later.map(({ request }) => JSON.stringify(request))
  const names = [...new Set(drafts.flatMap((draft) => vault.names(draft)))].filter(
    (name) => vault.obtain(name) === undefined,
  )
  return scene.texts(exchange).flatMap(({ member, value, first }) => {
    if (!first) return []
    const name = names.find((one) => vault.kept(one).includes(value))
    if (name !== undefined) return [{ name, member, value }]
    const literal = drafts.some((draft) => draft.includes(value)) && isFirst(scene, value, exchange)
    return literal
      ? [
          {
            name: `SVC_${member.toUpperCase().replace(/\W/g, '_')}_${scene.exchanges.indexOf(exchange)}`,
            member,
            value,
          },
        ]
      : []
  })
}
