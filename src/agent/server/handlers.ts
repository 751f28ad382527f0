import type { Handlers } from './contract-types.ts'
import { a2a } from './a2a/handler.ts'
import { mcp } from './mcp/handler.ts'
import { a2aCardOf, CARD_MAX_AGE_S, etagOf } from './a2a/card.ts'
import { iso } from '../../domain/time.ts'
import { replyTo } from '../tasks/chat.ts'
import { ALL_SCOPES } from './sessions.ts'

/**
 * Returns the agent's card (docs/specification/agent-protocol.md#card), its card for A2A clients (docs/specification/a2a.md#card), its
 * health (docs/specification/agent-protocol.md#health) and contract (docs/specification/agent-protocol.md#own-contract).
 */
const discovery = {
  async getAgentCard({ reply }, { card }) {
    return reply(200, card())
  },

  async getA2aCard({ reply }, { card }) {
    const a2a_card = a2aCardOf(card())
    return reply(200, a2a_card).with({
      ETag: etagOf(a2a_card),
      'Cache-Control': `public, max-age=${CARD_MAX_AGE_S}`,
    })
  },

  async getHealth({ reply }, { health }) {
    return reply(200, health())
  },

  async getAgentContract({ reply }, { contract }) {
    return reply(200, contract())
  },
} satisfies Partial<Handlers>

/** Opens sessions (docs/specification/agent-protocol.md#sessions) and answers chat messages (docs/specification/agent-protocol.md#chat). */
const conversation = {
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

/** One handler per operation of the contract; a missing one is a type error. */
export const handlers: Handlers = { ...discovery, ...conversation, ...a2a, ...mcp }
