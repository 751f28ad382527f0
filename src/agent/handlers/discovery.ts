import type { Handlers } from '../contract-types.ts'

/** What the agent is, and how it is doing. */
export const discovery = {
  async getAgentCard({ reply }, { card }) {
    return reply(200, card())
  },

  async getHealth({ reply }, { health }) {
    return reply(200, health())
  },
} satisfies Partial<Handlers>
