import { MINUTE } from '../../kit/time.ts'
import type { Answer, Call } from '../history.ts'
import { named, put, when } from './outcome.ts'
import { before, exactly, holds, latest, shift, type Span } from './span.ts'
import type { Installation, State } from './state.ts'
import { issue, issuedAt, isStranded } from './versions.ts'

const REPLAY_WINDOW = MINUTE
const INTERVAL = 60
const FORGOTTEN_AFTER = 30 * 24 * 60 * MINUTE
/** Three intervals, at least 30 s. */
export const leaseFrom = (at: Span, interval: number): Span =>
  shift(at, Math.max(30, 3 * interval) * 1000)

/** Install tokens: limited in time from the moment they are made. One whose answer was lost is nobody's. */
export function create(
  state: State,
  { minutes }: { minutes: number },
  at: Span,
  told: Answer | undefined,
): readonly State[] {
  if (told === undefined) return [state]
  return when(told, 'created', () => {
    const { token, expires } = told
    if (
      token === undefined ||
      token in state.tokens ||
      expires === undefined ||
      !holds(shift(at, minutes * MINUTE), expires)
    )
      return []
    return [{ ...state, tokens: { ...state.tokens, [token]: { expires: exactly(expires) } } }]
  })
}

/** One successful exchange, and for 60 seconds from it replays without a refresh token; inside them consumed counts before expired. */
export function bootstrap(
  state: State,
  { token: handle }: Extract<Call, { do: 'bootstrap' }>,
  at: Span,
  told: Answer | undefined,
): readonly State[] {
  const token = state.tokens[handle]
  if (!token) return when(told, 'unknown', () => [state])
  const { consumed, installation, expires } = token
  if (!consumed || !installation) {
    return before(at, expires).flatMap((inTime) =>
      inTime
        ? when(told, 'first', () => [begun(state, handle, at, told)])
        : expired(state, expires, at, told),
    )
  }
  const spent = () => when(told, 'consumed', () => [state])
  if (installation.revoked || installation.recovered) return spent()
  return before(at, shift(consumed, REPLAY_WINDOW)).flatMap((inWindow) =>
    inWindow
      ? when(told, 'replayed', () => [replayed(state, handle, installation, at, told)])
      : spent(),
  )
}

/** An expired token may be forgotten after a month; then it is one that nobody knows. */
const expired = (
  state: State,
  expires: Span,
  at: Span,
  told: Answer | undefined,
): readonly State[] =>
  before(at, shift(expires, FORGOTTEN_AFTER)).includes(false) && told?.kind === 'unknown'
    ? [state]
    : when(told, 'expired', () => [state])

function begun(
  state: State,
  handle: string,
  at: Span,
  told: Answer | undefined,
): State | undefined {
  const fresh: Installation = {
    name: undefined,
    refresh: told?.refresh,
    recovered: false,
    interval: INTERVAL,
    lease: leaseFrom(at, INTERVAL),
    seen: at,
    versions: [],
    floor: 0,
  }
  if (told && told.refresh === undefined) return undefined
  const installation = named(state, handle, fresh, told)
  const issued = installation && issue(installation, at, told)
  return (
    issued && {
      ...state,
      tokens: {
        ...state.tokens,
        [handle]: { ...state.tokens[handle]!, consumed: issuedAt(at, told), installation: issued },
      },
    }
  )
}

function replayed(
  state: State,
  handle: string,
  known: Installation,
  at: Span,
  told: Answer | undefined,
): State | undefined {
  if (told?.refresh !== undefined) return undefined
  const installation = named(state, handle, known, told)
  return put(state, handle, installation && issue(installation, at, told))
}

/** Recovery: one with expired credentials, else the least recently seen. Its old credentials die, and so does the replay of its install token. */
export function recover(state: State, at: Span, told: Answer | undefined): readonly State[] {
  const all = Object.entries(state.tokens).flatMap(([token, { installation }]) =>
    installation ? [{ token, installation }] : [],
  )
  if (all.length === 0) return when(told, 'none', () => [state])
  const live = all.filter(({ installation }) => !installation.revoked)
  if (live.length === 0) return when(told, 'all_revoked', () => [state])

  const stranded = live.filter(({ installation }) => isStranded(installation, at).includes(true))
  const certain = stranded.some(({ installation }) => !isStranded(installation, at).includes(false))
  const oldest = live.filter(({ installation }) =>
    live.every((other) => installation.seen.from <= other.installation.seen.to),
  )
  const eligible = new Set(certain ? stranded : [...stranded, ...oldest])
  return when(told, 'recovered', () =>
    [...eligible].map(({ token, installation }) => recovered(state, token, installation, at, told)),
  )
}

function recovered(
  state: State,
  token: string,
  installation: Installation,
  at: Span,
  told: Answer | undefined,
): State | undefined {
  if (told && (told.refresh === undefined || told.refresh === installation.refresh))
    return undefined
  const known = named(state, token, installation, told)
  const renewed = known && {
    ...known,
    refresh: told?.refresh,
    recovered: true,
    versions: [],
    lease: latest(known.lease, leaseFrom(at, known.interval)),
    seen: latest(known.seen, at),
  }
  return put(state, token, renewed && issue(renewed, at, told))
}

/** A start of the platform: leases may run longer by the time it was down and an interval. */
export function restart(state: State, told: Answer | undefined): readonly State[] {
  const down = told === undefined ? Infinity : (told.down ?? 0)
  const tokens = Object.entries(state.tokens).map(([token, { installation, ...rest }]) => {
    if (!installation || down === 0) return [token, state.tokens[token]!] as const
    const lease = {
      from: installation.lease.from,
      to: installation.lease.to + down + installation.interval * 1000,
    }
    return [token, { ...rest, installation: { ...installation, lease } }] as const
  })
  return [{ ...state, tokens: Object.fromEntries(tokens) }]
}
