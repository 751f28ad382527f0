import type { CallContext } from '../../../src/store/context.ts'
import type { Signer } from '../../../src/store/transactions/policies/policies.ts'
import type { Store } from '../../../src/store/store.ts'
import type { Database } from '../../../src/store/database.ts'
import { hashToken } from '../../../src/domain/tokens.ts'
import { FOUNDER, type Person } from '../history.ts'
import type { People, Tenant } from '../recorder/protocol.ts'

/** An organization without quotas, with a workspace, an API key and so many agents. */
export async function settle(
  store: Store,
  act: () => CallContext,
  signer: Signer,
  agents: readonly string[],
): Promise<Tenant> {
  const { organization_id } = await store.createOrganization(act(), {
    name: 'history',
    plan: 'enterprise',
  })
  const reach = { organizations: [organization_id], workspace_id: null }
  const made = await store.createWorkspace(act(), {
    reach,
    organization_id,
    name: 'history',
    signer,
  })
  const key = await store.createApiKey(act(), { organization_id, name: 'history' })
  if (made.kind !== 'created' || key.kind !== 'created')
    throw new Error(`${made.kind}, ${key.kind}`)
  for (const svc_id of agents) {
    await store.registerAgent(act(), {
      svc_id,
      organization_id,
      name: svc_id,
      version: '1.0.0',
      public_key: '',
      manifest_hash: '',
      key_sound: true,
      proven: false,
      private: false,
      details: {},
    })
  }
  return { workspace_id: made.workspace.workspace_id, api_key: key.token, people: undefined }
}

const PEOPLE: readonly Person[] = [FOUNDER, 'p1', 'p2', 'p3']

/**
 * An organization with its founder and strangers, each with a session that outlives every jump of time.
 * @param name what their e-mail addresses have in common, and nobody else's
 */
export async function settlePeople(
  database: Database,
  store: Store,
  act: () => CallContext,
  name: string,
): Promise<People> {
  const { organization_id } = await store.createOrganization(act(), {
    name: 'history',
    plan: 'enterprise',
  })
  const emails = Object.fromEntries(PEOPLE.map((person) => [person, `${person}@${name}.example`]))
  const sessions = Object.fromEntries(
    PEOPLE.map((person) => [person, `adm_${organization_id}-${person}`]),
  )
  await store.addMember(act(), { organization_id, email: emails[FOUNDER]!, role: 'owner' })
  await database.transact(async (tx) => {
    for (const person of PEOPLE) {
      await tx.admin_sessions.insert({
        session_id: `ses_${organization_id}-${person}`,
        hash: hashToken(sessions[person]!),
        email: emails[person]!,
        created_at: act().now,
        expires_at: '2099-01-01T00:00:00.000Z',
      })
    }
  })
  return { organization_id, emails, sessions }
}
