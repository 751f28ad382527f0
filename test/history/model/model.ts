import type { Result, Call } from '../history.ts'
import { bootstrap, create, recover, restart } from './creation.ts'
import { lease, refresh, revoke, use } from './lifecycle.ts'
import {
  accept,
  decline,
  invite,
  leave,
  listMembers,
  listOwnInvitations,
  withdraw,
} from './people.ts'
import type { Span } from './span.ts'
import type { State } from './state.ts'

/**
 * Returns the possible states after a call with this response; none if the specification does not permit the response
 * (docs/specification/installations.md#invariants). Without a response all possible results are returned. The model is written from the
 * specification and shares no code with the platform. `unavailable` means that nothing happened, except that the runtime token
 * of a heartbeat may have been recorded as used.
 */
export function step(
  state: State,
  call: Call,
  at: Span,
  result: Result | undefined,
): readonly State[] {
  if (result?.kind === 'unavailable')
    return [state, ...(call.do === 'lease' ? lease(state, call, at, result) : [])]
  switch (call.do) {
    case 'create':
      return create(state, call, at, result)
    case 'bootstrap':
      return bootstrap(state, call, at, result)
    case 'lease':
      return lease(state, call, at, result)
    case 'use':
      return use(state, call, at, result)
    case 'refresh':
      return refresh(state, call, at, result)
    case 'revoke':
      return revoke(state, call, at, result)
    case 'recover':
      return recover(state, at, result)
    case 'restart':
      return restart(state, result)
    case 'invite':
      return invite(state, call, at, result)
    case 'list_invitations':
      return listOwnInvitations(state, call, at, result)
    case 'accept':
      return accept(state, call, at, result)
    case 'decline':
      return decline(state, call, at, result)
    case 'withdraw':
      return withdraw(state, call, at, result)
    case 'leave':
      return leave(state, call, result)
    case 'list_members':
      return listMembers(state, call, result)
  }
}
