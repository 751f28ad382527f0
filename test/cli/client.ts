import { signedText } from '../../src/domain/signatures/signature.ts'
import { randomBytes } from 'node:crypto'
import { keyPairOfSeed, signMessage } from '../../src/domain/crypto/ed25519.ts'
import { encodeBase64 } from '../../src/domain/crypto/encoding.ts'
import { svcId } from '../../src/domain/crypto/svc-id.ts'

export interface TestResponse {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: Record<string, any>
}

/** Returns a client of a registry in another process. `responses` collects all responses. */
export function client(base_url: string) {
  const responses: TestResponse[] = []
  const call = async (
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: unknown,
  ): Promise<TestResponse> => {
    const response = await fetch(base_url + path, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const received = {
      status: response.status,
      headers: response.headers,
      text,
      body: text.startsWith('{') ? JSON.parse(text) : {},
    }
    responses.push(received)
    return received
  }
  const credential = (token: string): Record<string, string> =>
    token === ''
      ? {}
      : token.startsWith('sk_')
        ? { 'X-API-Key': token }
        : { Authorization: `Bearer ${token}` }
  return {
    responses,
    get: (path: string, token = '') => call('GET', path, credential(token)),
    post: (path: string, token = '', body: unknown = {}) =>
      call('POST', path, credential(token), body),
  }
}

/** Creates an agent with a new key. */
export function newAgent(name = 'Agent') {
  const { publicKey, privateKey } = keyPairOfSeed(randomBytes(32))
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
    trust: (context: object) => ({
      svc_id: registration.svc_id,
      context,
      signature: sign(signedText('trust', { svc_id: registration.svc_id, context })),
    }),
  }
}

/** Registers an agent and installs it. */
export async function installAgent(
  { post }: ReturnType<typeof client>,
  api_key: string,
  workspace_id: string,
) {
  const agent = newAgent()
  await post('/agents/register', api_key, agent.registration)
  const {
    body: { token: install_token },
  } = await post(`/workspaces/${workspace_id}/install-tokens`, api_key, {
    agent_id: agent.svc_id,
  })
  const {
    body: { installation_id, runtime_token, refresh_token },
  } = await post('/installations/bootstrap', '', { install_token })
  return {
    agent,
    install_token,
    installation_id,
    runtime_token,
    refresh_token,
  } as Record<'install_token' | 'installation_id' | 'runtime_token' | 'refresh_token', string> & {
    agent: typeof agent
  }
}
