import { isJsonObject } from '../../domain/json.ts'
import { did } from '../../domain/agents/identity.ts'
import type { PublicJwk } from '../../domain/crypto/ed25519.ts'
import type { AgentLogger } from '../definition.ts'
import type {
  PlatformLink,
  TrustProfile,
  TrustStatus,
  TrustVerdict,
  VerificationStatus,
  WorkspacePolicy,
} from '../platform/link.ts'
import type { MonotonicClock } from '../clock.ts'
import type { PlatformClient, PlatformRequest } from './platform-client.ts'
import type { Mode, Setup } from './state.ts'

/** When a lease is renewed, a trust status and a policy that are older than this are reloaded. */
const MAX_AGE_MS = 5 * 60_000

export interface InstallationLinkOptions {
  readonly request: PlatformClient
  readonly setup: Pick<Setup, 'platform_url' | 'agent_id' | 'issuer'>
  readonly installation: PlatformLink['installation']
  readonly time: PlatformLink['time']
  readonly clock: MonotonicClock
  readonly logger: AgentLogger
  readonly mode: () => Mode
  readonly paused: () => boolean
  /** The runtime token in use. */
  readonly token: () => string | null
  /** Called when the platform refuses that token. */
  readonly onUnauthorized: () => void
}
export interface InstallationLink extends PlatformLink {
  /** Reloads the policy and the trust status if they are too old, after a lease was renewed. */
  leaseRenewed(): void
  /** Reloads the policy and the trust status now. Resolves with whether the policy was loaded. Never rejects. */
  reload(): Promise<boolean>
}

type ReportedStatus = Pick<TrustStatus, 'reputation' | 'verification_status'>

const profileRequest = (agent_did: string): PlatformRequest => ({
  method: 'GET',
  path: `/trust/profile/${encodeURIComponent(agent_did)}`,
})
const policyRequest = (workspace_id: string): PlatformRequest => ({
  method: 'GET',
  path: `/workspaces/${encodeURIComponent(workspace_id)}/policy`,
})

const STATUSES: readonly string[] = [
  'unverified',
  'pending',
  'verified',
  'suspended',
  'revoked',
] satisfies VerificationStatus[]

/** Reads the trust status of a profile. It is validated, because the headers of every response contain it. */
function readTrustStatus({
  reputation,
  verification_status,
}: Readonly<Record<string, unknown>>): ReportedStatus {
  const score = isJsonObject(reputation) ? reputation['score'] : undefined
  if (typeof score !== 'number' || !(score >= 0 && score <= 100))
    throw new Error("The platform's response contains no reputation from 0 to 100.")
  if (typeof verification_status !== 'string' || !STATUSES.includes(verification_status))
    throw new Error("The platform's response contains no known verification status.")
  return { reputation: score, verification_status: verification_status as VerificationStatus }
}

/** Returns whether a profile has the members with which signatures are verified. */
const hasKey = ({ svc_id, public_key }: Partial<Record<keyof TrustProfile, unknown>>): boolean =>
  typeof svc_id === 'string' && typeof public_key === 'string'

/** Creates the link of an installed agent to its platform, over HTTP with the runtime token. */
export function createInstallationLink(options: InstallationLinkOptions): InstallationLink {
  const { setup, installation, time, clock, logger, mode, paused } = options
  const { request, requestAsAgent } = createRequests(options)
  let policy: WorkspacePolicy | undefined
  let reported: ReportedStatus = { reputation: 50, verification_status: 'unverified' }
  let loaded_at = -Infinity
  let loading: Promise<unknown> = Promise.resolve()

  /** Resolves with false if the workspace is unknown. */
  async function load(): Promise<boolean> {
    const profile = await requestAsAgent<Readonly<Record<string, unknown>>>(
      profileRequest(did(setup.agent_id)),
    )
    if (profile) reported = readTrustStatus(profile)
    const workspace_id = installation()?.workspace_id
    if (workspace_id === undefined) return false
    const loaded = await requestAsAgent<WorkspacePolicy>(policyRequest(workspace_id))
    // Every workspace has a policy, so the platform itself never responds with 404 here, but a proxy in front of a platform that is down
    // may.
    if (!loaded) throw new Error('The platform does not return the policy of the workspace.')
    policy = loaded
    return true
  }
  /** Runs loads one after another, so that each returns current values. A load that fails keeps the values that it did not read. */
  function reload(): Promise<boolean> {
    loaded_at = clock.now()
    const loaded = loading.then(load).catch((cause: unknown) => {
      if (mode() !== 'stopped')
        logger.warn({ err: cause }, 'policy and trust status could not be loaded')
      return false
    })
    loading = loaded
    return loaded
  }

  return {
    base_url: setup.platform_url,
    issuer: setup.issuer,
    installation,
    time,
    verifyTrust: (claims) => requestAsAgent<TrustVerdict>({ path: '/trust/verify', body: claims }),
    async profile(agent_did) {
      const profile = await requestAsAgent<TrustProfile>(profileRequest(agent_did))
      if (profile && !hasKey(profile))
        throw new Error("The platform's response contains no public key.")
      return profile
    },
    async jwks() {
      // Public keys require no credentials, so an agent in degraded mode can read them too.
      const { keys } =
        (await request<{ keys?: unknown }>({ method: 'GET', path: '/trust/jwks' })) ?? {}
      // An empty list would replace the copy of the keys. A proxy in front of a platform that is down responds with 404, too.
      if (!Array.isArray(keys)) throw new Error('The platform publishes no keys.')
      return keys as PublicJwk[]
    },
    policy: () => policy,
    trustStatus: () => ({ ...reported, mode: mode() === 'running' ? 'running' : 'degraded' }),
    paused,
    leaseRenewed() {
      if (clock.now() - loaded_at >= MAX_AGE_MS) void reload()
    },
    reload,
  }
}

/** Creates the functions that send requests. Both resolve with undefined for 404 and 403, and reject for any other failure. */
function createRequests({
  request: send,
  token,
  onUnauthorized,
}: Pick<InstallationLinkOptions, 'request' | 'token' | 'onUnauthorized'>) {
  async function request<T>(sent: PlatformRequest): Promise<T | undefined> {
    const outcome = await send(sent)
    switch (outcome.kind) {
      case 'ok':
        if (!isJsonObject(outcome.body))
          throw new Error(`The platform's response to ${sent.path} cannot be read.`)
        return outcome.body as T
      case 'lost':
        throw new Error(`The platform did not respond: ${outcome.detail}.`)
      case 'refused':
        if (outcome.status === 404 || outcome.status === 403) return undefined
        if (outcome.status === 401) onUnauthorized()
        throw new Error(
          `The platform responded with ${outcome.status}${outcome.code === null ? '' : ` ${outcome.code}`}.`,
        )
    }
  }
  async function requestAsAgent<T>(sent: PlatformRequest): Promise<T | undefined> {
    const runtime_token = token()
    if (runtime_token === null) throw new Error('The agent has no credentials for the platform.')
    return request<T>({ ...sent, headers: { Authorization: `Bearer ${runtime_token}` } })
  }
  return { request, requestAsAgent }
}
