import type { Answer, Call } from '../history.ts'
import { bootstrap, create, recover, restart } from './birth.ts'
import { lease, refresh, revoke, use } from './life.ts'
import { accept, decline, invite, leave, list, look, withdraw } from './people.ts'
import type { Span } from './span.ts'
import type { State } from './state.ts'

/**
 * Returns the states that may follow when this call is made in this state and answered so; none where the specification allows no such
 * answer (docs/specification/installations.md#invariants). If the answer to a call was lost, everything that may have happened follows. The
 * model is written from the specification alone and shares no line with the platform. `unavailable` means that nothing happened, except
 * that the credential of a heartbeat may have been looked up.
 */
export function step(
  state: State,
  call: Call,
  at: Span,
  told: Answer | undefined,
): readonly State[] {
  if (told?.kind === 'unavailable')
    return [state, ...(call.do === 'lease' ? lease(state, call, at, told) : [])]
  switch (call.do) {
    case 'create':
      return create(state, call, at, told)
    case 'bootstrap':
      return bootstrap(state, call, at, told)
    case 'lease':
      return lease(state, call, at, told)
    case 'use':
      return use(state, call, at, told)
    case 'refresh':
      return refresh(state, call, at, told)
    case 'revoke':
      return revoke(state, call, at, told)
    case 'recover':
      return recover(state, at, told)
    case 'restart':
      return restart(state, told)
    case 'invite':
      return invite(state, call, at, told)
    case 'look':
      return look(state, call, at, told)
    case 'accept':
      return accept(state, call, at, told)
    case 'decline':
      return decline(state, call, at, told)
    case 'withdraw':
      return withdraw(state, call, at, told)
    case 'leave':
      return leave(state, call, told)
    case 'list':
      return list(state, call, told)
  }
}
