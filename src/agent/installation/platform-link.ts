import { did } from '../../domain/agents/identity.ts'
import type { AgentLogger } from '../definition.ts'
import type {
  PlatformLink,
  Standing,
  TrustProfile,
  TrustVerdict,
  VerificationStatus,
  WorkspacePolicy,
} from '../platform-link.ts'
import type { PublicJwk } from '../../domain/crypto/ed25519.ts'
import type { MonotonicClock } from './clock.ts'
import { isObject } from './credentials.ts'
import type { Mode, Setup } from './machine.ts'
import type { Ask, PlatformClient } from './platform-client.ts'

/** How old the agent's own standing and policy may grow before a heartbeat asks for them again. */
const FRESH_MS = 5 * 60_000

export interface LinkOptions {
  readonly ask: PlatformClient
  readonly setup: Pick<Setup, 'platform_url' | 'agent_id' | 'issuer'>
  readonly place: PlatformLink['place']
  readonly time: PlatformLink['time']
  readonly clock: MonotonicClock
  readonly logger: AgentLogger
  readonly mode: () => Mode
  readonly paused: () => boolean
  /** The runtime token in use. */
  readonly token: () => string | null
  /** The platform refused that token. */
  readonly refused: () => void
}
export interface InstallationLink extends PlatformLink {
  /** A lease was renewed: a good moment to ask for what has grown old. */
  renewed(): void
  /** Asks for the policy and the standing now; false when they could not be had. */
  reload(): Promise<boolean>
}

const profilePath = (of: string): string => `/trust/profile/${encodeURIComponent(of)}`
const STATUSES: readonly string[] = [
  'unverified',
  'pending',
  'verified',
  'suspended',
  'revoked',
] satisfies VerificationStatus[]

/** The standing in a profile, read with suspicion: it goes into the headers of every answer. */
function standingIn({
  reputation,
  verification_status,
}: Readonly<Record<string, unknown>>): Pick<Standing, 'reputation' | 'verification_status'> {
  const score = isObject(reputation) ? reputation['score'] : undefined
  if (typeof score !== 'number' || !(score >= 0 && score <= 100))
    throw new Error("The platform's answer names no reputation from 0 to 100.")
  if (typeof verification_status !== 'string' || !STATUSES.includes(verification_status))
    throw new Error("The platform's answer names no verification status that is known here.")
  return { reputation: score, verification_status: verification_status as VerificationStatus }
}

/** The platform as a serving agent sees it, over HTTP with the runtime token. */
export function createPlatformLink({
  ask,
  setup,
  place,
  time,
  clock,
  logger,
  mode,
  paused,
  token,
  refused,
}: LinkOptions): InstallationLink {
  const { platform_url, agent_id, issuer } = setup
  let policy: WorkspacePolicy | undefined
  let own: Pick<Standing, 'reputation' | 'verification_status'> = {
    reputation: 50,
    verification_status: 'unverified',
  }
  let asked_at = -Infinity
  let asking: Promise<unknown> | undefined

  /** The platform's answer; undefined for 404 and 403. @throws when it cannot be asked */
  async function known<T>(request: Ask): Promise<T | undefined> {
    const runtime_token = token()
    if (runtime_token === null) throw new Error('The agent has no credentials for the platform.')
    return answerTo<T>({ ...request, headers: { Authorization: `Bearer ${runtime_token}` } })
  }
  async function answerTo<T>(request: Ask): Promise<T | undefined> {
    const answer = await ask(request)
    switch (answer.kind) {
      case 'ok':
        if (!isObject(answer.body))
          throw new Error(`The platform's answer to ${request.path} cannot be understood.`)
        return answer.body as T
      case 'lost':
        throw new Error(`The platform gave no answer: ${answer.what}.`)
      case 'refused':
        if (answer.status === 404 || answer.status === 403) return undefined
        if (answer.status === 401) refused()
        throw new Error(
          `The platform answered ${answer.status}${answer.code === null ? '' : ` ${answer.code}`}.`,
        )
    }
  }
  const profile = (of: string) => known<TrustProfile>({ method: 'GET', path: profilePath(of) })

  async function load(): Promise<void> {
    const mine = await known<Readonly<Record<string, unknown>>>({
      method: 'GET',
      path: profilePath(did(agent_id)),
    })
    if (mine) own = standingIn(mine)
    const workspace_id = place()?.workspace_id
    if (workspace_id !== undefined)
      policy =
        (await known<WorkspacePolicy>({
          method: 'GET',
          path: `/workspaces/${encodeURIComponent(workspace_id)}/policy`,
        })) ?? policy
  }
  /** One question at a time, and none answered by what was asked before; what was known stays when it fails. */
  function reload(): Promise<boolean> {
    asked_at = clock.now()
    const asked = (asking ?? Promise.resolve()).then(load).then(
      () => true,
      (cause: unknown) => {
        if (mode() !== 'stopped')
          logger.warn({ err: cause }, 'policy and standing stay as they were')
        return false
      },
    )
    asking = asked
    return asked
  }

  return {
    base_url: platform_url,
    issuer,
    place,
    time,
    verifyTrust: (request) => known<TrustVerdict>({ path: '/trust/verify', body: request }),
    profile,
    async jwks() {
      // Public keys need no credentials, so an agent in degraded mode reads them too.
      const { keys } =
        (await answerTo<{ keys?: unknown }>({ method: 'GET', path: '/trust/jwks' })) ?? {}
      return Array.isArray(keys) ? (keys as PublicJwk[]) : []
    },
    policy: () => policy,
    standing: () => ({ ...own, mode: mode() === 'running' ? 'running' : 'degraded' }),
    paused,
    renewed() {
      if (clock.now() - asked_at >= FRESH_MS) void reload()
    },
    reload,
  }
}
