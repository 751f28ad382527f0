import { sha256Hex } from '../../src/domain/crypto/hash.ts'
import { svcId } from '../../src/domain/crypto/svc-id.ts'
import { isOperative } from '../../src/domain/installations/installation.ts'
import type { Heartbeat } from '../../src/domain/installations/lease.ts'
import type { Plan } from '../../src/domain/organizations/plans.ts'
import type { Command, Installation, JsonObject } from '../../src/domain/records.ts'
import type { Timestamp } from '../../src/domain/time.ts'
import { masterKey } from '../../src/domain/secrets.ts'
import { hashToken } from '../../src/domain/tokens.ts'
import type { CallContext } from '../../src/store/context.ts'
import type { Database } from '../../src/store/database.ts'
import type { BootstrapOutcome } from '../../src/store/transactions/installations/bootstrap.ts'
import type { LeaseInput, LeaseOutcome } from '../../src/store/transactions/installations/lease.ts'
import { createStore, type Store } from '../../src/store/store.ts'
import { contextFactory, testClock, type StoreLocation } from './stores.ts'

export const MASTER_KEY = Buffer.alloc(32, 7)
export const MASTER_KEYS = [masterKey(MASTER_KEY)]
/** A master key that a test puts in force. */
export const NEW_MASTER_KEY = masterKey(Buffer.alloc(32, 21))
/** The issuer in the platform's signatures. */
export const ISSUER = 'https://registry.test'

export type World = Awaited<ReturnType<typeof newWorld>>
/** An installation after its first bootstrap, with the tokens that only its agent has. */
export interface Installed {
  installation: Installation
  install_token: string
  runtime_token: string
  refresh_token: string
}

const agentNamed = (svc_id: string) => ({
  svc_id,
  name: svc_id,
  version: '1.0.0',
  public_key: 'A'.repeat(43) + '=',
  manifest_hash: 'm',
  key_sound: true,
  proven: false,
  private: false,
  details: {},
})

/** Returns an agent whose identifier is the hash of its fields, and whose key has signed for its organization. */
const provedAgent = (name: string) => {
  const fields = { name, version: '1.0.0', public_key: 'A'.repeat(43) + '=', manifest_hash: 'm' }
  return {
    ...fields,
    svc_id: svcId(fields),
    key_sound: true,
    proven: true,
    private: false,
    details: {},
  }
}

/** Returns the identifier of the key that signs statements now. */
export async function signingKeyOf(store: Store, now: Timestamp): Promise<string> {
  const keys = await store.listSigningKeys({ now, master_keys: MASTER_KEYS })
  return keys.find(({ use, state }) => use === 'statements' && state === 'active')!.key_id
}

/** Creates a store with an organization, a workspace and an agent, and returns shorthands for operations on them. */
export async function newWorld(
  location: StoreLocation,
  { plan = 'enterprise' as Plan, database: opened = undefined as Database | undefined } = {},
) {
  const database = opened ?? (await location.open())
  const store = createStore(database)
  const clock = testClock()
  const context = contextFactory(clock)
  const signer = await store.loadSigner(context(), { master_keys: MASTER_KEYS, issuer: ISSUER })

  async function tenant(name: string, tenantPlan: Plan = plan) {
    const organization_id = `org_${name}`
    const reach = { organizations: [organization_id], workspace_id: null }
    await store.createOrganization(context(), { name, plan: tenantPlan, organization_id })
    const created = await store.createWorkspace(context(), {
      reach,
      organization_id,
      name: 'main',
      signer,
      workspace_id: `ws_${name}`,
    })
    if (created.kind !== 'created') throw new Error(created.kind)
    await store.registerAgent(context(), { ...agentNamed(`agent-${name}`), organization_id })
    return {
      organization_id,
      workspace_id: created.workspace.workspace_id,
      agent_id: `agent-${name}`,
      reach,
    }
  }
  const home = await tenant('a')

  async function installToken({
    expiry_minutes = 15,
    ...where
  }: Partial<typeof home> & { expiry_minutes?: number } = {}): Promise<string> {
    const { reach, workspace_id, agent_id } = { ...home, ...where }
    const created = await store.createInstallToken(context(), {
      reach,
      workspace_id,
      agent_id,
      expiry_minutes,
    })
    if (created.kind !== 'created') throw new Error(created.kind)
    return created.token
  }

  const bootstrap = (
    token: string,
    details: object = {},
    overrides?: Partial<CallContext>,
  ): Promise<BootstrapOutcome> =>
    store.bootstrapInstallation(context(overrides), {
      token_hash: hashToken(token),
      body_hash: sha256Hex(JSON.stringify(details)),
      details,
    }) as Promise<BootstrapOutcome>

  async function install(
    details: object = {},
    where: Partial<typeof home> = {},
  ): Promise<Installed> {
    const install_token = await installToken(where)
    const outcome = await bootstrap(install_token, details)
    if (outcome.kind !== 'first') throw new Error(outcome.kind)
    return {
      installation: outcome.installation,
      install_token,
      runtime_token: outcome.issued.runtime_token,
      refresh_token: outcome.refresh_token,
    }
  }

  /** Authenticates a runtime token as a request does. Returns undefined if the token is no longer valid. */
  async function use(token: string) {
    const hash = hashToken(token)
    const found = await store.findRuntimeToken({ hash, now: clock.now })
    if (found && isOperative(found.installation) && found.token.first_used_at === null)
      await store.useRuntimeToken(context(), { hash })
    return found
  }

  async function lease(
    token: string,
    heartbeat: Heartbeat = {},
    ack?: LeaseInput['ack'],
  ): Promise<LeaseOutcome> {
    const found = await use(token)
    if (!found) return { kind: 'invalid_token' }
    return store.renewLease(context(), {
      installation_id: found.installation.installation_id,
      token_hash: hashToken(token),
      heartbeat,
      ack,
      jitter: 0.5,
    })
  }
  /** Sends a heartbeat that must renew the lease. */
  async function sendHeartbeat(token: string, heartbeat?: Heartbeat, ack?: LeaseInput['ack']) {
    const outcome = await lease(token, heartbeat, ack)
    if (outcome.kind !== 'renewed') throw new Error(outcome.kind)
    return outcome
  }

  const refresh = ({ installation, refresh_token }: Installed) =>
    store.refreshRuntimeToken(context(), {
      installation_id: installation.installation_id,
      refresh_hash: hashToken(refresh_token),
    })
  const recover = (details: object = {}, where: Partial<typeof home> = {}) =>
    store.recoverInstallation(context(), { ...home, ...where, details })
  const revoke = (
    installation_id: string,
    more: { reason?: string; shutdown_timeout_ms?: number } = {},
  ) => store.revokeInstallation(context(), { reach: home.reach, installation_id, ...more })
  const send = (installation_id: string, type: Command['type'], params: JsonObject = {}) =>
    store.sendCommandAsOperator(context(), { installation_id, type, reason: 'because', params })

  const installationOf = async (installation_id: string) =>
    (await database.read((tx) => tx.installations.get({ installation_id })))!
  const audit = (chain = home.organization_id) =>
    store.readChain({ chain, above: 0, limit: 100_000 })
  let seen = new Map<string, number>()
  /** Returns the event types of the audit records that were added since the last call, in all chains. */
  async function newKinds(): Promise<string[]> {
    const kinds: string[] = []
    const heads = await store.listChains({})
    for (const { chain } of heads)
      kinds.push(
        ...(await store.readChain({ chain, above: seen.get(chain) ?? 0, limit: 100_000 })).map(
          ({ event_type }) => event_type,
        ),
      )
    seen = new Map(heads.map(({ chain, sequence }) => [chain, sequence]))
    return kinds
  }

  return {
    ...home,
    database,
    store,
    clock,
    context,
    signer,
    home,
    tenant,
    agentNamed,
    provedAgent,
    installToken,
    bootstrap,
    install,
    use,
    lease,
    sendHeartbeat,
    refresh,
    recover,
    revoke,
    send,
    installationOf,
    audit,
    newKinds,
  }
}
