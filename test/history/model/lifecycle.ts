import type { Result, Call } from '../history.ts'
import { leaseFrom } from './creation.ts'
import { withInstallation, tokenOf, ifResult } from './outcome.ts'
import { before, exactly, holds, latest, shift, type Span } from './span.ts'
import type { Installation, State, Version } from './state.ts'
import { isValid, issue, nearsExpiry, use as used } from './versions.ts'

type Of<Name extends Call['do']> = Extract<Call, { do: Name }>
const MAX_SHUTDOWN = 10 * 60_000

/** Returns the installation with the given name, and its install token. */
const findInstallation = (
  state: State,
  name: string,
): { token: string; installation: Installation } | undefined => {
  const token = tokenOf(state, name)
  return token === undefined
    ? undefined
    : { token, installation: state.tokens[token]!.installation! }
}

/**
 * Sends a heartbeat. It renews the lease of an operative installation and, near the expiry of the token, returns a new one. After a
 * revocation it returns `terminate` until that is acknowledged or the deadline has passed. An invalid token is refused before anything else
 * is checked.
 */
export function lease(
  state: State,
  call: Of<'lease'>,
  at: Span,
  result: Result | undefined,
): readonly State[] {
  const known = findInstallation(state, call.installation)
  const version = known?.installation.versions.find(({ runtime }) => runtime === call.runtime)
  if (!known || !version) return ifResult(result, 'invalid_token', () => [state])
  const { token, installation } = known
  const after = (changed: Installation | undefined) => withInstallation(state, token, changed)
  const taken = used(installation, version, at)
  const validity = isValid(installation, version, at)
  return validity.flatMap((accepted) => {
    // A token that becomes invalid during the heartbeat may have been used before.
    if (!accepted)
      return ifResult(result, 'invalid_token', () =>
        validity.length === 1 ? [state] : [state, after(taken)],
      )
    // The specification leaves open whether a heartbeat that receives `terminate` counts as the first use of its token.
    if (installation.revoked)
      return [installation, ...(taken === installation ? [] : [taken])].flatMap((one) =>
        leaseAfterRevocation(one, call, at, result).map((ended) => after(ended)!),
      )
    // If the response was lost or the store failed, the credential may have been looked up without a renewal of the lease.
    const usedOnly = result === undefined || result.kind === 'unavailable' ? [after(taken)!] : []
    return [
      ...usedOnly,
      ...ifResult(result, 'renewed', () =>
        renewedStates(taken, version, call, at, result).map(after),
      ),
    ]
  })
}

function leaseAfterRevocation(
  installation: Installation,
  call: Of<'lease'>,
  at: Span,
  result: Result | undefined,
): readonly Installation[] {
  const revoked = installation.revoked!
  const acknowledges = call.status === 'stopped'
  return before(at, revoked.deadline).flatMap((beforeDeadline) => {
    if (!beforeDeadline || revoked.acknowledged)
      return result === undefined || result.kind === 'refused' ? [installation] : []
    if (
      result !== undefined &&
      !(
        result.kind === 'renewed' &&
        result.runtime === undefined &&
        result.command === (acknowledges ? undefined : 'terminate')
      )
    )
      return []
    if (result?.lease !== undefined && !holds(revoked.deadline, result.lease)) return []
    return [
      acknowledges
        ? { ...installation, revoked: { ...revoked, acknowledged: true } }
        : installation,
    ]
  })
}

function renewedStates(
  installation: Installation,
  version: Version,
  call: Of<'lease'>,
  at: Span,
  result: Result | undefined,
): readonly (Installation | undefined)[] {
  const interval =
    call.interval === undefined ? installation.interval : Math.min(3600, Math.max(5, call.interval))
  const due = latest(installation.lease, leaseFrom(at, interval))
  if (
    result?.command !== undefined ||
    (result && (result.lease === undefined || !holds(due, result.lease)))
  )
    return []
  const renewed: Installation = {
    ...installation,
    interval,
    lease: result?.lease === undefined ? due : exactly(result.lease),
    seen: latest(installation.seen, at),
  }
  return nearsExpiry(version, at).map((near) => {
    if (result && near !== (result.runtime !== undefined)) return undefined
    return near ? issue(renewed, at, result) : renewed
  })
}

/** Sends any other request with a runtime token, which is accepted while the token is valid and its installation is not revoked. */
export function use(
  state: State,
  { runtime }: Of<'use'>,
  at: Span,
  result: Result | undefined,
): readonly State[] {
  for (const [token, { installation }] of Object.entries(state.tokens)) {
    const version = installation?.versions.find((one) => one.runtime === runtime)
    if (!installation || !version || installation.revoked) continue
    return isValid(installation, version, at).flatMap((accepted) =>
      accepted
        ? [
            ...ifResult(result, 'accepted', () => [
              withInstallation(state, token, used(installation, version, at)),
            ]),
          ]
        : ifResult(result, 'invalid_token', () => [state]),
    )
  }
  return ifResult(result, 'invalid_token', () => [state])
}

/** Exchanges a refresh token for a runtime token, if it belongs to the installation and the installation is not revoked. */
export function refresh(
  state: State,
  call: Of<'refresh'>,
  at: Span,
  result: Result | undefined,
): readonly State[] {
  const known = findInstallation(state, call.installation)
  if (!known || known.installation.revoked || known.installation.refresh !== call.refresh)
    return ifResult(result, 'invalid', () => [state])
  return ifResult(result, 'refreshed', () => [
    withInstallation(state, known.token, issue(known.installation, at, result)),
  ])
}

/**
 * Revokes an installation permanently. A second revocation changes nothing, and has the same response until the termination is
 * acknowledged.
 */
export function revoke(
  state: State,
  call: Of<'revoke'>,
  at: Span,
  result: Result | undefined,
): readonly State[] {
  const known = findInstallation(state, call.installation)
  if (!known) return ifResult(result, 'not_found', () => [state])
  const { token, installation } = known
  const { revoked } = installation
  const deadline = revoked?.deadline ?? shift(at, Math.min(call.timeout, MAX_SHUTDOWN))
  return ifResult(result, 'revoked', () => {
    // An acknowledged termination removes the deadline, and later responses contain the time of the revocation instead.
    const shown = revoked?.acknowledged ? revoked.at : deadline
    if (result?.deadline !== undefined && !holds(shown, result.deadline)) return []
    return [
      revoked
        ? state
        : withInstallation(state, token, {
            ...installation,
            revoked: {
              at,
              deadline: result?.deadline === undefined ? deadline : exactly(result.deadline),
              acknowledged: false,
            },
          }),
    ]
  })
}
