import { keyFileOf } from '../../src/agent/folder/keys.ts'
import { keyPairOfSeed, signMessage } from '../../src/domain/crypto/ed25519.ts'
import { encodeBase64 } from '../../src/domain/crypto/encoding.ts'
import { svcId } from '../../src/domain/crypto/svc-id.ts'
import { signClaims, type Claims } from '../../src/domain/signatures/signature.ts'
import { signedText } from '../../src/domain/signatures/signature.ts'
import { bearer } from './client.ts'
import { ISSUER, type TestOrganization, type TestPlatform } from './platform.ts'

export type TestAgent = ReturnType<typeof agentIdentity>
/** The organization and workspace of an installation. */
export type Owner = Pick<TestOrganization, 'api' | 'workspace_id'> & Registrant
/** The organization that registers an agent, and the issuer unless it is that of the test platform. */
export type Registrant = Pick<TestOrganization, 'organization_id' | 'now'> & {
  readonly issuer?: string
}

let identities = 0

/** Creates an agent with its own key. Agents with the same number are equal. */
export function agentIdentity(number = (identities += 1) + 1000, name = `Agent ${number}`) {
  const seed = new Uint8Array(32).fill(number % 256)
  seed[31] = Math.floor(number / 256)
  const { publicKey, privateKey } = keyPairOfSeed(seed)
  const identity = {
    name,
    version: '1.0.0',
    public_key: encodeBase64(publicKey),
    manifest_hash: 'a'.repeat(64),
  }
  const registration = { svc_id: svcId(identity), ...identity }
  const sign = (message: Uint8Array) => encodeBase64(signMessage(privateKey, message))
  return {
    svc_id: registration.svc_id,
    registration,
    sign,
    publicKey,
    /** The text of `svc.key`. */
    key_file: keyFileOf(seed),
    register: (claims: Claims['register']) => signClaims(privateKey, 'register', claims),
    /** Returns a proof for an organization, by default issued now. */
    proof: (
      { organization_id, now, issuer = ISSUER }: Registrant,
      claims: { issuer?: string; issued_at?: string; organization_id?: string } = {},
    ) => {
      const issued_at = claims.issued_at ?? now()
      return {
        issued_at,
        signature: signClaims(privateKey, 'register', {
          ...registration,
          organization_id,
          issuer,
          ...claims,
          issued_at,
        }),
      }
    },
    trust: (context: object) => ({
      svc_id: registration.svc_id,
      context,
      signature: sign(signedText('trust', { svc_id: registration.svc_id, context })),
    }),
  }
}

/** Registers an agent with proof, and returns it. */
export async function register(
  owner: Pick<Owner, 'api'> & Registrant,
  agent = agentIdentity(),
  more: object = {},
): Promise<TestAgent> {
  const registered = await owner.api.post('/agents/register', {
    ...agent.registration,
    proof: agent.proof(owner),
    ...more,
  })
  if (registered.status !== 201) throw new Error(registered.text)
  return agent
}

/** Registers an agent that is visible only to its own organization. */
export async function registerPrivately(
  platform: TestPlatform,
  organization_id: string,
  agent = agentIdentity(),
): Promise<TestAgent> {
  await platform.store.registerAgent(platform.context(), {
    ...agent.registration,
    organization_id,
    key_sound: true,
    proven: true,
    private: true,
    details: {},
  })
  return agent
}

export async function installToken(
  { api, workspace_id }: Owner,
  agent_id: string,
  expiry_minutes = 15,
): Promise<string> {
  const created = await api.post(`/workspaces/${workspace_id}/install-tokens`, {
    agent_id,
    expiry_minutes,
  })
  if (created.status !== 201) throw new Error(created.text)
  return created.body.token as string
}

export const bootstrap = (
  platform: TestPlatform,
  install_token: string,
  details: object = {},
  headers = {},
) => platform.as({}).post('/installations/bootstrap', { install_token, ...details }, headers)

/** Creates an install token for a registered agent and bootstraps it. */
export async function installRegistered(
  platform: TestPlatform,
  owner: Owner,
  agent: TestAgent,
  details: object = {},
) {
  const install_token = await installToken(owner, agent.svc_id)
  const bootstrapResponse = await bootstrap(platform, install_token, details)
  if (bootstrapResponse.status !== 201) throw new Error(bootstrapResponse.text)
  const credentials = bootstrapResponse.body as {
    installation_id: string
    runtime_token: string
    refresh_token: string
    expires_at: string
    heartbeat_interval: number
  }
  const { installation_id, runtime_token } = credentials
  const path = `/installations/${installation_id}`
  return {
    agent,
    install_token,
    ...credentials,
    path,
    bootstrapResponse,
    /** Sends a heartbeat, by default with the first runtime token. */
    lease: (body: object = {}, token = runtime_token) =>
      platform.as(bearer(token)).post(`${path}/lease`, body),
    refresh: (refresh_token = credentials.refresh_token) =>
      platform.as({}).post(`${path}/refresh`, { refresh_token }),
    revoke: (body: object = {}) => owner.api.post(`${path}/revoke`, body),
    /** Returns the stored row. */
    row: async () =>
      (await platform.database.read((tx) => tx.installations.get({ installation_id })))!,
  }
}
export type Installed = Awaited<ReturnType<typeof installRegistered>>

/** Registers an agent and bootstraps it. */
export const install = async (
  platform: TestPlatform,
  owner: Owner,
  agent?: TestAgent,
  details: object = {},
): Promise<Installed> => installRegistered(platform, owner, await register(owner, agent), details)
