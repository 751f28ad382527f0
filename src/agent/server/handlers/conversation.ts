import { iso } from '../../../domain/time.ts'
import { replyTo } from '../../tasks/chat.ts'
import type { Handlers } from '../contract-types.ts'
import { ALL_SCOPES } from '../sessions.ts'

/** Opens sessions (docs/specification/agent-protocol.md#sessions) and answers chat messages (docs/specification/agent-protocol.md#chat). */
export const conversation = {
  async openSession({ body, reply }, { sessions }) {
    const { token, expires_at_ms } = sessions.open({
      client_id: body.client_id,
      scope: body.scope ?? ALL_SCOPES,
    })
    return reply(200, { session_token: token, expires_at: iso(expires_at_ms) })
  },

  async chat({ body, caller, reply, refuse }, services) {
    const { message, conversation_id = services.newId() } = body
    const outcome = await replyTo(services, message, {
      client_id: caller.client_id,
      conversation_id,
    })
    if (outcome.kind === 'failed') return refuse(outcome.code, outcome.details)
    return reply(200, { message: outcome.message, conversation_id, task_id: outcome.task_id })
  },
} satisfies Partial<Handlers>
