import { masterKey } from '../../src/domain/secrets.ts'
import { hashToken } from '../../src/domain/tokens.ts'
import { callContext } from '../kit/context.ts'
import { openDatabase } from '../../src/store/open.ts'
import { createStore, type Store } from '../../src/store/store.ts'
import { runClients, type Platform } from './clients.ts'

/** The process that is killed: a store and its clients; each acknowledged write is written to the pipe before anything else happens. */
const [address = '', clients = '200'] = process.argv.slice(2)
const HOME = {
  organization_id: 'org_kill',
  workspace_id: 'ws_kill',
  reach: { organizations: ['org_kill'], workspace_id: null },
}

const context = () => callContext({ actor: { type: 'anonymous', id: null, ip: null } })

const platformOf = (store: Store): Platform => ({
  async createInstallToken() {
    const outcome = await store.createInstallToken(context(), {
      ...HOME,
      agent_id: 'agent-kill',
      expiry_minutes: 15,
    })
    if (outcome.kind !== 'created') throw new Error(outcome.kind)
    return outcome.token
  },
  async bootstrap(install_token) {
    const outcome = await store.bootstrapInstallation(context(), {
      token_hash: hashToken(install_token),
      body_hash: '',
      details: {},
    })
    if (outcome.kind !== 'first' && outcome.kind !== 'replayed') return undefined
    const {
      installation: { installation_id },
      issued: { runtime_token },
    } = outcome
    return {
      installation_id,
      runtime_token,
      ...(outcome.kind === 'first' && { refresh_token: outcome.refresh_token }),
    }
  },
  async lease(installation_id, runtime_token) {
    const hash = hashToken(runtime_token)
    await store.useRuntimeToken(context(), { hash })
    const outcome = await store.renewLease(context(), {
      installation_id,
      token_hash: hash,
      heartbeat: { status: 'running' },
      jitter: 0.5,
    })
    return outcome.kind === 'renewed' ? outcome : undefined
  },
  async refresh(installation_id, refresh_token) {
    const outcome = await store.refreshRuntimeToken(context(), {
      installation_id,
      refresh_hash: hashToken(refresh_token),
    })
    return outcome.kind === 'refreshed' ? outcome.issued : undefined
  },
  async revoke(installation_id) {
    return (
      (await store.revokeInstallation(context(), { reach: HOME.reach, installation_id })).kind ===
      'revoked'
    )
  },
})

/** Creates the tenant of all clients, unless an earlier process has created it. */
async function createTenant(store: Store): Promise<void> {
  const { organization_id, workspace_id, reach } = HOME
  const signer = await store.loadSigner(context(), { master_keys: [masterKey(new Uint8Array(32))] })
  const organizations = await store.listOrganizations({})
  if (organizations.length === 0)
    await store.createOrganization(context(), { organization_id, name: 'kill', plan: 'enterprise' })
  if ((await store.getWorkspace(HOME)).kind === 'not_found')
    await store.createWorkspace(context(), {
      reach,
      organization_id,
      workspace_id,
      name: 'kill',
      signer,
    })
  await store.registerAgent(context(), {
    svc_id: 'agent-kill',
    organization_id,
    name: 'a',
    version: '1',
    public_key: '',
    manifest_hash: '',
    key_sound: true,
    proven: false,
    private: false,
    details: {},
  })
}

const store = createStore(await openDatabase(address, { wait_ms: 60_000, clock: 'caller' }))
await createTenant(store)
await runClients(platformOf(store), Number(clients), (write) => {
  process.stdout.write(`${JSON.stringify(write)}\n`)
})
