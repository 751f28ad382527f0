import type { Answer, Call } from '../history.ts'
import { bootstrap, create, recover, restart } from './creation.ts'
import { lease, refresh, revoke, use } from './lifecycle.ts'
import { accept, decline, invite, leave, list, listOwnInvitations, withdraw } from './people.ts'
import type { Span } from './span.ts'
import type { State } from './state.ts'

/**
 * Returns the possible states after a call with this response; none if the specification does not permit the response
 * (docs/specification/installations.md#invariants). Without a response all possible results are returned. The model is written from the
 * specification and shares no code with the platform. `unavailable` means that nothing happened, except that the credential of a
 * heartbeat may have been looked up.
 */
export function step(
  state: State,
  call: Call,
  at: Span,
  answer: Answer | undefined,
): readonly State[] {
  if (answer?.kind === 'unavailable')
    return [state, ...(call.do === 'lease' ? lease(state, call, at, answer) : [])]
  switch (call.do) {
    case 'create':
      return create(state, call, at, answer)
    case 'bootstrap':
      return bootstrap(state, call, at, answer)
    case 'lease':
      return lease(state, call, at, answer)
    case 'use':
      return use(state, call, at, answer)
    case 'refresh':
      return refresh(state, call, at, answer)
    case 'revoke':
      return revoke(state, call, at, answer)
    case 'recover':
      return recover(state, at, answer)
    case 'restart':
      return restart(state, answer)
    case 'invite':
      return invite(state, call, at, answer)
    case 'look':
      return listOwnInvitations(state, call, at, answer)
    case 'accept':
      return accept(state, call, at, answer)
    case 'decline':
      return decline(state, call, at, answer)
    case 'withdraw':
      return withdraw(state, call, at, answer)
    case 'leave':
      return leave(state, call, answer)
    case 'list':
      return list(state, call, answer)
  }
}
