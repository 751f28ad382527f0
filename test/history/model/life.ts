import type { Answer, Call } from '../history.ts'
import { leaseFrom } from './birth.ts'
import { put, tokenOf, when } from './outcome.ts'
import { before, exactly, holds, latest, shift, type Span } from './span.ts'
import type { Installation, State, Version } from './state.ts'
import { isAlive, issue, nearsExpiry, use as used } from './versions.ts'

type Of<Name extends Call['do']> = Extract<Call, { do: Name }>
const LONGEST_SHUTDOWN = 10 * 60_000

/** The installation behind an id, with its install token. */
const behind = (
  state: State,
  name: string,
): { token: string; installation: Installation } | undefined => {
  const token = tokenOf(state, name)
  return token === undefined
    ? undefined
    : { token, installation: state.tokens[token]!.installation! }
}

/**
 * A heartbeat. While the installation lives it renews the lease and, near expiry, brings a new token; after a revocation it hears
 * `terminate` until that is obeyed or the deadline has passed. A dead token is refused before anything else is looked at.
 */
export function lease(
  state: State,
  call: Of<'lease'>,
  at: Span,
  told: Answer | undefined,
): readonly State[] {
  const known = behind(state, call.installation)
  const version = known?.installation.versions.find(({ runtime }) => runtime === call.runtime)
  if (!known || !version) return when(told, 'dead_token', () => [state])
  const { token, installation } = known
  const after = (changed: Installation | undefined) => put(state, token, changed)
  const taken = used(installation, version, at)
  const truth = isAlive(installation, version, at)
  return truth.flatMap((alive) => {
    // One that dies while the heartbeat is looked at may have been used before.
    if (!alive)
      return when(told, 'dead_token', () => (truth.length === 1 ? [state] : [state, after(taken)]))
    // Whether a heartbeat that hears `terminate` is a first use of its token is left open.
    if (installation.revoked)
      return [installation, ...(taken === installation ? [] : [taken])].flatMap((one) =>
        farewell(one, call, at, told).map((ended) => after(ended)!),
      )
    // Whether an answer was lost or the store failed: the credential may have been looked at, and the lease left as it was.
    const halfway = told === undefined || told.kind === 'unavailable' ? [after(taken)!] : []
    return [
      ...halfway,
      ...when(told, 'renewed', () => renewals(taken, version, call, at, told).map(after)),
    ]
  })
}

function farewell(
  installation: Installation,
  call: Of<'lease'>,
  at: Span,
  told: Answer | undefined,
): readonly Installation[] {
  const revoked = installation.revoked!
  const obeys = call.status === 'stopped'
  return before(at, revoked.deadline).flatMap((inTime) => {
    if (!inTime || revoked.obeyed)
      return told === undefined || told.kind === 'refused' ? [installation] : []
    if (
      told !== undefined &&
      !(
        told.kind === 'renewed' &&
        told.runtime === undefined &&
        told.command === (obeys ? undefined : 'terminate')
      )
    )
      return []
    if (told?.lease !== undefined && !holds(revoked.deadline, told.lease)) return []
    return [obeys ? { ...installation, revoked: { ...revoked, obeyed: true } } : installation]
  })
}

function renewals(
  installation: Installation,
  version: Version,
  call: Of<'lease'>,
  at: Span,
  told: Answer | undefined,
): readonly (Installation | undefined)[] {
  const interval =
    call.interval === undefined ? installation.interval : Math.min(3600, Math.max(5, call.interval))
  const due = latest(installation.lease, leaseFrom(at, interval))
  if (
    told?.command !== undefined ||
    (told && (told.lease === undefined || !holds(due, told.lease)))
  )
    return []
  const renewed: Installation = {
    ...installation,
    interval,
    lease: told?.lease === undefined ? due : exactly(told.lease),
    seen: latest(installation.seen, at),
  }
  return nearsExpiry(version, at).map((near) => {
    if (told && near !== (told.runtime !== undefined)) return undefined
    return near ? issue(renewed, at, told) : renewed
  })
}

/** Any other request with a runtime token: accepted while the token and its installation live. */
export function use(
  state: State,
  { runtime }: Of<'use'>,
  at: Span,
  told: Answer | undefined,
): readonly State[] {
  for (const [token, { installation }] of Object.entries(state.tokens)) {
    const version = installation?.versions.find((one) => one.runtime === runtime)
    if (!installation || !version || installation.revoked) continue
    return isAlive(installation, version, at).flatMap((alive) =>
      alive
        ? [...when(told, 'accepted', () => [put(state, token, used(installation, version, at))])]
        : when(told, 'dead_token', () => [state]),
    )
  }
  return when(told, 'dead_token', () => [state])
}

/** The refresh token brings a new runtime token as long as it is the installation's own and the installation lives. */
export function refresh(
  state: State,
  call: Of<'refresh'>,
  at: Span,
  told: Answer | undefined,
): readonly State[] {
  const known = behind(state, call.installation)
  if (!known || known.installation.revoked || known.installation.refresh !== call.refresh)
    return when(told, 'invalid', () => [state])
  return when(told, 'refreshed', () => [
    put(state, known.token, issue(known.installation, at, told)),
  ])
}

/** The end, for good. A second revocation changes nothing and answers as the first. */
export function revoke(
  state: State,
  call: Of<'revoke'>,
  at: Span,
  told: Answer | undefined,
): readonly State[] {
  const known = behind(state, call.installation)
  if (!known) return when(told, 'not_found', () => [state])
  const { token, installation } = known
  const { revoked } = installation
  const deadline = revoked?.deadline ?? shift(at, Math.min(call.timeout, LONGEST_SHUTDOWN))
  return when(told, 'revoked', () => {
    // One that was obeyed ends at that moment, which no answer tells.
    if (told?.deadline !== undefined && !revoked?.obeyed && !holds(deadline, told.deadline))
      return []
    return [
      revoked
        ? state
        : put(state, token, {
            ...installation,
            revoked: {
              at,
              deadline: told?.deadline === undefined ? deadline : exactly(told.deadline),
              obeyed: false,
            },
          }),
    ]
  })
}
