import { MINUTE } from '../../kit/time.ts'
import type { Answer, Call } from '../history.ts'
import { nameInstallation, withInstallation, ifAnswered } from './outcome.ts'
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
  answer: Answer | undefined,
): readonly State[] {
  if (answer === undefined) return [state]
  return ifAnswered(answer, 'created', () => {
    const { token, expires } = answer
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

/** Exchanges an install token: it succeeds once, and then replays without a refresh token are permitted for 60 seconds, even if the token expires meanwhile. */
export function bootstrap(
  state: State,
  { token: handle }: Extract<Call, { do: 'bootstrap' }>,
  at: Span,
  answer: Answer | undefined,
): readonly State[] {
  const token = state.tokens[handle]
  if (!token) return ifAnswered(answer, 'unknown', () => [state])
  const { consumed, installation, expires } = token
  if (!consumed || !installation) {
    return before(at, expires).flatMap((beforeExpiry) =>
      beforeExpiry
        ? ifAnswered(answer, 'first', () => [firstExchange(state, handle, at, answer)])
        : expired(state, expires, at, answer),
    )
  }
  const spent = () => ifAnswered(answer, 'consumed', () => [state])
  if (installation.revoked || installation.recovered) return spent()
  return before(at, shift(consumed, REPLAY_WINDOW)).flatMap((inWindow) =>
    inWindow
      ? ifAnswered(answer, 'replayed', () => [
          replayExchange(state, handle, installation, at, answer),
        ])
      : spent(),
  )
}

/** Refuses an expired token. After a month the platform may have deleted it, and then answers that it is unknown. */
const expired = (
  state: State,
  expires: Span,
  at: Span,
  answer: Answer | undefined,
): readonly State[] =>
  before(at, shift(expires, DELETED_AFTER)).includes(false) && answer?.kind === 'unknown'
    ? [state]
    : ifAnswered(answer, 'expired', () => [state])

function firstExchange(
  state: State,
  handle: string,
  at: Span,
  answer: Answer | undefined,
): State | undefined {
  const fresh: Installation = {
    name: undefined,
    refresh: answer?.refresh,
    recovered: false,
    interval: INTERVAL,
    lease: leaseFrom(at, INTERVAL),
    seen: at,
    versions: [],
    min_version: 0,
  }
  if (answer && answer.refresh === undefined) return undefined
  const installation = nameInstallation(state, handle, fresh, answer)
  const issued = installation && issue(installation, at, answer)
  return (
    issued && {
      ...state,
      tokens: {
        ...state.tokens,
        [handle]: {
          ...state.tokens[handle]!,
          consumed: issuedAt(at, answer),
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
  answer: Answer | undefined,
): State | undefined {
  if (answer?.refresh !== undefined) return undefined
  const installation = nameInstallation(state, handle, known, answer)
  return withInstallation(state, handle, installation && issue(installation, at, answer))
}

/** Recovers an installation with expired credentials, or else the least recently seen. Its old credentials and the replay of its install token become invalid. */
export function recover(state: State, at: Span, answer: Answer | undefined): readonly State[] {
  const all = Object.entries(state.tokens).flatMap(([token, { installation }]) =>
    installation ? [{ token, installation }] : [],
  )
  if (all.length === 0) return ifAnswered(answer, 'none', () => [state])
  const live = all.filter(({ installation }) => !installation.revoked)
  if (live.length === 0) return ifAnswered(answer, 'all_revoked', () => [state])

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
  return ifAnswered(answer, 'recovered', () =>
    [...eligible].map(({ token, installation }) =>
      recoverInstallation(state, token, installation, at, answer),
    ),
  )
}

function recoverInstallation(
  state: State,
  token: string,
  installation: Installation,
  at: Span,
  answer: Answer | undefined,
): State | undefined {
  if (answer && (answer.refresh === undefined || answer.refresh === installation.refresh))
    return undefined
  const known = nameInstallation(state, token, installation, answer)
  const renewed = known && {
    ...known,
    refresh: answer?.refresh,
    recovered: true,
    versions: [],
    lease: latest(known.lease, leaseFrom(at, known.interval)),
    seen: latest(known.seen, at),
  }
  return withInstallation(state, token, renewed && issue(renewed, at, answer))
}

/** Starts the platform: leases may be extended by the downtime and one interval. */
export function restart(state: State, answer: Answer | undefined): readonly State[] {
  const down = answer === undefined ? Infinity : (answer.down ?? 0)
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
