import type { Handlers } from '../contract-types.ts'

/** Returns the agent's card (docs/specification/agent-protocol.md#card) and health (docs/specification/agent-protocol.md#health). */
export const discovery = {
  async getAgentCard({ reply }, { card }) {
    return reply(200, card())
  },

  async getHealth({ reply }, { health }) {
    return reply(200, health())
  },
} satisfies Partial<Handlers>
