import type { InstallationIdentity, PlatformLink } from '../../../src/agent/index.ts'
import { sha256Hex } from '../../../src/domain/crypto/hash.ts'
import {
  signedText,
  type TaskClaims,
  type TrustContextClaims,
  writeStatement,
} from '../../../src/domain/signatures/signature.ts'
import type { TestAgent } from '../../http/agents.ts'

/** Signs the claims of a task, and returns base64. */
export type SignTask = (claims: TaskClaims) => string
/** Signs the claims of a task with the key of an agent instead of the platform's. */
export const signAsAgent =
  ({ sign }: Pick<TestAgent, 'sign'>): SignTask =>
  (claims) =>
    sign(signedText('task', claims))
/** What a receiver knows about itself. */
export type ReceiverIdentity = {
  readonly [Member in keyof InstallationIdentity]-?: NonNullable<InstallationIdentity[Member]>
} & {
  readonly svc_id: string
  readonly issuer: string
}

let numbers = 0
export const uniqueId = (what: string): string => `${what}-${(numbers += 1)}`

/** Returns the body of a task. */
export const task = (skill = 'echo', message = 'hello', context: object = {}): string =>
  JSON.stringify({ task_id: uniqueId('task'), input: { skill, message }, context })
const parseTask = (body: string) =>
  JSON.parse(body) as { task_id?: string; input?: { skill?: string }; params?: { skill?: string } }

/** Returns the claims of a task statement for this body and receiver, issued now. */
export function taskClaims(
  body: string,
  { svc_id, installation_id, upstream_url, workspace_id, issuer }: ReceiverIdentity,
  now_ms: number,
): TaskClaims {
  const { task_id = 'none', input } = parseTask(body)
  return {
    issuer,
    audience: { svc_id, installation_id },
    upstream_url,
    organization_id: 'org_routing',
    workspace_id,
    requester: { organization_id: 'org_routing', key_id: 'key_1' },
    task_id,
    skill: input?.skill ?? 'none',
    request_body_hash: sha256Hex(body),
    issued_at: new Date(now_ms).toISOString(),
    expires_at: new Date(now_ms + 60_000).toISOString(),
  }
}

/** Returns the header of a forwarded task. */
export const forwarded = (claims: TaskClaims, sign: SignTask): { 'X-Svc-Task': string } => ({
  'X-Svc-Task': writeStatement({ claims, signature: sign(claims) }),
})

export interface Signing {
  readonly now_ms: number
  /** Claims that replace the correct ones. */
  readonly context?: Partial<TrustContextClaims>
  /** Whether the audience includes the installation. */
  readonly names_installation?: boolean
}

/** Returns the headers of a request that an agent signs for a receiver. */
export function signedBy(
  { svc_id, sign }: TestAgent,
  body: string,
  to: ReceiverIdentity,
  { now_ms, context: more = {}, names_installation = false }: Signing,
): Record<string, string> {
  const context: TrustContextClaims = {
    issuer: to.issuer,
    workspace_id: to.workspace_id,
    skill: parseTask(body).input?.skill ?? parseTask(body).params?.skill ?? 'none',
    audience: {
      svc_id: to.svc_id,
      ...(names_installation && { installation_id: to.installation_id }),
    },
    request_body_hash: sha256Hex(body),
    nonce: uniqueId('nonce'),
    timestamp: new Date(now_ms).toISOString(),
    ...more,
  }
  return {
    'X-Svc-Agent-ID': svc_id,
    'X-Svc-Timestamp': context.timestamp,
    'X-Svc-Nonce': context.nonce,
    'X-Svc-Signature': sign(
      signedText('trust', { svc_id, context: JSON.parse(JSON.stringify(context)) as object }),
    ),
    ...(names_installation && { 'X-Svc-Audience-Installation': to.installation_id }),
  }
}

/** Returns the platform link of an agent with this installation. */
export const linkOf = (to: ReceiverIdentity): Pick<PlatformLink, 'issuer' | 'installation'> => ({
  issuer: to.issuer,
  installation: () => ({
    installation_id: to.installation_id,
    workspace_id: to.workspace_id,
    upstream_url: to.upstream_url,
  }),
})
