import type { components } from '../../../generated/platform.ts'
import type { PublicJwk } from '../../domain/crypto/ed25519.ts'
import type { TrustClaims } from '../../domain/signatures/signature.ts'

const API_PATH = '/api/v1'

/**
 * Returns the address of a platform's API without a trailing slash, with the default path if it has none. Without a given address it is the
 * default one.
 * @throws an error of the given class unless the address is an http or https URL
 */
export function platformAddress(
  given: string | undefined,
  AddressError: new (message: string) => Error,
): string {
  const text = given ?? DEFAULT_PLATFORM_URL
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol))
    throw new AddressError(
      `The platform's address ${JSON.stringify(text)} is not an absolute http or https address such as ${DEFAULT_PLATFORM_URL}.`,
    )
  return url.pathname === '/' ? url.origin + API_PATH : text.replace(/\/+$/, '')
}

/**
 * Returns the default issuer of a platform: its address without `/api/v1`. The issuer is determined by the configuration only, never by a
 * platform's responses (docs/specification/trust.md#issuer).
 */
export function issuerOf(platform_url: string): string {
  const trimmed = platform_url.replace(/\/+$/, '')
  return trimmed.endsWith(API_PATH) ? trimmed.slice(0, -API_PATH.length) : trimmed
}

type Schemas = components['schemas']
export type TrustVerdict = Schemas['TrustVerification']
export type TrustProfile = Schemas['TrustProfile']
export type WorkspacePolicy = Schemas['WorkspacePolicy']
export type VerificationStatus = Schemas['VerificationStatus']

/** What the platform last reported about the agent (or the values of an unknown agent until then), and the mode of its installation. */
export interface TrustStatus {
  /** 0 to 100. */
  readonly reputation: number
  readonly verification_status: VerificationStatus
  /**
   * `running` while its installation is active; `degraded` while that starts, has failed or has ended; `standalone` without an
   * installation.
   */
  readonly mode: 'running' | 'degraded' | 'standalone'
}

/** The installation of a runtime, as returned by its own bootstrap or recovery. */
export interface InstallationIdentity {
  readonly installation_id: string
  readonly workspace_id: string | undefined
  /** The address to which the platform sends tasks, as the runtime stated it. */
  readonly upstream_url: string | undefined
}

/**
 * Bounds of the platform's current time, which is not known exactly: a `Date` header has a resolution of one second and arrives with a
 * delay.
 */
export interface PlatformTime {
  readonly earliest_ms: number
  readonly latest_ms: number
}

/**
 * The connection of a serving agent to its platform. The installation runtime provides it over HTTP with its runtime token.
 *
 * Methods that send a request resolve with the platform's response or, apart from `jwks`, with undefined for an agent or a workspace that
 * does not exist (404) or is not visible to this installation (403). They reject if the platform cannot be reached, fails, limits the rate
 * or refuses the credentials. Requests that agents signed are then not executed, and those that the platform signed only while the keys
 * that were read before are recent enough.
 */
export interface PlatformLink {
  /** Address of the platform's API without a trailing slash, such as `https://agents.example.com/api/v1`. */
  readonly base_url: string
  /** The name under which the platform signs, from the configuration only (docs/specification/trust.md#issuer). */
  readonly issuer: string
  /** Returns undefined while the agent is not installed. It cannot verify requests in that state. */
  installation(): InstallationIdentity | undefined
  /** Returns undefined until the first successful response from the platform that has a `Date` header. */
  time(): PlatformTime | undefined
  /** POST /trust/verify: returns a verdict on signature, freshness, nonce, the agent's status and the workspace's policy. */
  verifyTrust(request: {
    readonly svc_id: string
    readonly signature: string
    readonly context: TrustClaims['context']
  }): Promise<TrustVerdict | undefined>
  /** GET /trust/profile/{did} */
  profile(did: string): Promise<TrustProfile | undefined>
  /** GET /trust/jwks, uncached. */
  jwks(): Promise<readonly PublicJwk[]>
  /** Returns the policy of the workspace as it was last loaded. */
  policy(): WorkspacePolicy | undefined
  trustStatus(): TrustStatus
  /** Returns whether the organization has paused this installation, so that it accepts no new tasks. */
  paused(): boolean
}

/** The default address of `svc-registry serve`. The card of an agent without a configured platform names it too. */
export const DEFAULT_PLATFORM_URL = 'http://127.0.0.1:8080/api/v1'

const failWithoutPlatform = async (): Promise<never> => {
  throw new Error('This agent has no platform.')
}

/**
 * Creates the link of an agent without a platform. Every request through it fails, and the agent's trust headers are those of an unknown
 * agent (docs/specification/agent-protocol.md#response-headers).
 */
export function standalone(
  base_url = DEFAULT_PLATFORM_URL,
  issuer = issuerOf(base_url),
): PlatformLink {
  return {
    base_url,
    issuer,
    installation: () => undefined,
    time: () => undefined,
    verifyTrust: failWithoutPlatform,
    profile: failWithoutPlatform,
    jwks: failWithoutPlatform,
    policy: () => undefined,
    trustStatus: () => ({ reputation: 50, verification_status: 'unverified', mode: 'standalone' }),
    paused: () => false,
  }
}

/** Creates a link whose target can be replaced, because an agent is created and checked before its installation exists. */
export function switchableLink(
  first: PlatformLink,
): PlatformLink & { switchTo(next: PlatformLink): void } {
  let target = first
  return {
    get base_url() {
      return target.base_url
    },
    get issuer() {
      return target.issuer
    },
    installation: () => target.installation(),
    time: () => target.time(),
    verifyTrust: (request) => target.verifyTrust(request),
    profile: (did) => target.profile(did),
    jwks: () => target.jwks(),
    policy: () => target.policy(),
    trustStatus: () => target.trustStatus(),
    paused: () => target.paused(),
    switchTo(next) {
      target = next
    },
  }
}
