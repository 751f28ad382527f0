import type { components } from '../../generated/platform.ts'
import type { PublicJwk } from '../domain/crypto/ed25519.ts'
import type { TrustClaims } from '../domain/signatures/signature.ts'
import { issuerOf } from './issuer.ts'

type Schemas = components['schemas']
export type TrustVerdict = Schemas['TrustVerification']
export type TrustProfile = Schemas['TrustProfile']
export type WorkspacePolicy = Schemas['WorkspacePolicy']
export type VerificationStatus = Schemas['VerificationStatus']

/** Where the agent stands, as last heard from the platform. */
export interface Standing {
  /** 0 to 100. */
  readonly reputation: number
  readonly verification_status: VerificationStatus
  /** `running` with the platform; `degraded` when its installation failed or has ended; `standalone` without any. */
  readonly mode: 'running' | 'degraded' | 'standalone'
}

/** Which installation a runtime is, as it knows from its own bootstrap or recovery. */
export interface Place {
  readonly installation_id: string
  readonly workspace_id: string | undefined
  /** The address that it stated for its tasks. */
  readonly upstream_url: string | undefined
}

/** The platform's present time, between two bounds: a `Date` header names whole seconds, and took a while to arrive. */
export interface PlatformTime {
  readonly earliest_ms: number
  readonly latest_ms: number
}

/**
 * What an agent needs of its platform while it serves. The installation runtime provides it over HTTP with its runtime token.
 *
 * Methods that ask the platform resolve with its answer, and with undefined where it has none to give: an agent or a workspace
 * that it does not know (404) or does not show to this installation (403). They reject when it cannot be asked: unreachable,
 * an error of its own, too many requests, or credentials that it no longer takes. Then nothing is executed for a signed request.
 */
export interface PlatformLink {
  /** Address of the platform's API without a slash at the end, as `https://agents.example.com/api/v1`. */
  readonly base_url: string
  /** The name under which the platform signs, from the configuration only (docs/specification/trust.md#issuer). */
  readonly issuer: string
  /** Undefined while the agent is not installed: then it can verify nobody. */
  place(): Place | undefined
  /** Undefined until an answer of the platform told the time. */
  time(): PlatformTime | undefined
  /** POST /trust/verify: signature, freshness, nonce, standing and the workspace's policy, in one verdict. */
  verifyTrust(request: {
    readonly svc_id: string
    readonly signature: string
    readonly context: TrustClaims['context']
  }): Promise<TrustVerdict | undefined>
  /** GET /trust/profile/{did} */
  profile(did: string): Promise<TrustProfile | undefined>
  /** GET /trust/jwks, fetched anew at every call; the receiver keeps what it got. */
  jwks(): Promise<readonly PublicJwk[]>
  /** The policy of the workspace as last loaded. */
  policy(): WorkspacePolicy | undefined
  standing(): Standing
  /** Whether the organization has paused this installation: then no new tasks are taken. */
  paused(): boolean
}

/** Where `svc-registry serve` listens unless told otherwise; it stands in the card of an agent that knows no better. */
export const DEFAULT_PLATFORM_URL = 'http://127.0.0.1:8080/api/v1'

const NO_PLATFORM = async (): Promise<never> => {
  throw new Error('This agent has no platform to ask.')
}

/**
 * Creates the link of an agent without a platform. No request can be made through it, and its trust headers are those of an unknown agent
 * (docs/specification/agent-protocol.md#response-headers).
 */
export function standalone(
  base_url = DEFAULT_PLATFORM_URL,
  issuer = issuerOf(base_url),
): PlatformLink {
  return {
    base_url,
    issuer,
    place: () => undefined,
    time: () => undefined,
    verifyTrust: NO_PLATFORM,
    profile: NO_PLATFORM,
    jwks: NO_PLATFORM,
    policy: () => undefined,
    standing: () => ({ reputation: 50, verification_status: 'unverified', mode: 'standalone' }),
    paused: () => false,
  }
}
