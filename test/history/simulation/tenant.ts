import type { Act } from '../../../src/store/act.ts'
import type { Signer } from '../../../src/store/intents/policies.ts'
import type { Store } from '../../../src/store/store.ts'
import type { Tenant } from '../recorder/protocol.ts'

/** An organization without quotas, with a workspace, an API key and so many agents. */
export async function settle(store: Store, act: () => Act, signer: Signer, agents: readonly string[]): Promise<Tenant> {
  const { organization_id } = await store.createOrganization(act(), { name: 'history', plan: 'enterprise' })
  const reach = { organizations: [organization_id], workspace_id: null }
  const made = await store.createWorkspace(act(), { reach, organization_id, name: 'history', signer })
  const key = await store.createApiKey(act(), { organization_id, name: 'history' })
  if (made.kind !== 'created' || key.kind !== 'created') throw new Error(`${made.kind}, ${key.kind}`)
  for (const svc_id of agents) {
    await store.registerAgent(act(), {
      svc_id, organization_id, name: svc_id, version: '1.0.0', public_key: '', manifest_hash: '', key_sound: true, proven: false, private: false, details: {},
    })
  }
  return { workspace_id: made.workspace.workspace_id, api_key: key.token }
}
