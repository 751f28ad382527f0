import type { Handlers } from './services.ts'

/** What a workspace allows, signed by the platform (Interface, Policy). */
export const policy = {
  async getWorkspacePolicy({ path, caller, reply, refuse }, { store }) {
    const found = await store.getPolicy({ reach: caller.reach, workspace_id: path.workspace_id })
    if (!found) return refuse('WORKSPACE_NOT_FOUND')
    const { policy_id, workspace_id, version, status, content, hash, signature, signing_key_id, created_at, updated_at } = found
    return reply(200, { policy_id, workspace_id, version, status, content, hash, signature, signing_key_id, created_at, updated_at })
  },
} satisfies Partial<Handlers>
