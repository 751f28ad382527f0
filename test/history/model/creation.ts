import { MINUTE } from '../../kit/time.ts'
import type { Result, Call } from '../history.ts'
import { nameInstallation, withInstallation, ifResult } from './outcome.ts'
import { before, exactly, holds, latest, shift, type Span } from './span.ts'
import type { Installation, State } from './state.ts'
import { issue, issuedAt, lacksValidToken } from './versions.ts'

const REPLAY_WINDOW = MINUTE
const INTERVAL = 60
const DELETED_AFTER = 30 * 24 * 60 * MINUTE
/** Returns the end of a lease: three intervals after its start, at least 30 s. */
export const leaseFrom = (at: Span, interval: number): Span =>
  shift(at, Math.max(30, 3 * interval) * 1000)

/** Creates an install token. One whose response was lost can never be used. */
export function create(
  state: State,
  { minutes }: { minutes: number },
  at: Span,
  result: Result | undefined,
): readonly State[] {
  if (result === undefined) return [state]
  return ifResult(result, 'created', () => {
    const { token, expires } = result
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

/**
 * Exchanges an install token: it succeeds once, and then replays without a refresh token are permitted for 60 seconds, even if the token
 * expires in the meantime.
 */
export function bootstrap(
  state: State,
  { token: handle }: Extract<Call, { do: 'bootstrap' }>,
  at: Span,
  result: Result | undefined,
): readonly State[] {
  const token = state.tokens[handle]
  if (!token) return ifResult(result, 'unknown', () => [state])
  const { consumed, installation, expires } = token
  if (!consumed || !installation) {
    return before(at, expires).flatMap((beforeExpiry) =>
      beforeExpiry
        ? ifResult(result, 'first', () => [firstExchange(state, handle, at, result)])
        : expired(state, expires, at, result),
    )
  }
  const spent = () => ifResult(result, 'consumed', () => [state])
  if (installation.revoked || installation.recovered) return spent()
  return before(at, shift(consumed, REPLAY_WINDOW)).flatMap((inWindow) =>
    inWindow
      ? ifResult(result, 'replayed', () => [
          replayExchange(state, handle, installation, at, result),
        ])
      : spent(),
  )
}

/** Refuses an expired token. After a month the platform may have deleted it, and then responds that it is unknown. */
const expired = (
  state: State,
  expires: Span,
  at: Span,
  result: Result | undefined,
): readonly State[] =>
  before(at, shift(expires, DELETED_AFTER)).includes(false) && result?.kind === 'unknown'
    ? [state]
    : ifResult(result, 'expired', () => [state])

function firstExchange(
  state: State,
  handle: string,
  at: Span,
  result: Result | undefined,
): State | undefined {
  const fresh: Installation = {
    name: undefined,
    refresh: result?.refresh,
    recovered: false,
    interval: INTERVAL,
    lease: leaseFrom(at, INTERVAL),
    seen: at,
    versions: [],
    min_version: 0,
  }
  if (result && result.refresh === undefined) return undefined
  const installation = nameInstallation(state, handle, fresh, result)
  const issued = installation && issue(installation, at, result)
  return (
    issued && {
      ...state,
      tokens: {
        ...state.tokens,
        [handle]: {
          ...state.tokens[handle]!,
          consumed: issuedAt(at, result),
          installation: issued,
        },
      },
    }
  )
}

function replayExchange(
  state: State,
  handle: string,
  known: Installation,
  at: Span,
  result: Result | undefined,
): State | undefined {
  if (result?.refresh !== undefined) return undefined
  const installation = nameInstallation(state, handle, known, result)
  return withInstallation(state, handle, installation && issue(installation, at, result))
}

/**
 * Recovers an installation with expired credentials, or else the least recently seen. Its old credentials and the replay of its install
 * token become invalid.
 */
export function recover(state: State, at: Span, result: Result | undefined): readonly State[] {
  const all = Object.entries(state.tokens).flatMap(([token, { installation }]) =>
    installation ? [{ token, installation }] : [],
  )
  if (all.length === 0) return ifResult(result, 'none', () => [state])
  const live = all.filter(({ installation }) => !installation.revoked)
  if (live.length === 0) return ifResult(result, 'all_revoked', () => [state])

  const expired_ones = live.filter(({ installation }) =>
    lacksValidToken(installation, at).includes(true),
  )
  const certain = expired_ones.some(
    ({ installation }) => !lacksValidToken(installation, at).includes(false),
  )
  const oldest = live.filter(({ installation }) =>
    live.every((other) => installation.seen.from <= other.installation.seen.to),
  )
  const eligible = new Set(certain ? expired_ones : [...expired_ones, ...oldest])
  return ifResult(result, 'recovered', () =>
    [...eligible].map(({ token, installation }) =>
      recoverInstallation(state, token, installation, at, result),
    ),
  )
}

function recoverInstallation(
  state: State,
  token: string,
  installation: Installation,
  at: Span,
  result: Result | undefined,
): State | undefined {
  if (result && (result.refresh === undefined || result.refresh === installation.refresh))
    return undefined
  const known = nameInstallation(state, token, installation, result)
  const renewed = known && {
    ...known,
    refresh: result?.refresh,
    recovered: true,
    versions: [],
    lease: latest(known.lease, leaseFrom(at, known.interval)),
    seen: latest(known.seen, at),
  }
  return withInstallation(state, token, renewed && issue(renewed, at, result))
}

/** Starts the platform: leases may be extended by the downtime and one interval. */
export function restart(state: State, result: Result | undefined): readonly State[] {
  const down = result === undefined ? Infinity : (result.down ?? 0)
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
