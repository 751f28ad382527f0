import type { CallContext } from '../../../src/store/context.ts'
import type { Signer } from '../../../src/domain/trust/signing-keys.ts'
import type { Store } from '../../../src/store/store.ts'
import type { Database } from '../../../src/store/database.ts'
import { hashToken } from '../../../src/domain/tokens.ts'
import { FOUNDER, type Person } from '../history.ts'
import type { People, Tenant } from '../recorder/protocol.ts'

/** Creates an organization on the enterprise plan, with a workspace, an API key and the named agents. */
export async function createTenant(
  store: Store,
  context: () => CallContext,
  signer: Signer,
  agents: readonly string[],
): Promise<Tenant> {
  const { organization_id } = await store.createOrganization(context(), {
    name: 'history',
    plan: 'enterprise',
  })
  const reach = { organizations: [organization_id], workspace_id: null }
  const made = await store.createWorkspace(context(), {
    reach,
    organization_id,
    name: 'history',
    signer,
  })
  const key = await store.createApiKey(context(), { organization_id, name: 'history' })
  if (made.kind !== 'created' || key.kind !== 'created')
    throw new Error(`${made.kind}, ${key.kind}`)
  for (const svc_id of agents) {
    await store.registerAgent(context(), {
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
 * Creates an organization with its founder, and people who are not members, each with a session that lasts for the whole run.
 * @param name the unique domain of their e-mail addresses
 */
export async function createPeople(
  database: Database,
  store: Store,
  context: () => CallContext,
  name: string,
): Promise<People> {
  const { organization_id } = await store.createOrganization(context(), {
    name: 'history',
    plan: 'enterprise',
  })
  const emails = Object.fromEntries(PEOPLE.map((person) => [person, `${person}@${name}.example`]))
  const sessions = Object.fromEntries(
    PEOPLE.map((person) => [person, `adm_${organization_id}-${person}`]),
  )
  await store.addMember(context(), { organization_id, email: emails[FOUNDER]!, role: 'owner' })
  await database.transact(async (tx) => {
    for (const person of PEOPLE) {
      await tx.admin_sessions.insert({
        session_id: `ses_${organization_id}-${person}`,
        hash: hashToken(sessions[person]!),
        email: emails[person]!,
        created_at: context().now,
        expires_at: '2099-01-01T00:00:00.000Z',
      })
    }
  })
  return { organization_id, emails, sessions }
}
