import type { Handlers } from '../services.ts'

/** Lists the versions of agents (docs/specification/agents.md#agent-versions). */
export const agentVersions = {
  async listAgentVersions({ path, caller, reply, refuse }, { store }) {
    const versions = await store.readAgentVersions({ svc_id: path.svc_id, reach: caller.reach })
    if (!versions) return refuse('AGENT_NOT_FOUND')
    return reply(200, {
      items: versions.map(
        ({ svc_id, version, registered_at, verification_status, deprecated }) => ({
          svc_id,
          version,
          registered_at,
          verification_status,
          deprecated,
        }),
      ),
    })
  },
} satisfies Partial<Handlers>
