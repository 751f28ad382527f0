import { afterAll, beforeAll, expect } from 'vitest'
import {
  standalone,
  type PlatformLink,
  type TrustProfile,
  type TrustVerdict,
} from '../../../src/agent/index.ts'
import type { PublicJwk } from '../../../src/domain/crypto/ed25519.ts'
import type { TaskClaims } from '../../../src/domain/signatures/signature.ts'
import { createClock } from '../../../src/system.ts'
import {
  agentIdentity,
  install,
  register,
  type Installed,
  type TestAgent as Identity,
} from '../../http/agents.ts'
import { bearer } from '../../http/client.ts'
import {
  ISSUER,
  START,
  startPlatform,
  type TestOrganization,
  type TestPlatform,
} from '../../http/platform.ts'
import { HOUR } from '../../kit/time.ts'
import { formOf, manifestOf, startAgent, TEXT, type SentHeaders, type TestAgent } from './agents.ts'
import {
  forwarded,
  linkOf,
  signedBy,
  taskClaims,
  type ReceiverIdentity,
  type Signing,
  type SignTask,
} from './statements.ts'

const UPSTREAM = 'http://127.0.0.1:8090/a2a/tasks'
export let platform: TestPlatform
export let owner: TestOrganization
export let installed: Installed
export let caller: Identity
export let stranger: Identity
export let desk: TestAgent
/** The receiving agent of these tests. */
export let identity: ReceiverIdentity
export const served: string[] = []
export const SEED = new Uint8Array(32).fill(9)

/** Returns a platform link that uses the runtime token, and records the requests. */
export function linkTo({ runtime_token }: Installed, to: ReceiverIdentity) {
  const requests: string[] = []
  const state = { down: false }
  const api = () => platform.as(bearer(runtime_token))
  async function ask<T>(
    path: string,
    request: () => ReturnType<ReturnType<typeof api>['get']>,
  ): Promise<T | undefined> {
    requests.push(path)
    if (state.down) throw new Error('unreachable')
    const { status, body, text } = await request()
    if (status === 200) return body as T
    if (status === 403 || status === 404) return undefined
    throw new Error(`${path} returned ${status}: ${text}`)
  }
  const link: PlatformLink = {
    ...standalone('https://agents.example.com/api/v1'),
    ...linkOf(to),
    verifyTrust: (request) =>
      ask<TrustVerdict>('/trust/verify', () => api().post('/trust/verify', request)),
    profile: (did) =>
      ask<TrustProfile>('/trust/profile', () =>
        api().get(`/trust/profile/${encodeURIComponent(did)}`),
      ),
    jwks: async () =>
      (await ask<{ keys: PublicJwk[] }>('/trust/jwks', () => platform.as({}).get('/trust/jwks')))
        ?.keys ?? [],
    trustStatus: () => ({ reputation: 50, verification_status: 'verified', mode: 'running' }),
  }
  return { link, requests, state }
}
export let link: ReturnType<typeof linkTo>

export const DECLARED = manifestOf({ echo: { input: TEXT }, see: {}, secret: {} })
export const SKILLS = {
  echo: ({ text }: { text: string }) => {
    served.push(text)
    return { text }
  },
  see: ({ context }: { context: { caller: unknown; workspace_id: unknown } }) => {
    served.push('see')
    return { caller: context.caller, workspace_id: context.workspace_id }
  },
  secret: () => {
    served.push('secret')
    return { told: true }
  },
}
export const started = (more: object = {}, with_link: PlatformLink = link.link) =>
  startAgent({ ...DECLARED, ...more }, SKILLS, {
    platform: with_link,
    identity: { svc_id: identity.svc_id, seed: SEED },
  })

/** Starts a platform and the receiving agent for the tests of a file. */
export function startReceiver(): void {
  beforeAll(async () => {
    // The platform's key is older than every statement of these tests.
    let now = START - HOUR
    platform = await startPlatform({}, { clock: createClock(() => now) })
    now = START
    owner = await platform.organization()
    installed = await install(platform, owner, undefined, { upstream_url: UPSTREAM })
    caller = await register(await platform.organization())
    stranger = agentIdentity()
    identity = {
      svc_id: installed.agent.svc_id,
      installation_id: installed.installation_id,
      workspace_id: owner.workspace_id,
      upstream_url: UPSTREAM,
      issuer: ISSUER,
    }
    link = linkTo(installed, identity)
    desk = await started()
  })
  afterAll(() => desk.agent.close({ grace_ms: 0 }))
}

export const at = (milliseconds: number): string => new Date(START + milliseconds).toISOString()
export const platformSign: SignTask = (claims) =>
  platform.services.signer.sign('task', claims, claims.issued_at).signature
export const signed = (
  body: string,
  { by = caller, ...more }: Partial<Signing> & { by?: Identity } = {},
) => signedBy(by, body, identity, { now_ms: START, ...more })
export const claimsFor = (body: string, more: Partial<TaskClaims> = {}): TaskClaims => ({
  ...taskClaims(body, identity, START),
  ...more,
})
export const routed = (body: string, more: Partial<TaskClaims> = {}, sign = platformSign) =>
  forwarded(claimsFor(body, more), sign)
export const rpcBody = (skill = 'echo', id?: string) =>
  JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tasks/send',
    params: { id, skill, message: { parts: [{ type: 'text', text: 'rpc' }] } },
  })

export async function expectRefused(
  body: string,
  headers: SentHeaders,
  status: 401 | 403 | 503,
  agent = desk,
): Promise<string> {
  const before = served.length
  const answer = await agent.task(body, headers)
  expect(formOf(answer)).toBe('failed')
  expect(answer).toMatchObject({
    status,
    body: {
      error: { code: { 401: 'unauthorized', 403: 'forbidden', 503: 'unavailable' }[status] },
    },
  })
  expect(served).toHaveLength(before)
  if (status === 401) expect(answer.headers['www-authenticate']).toBe('SvcTrust realm="agent"')
  return answer.body.error.message as string
}
