import type { operations } from '../../generated/platform.ts'
import type { table } from '../../generated/platform.table.ts'
import type { ApiKeyCaller, Caller, RuntimeCaller, SessionCaller } from '../auth/callers.ts'
import type { ConcurrencyLimit } from '../auth/concurrency-limit.ts'
import type { CookieWriter } from '../auth/cookie.ts'
import type { RateLimiter } from '../auth/rate-limiter.ts'
import type { Handlers as HandlersOf, RequestInfo } from '../contract/typed.ts'
import type { Contracts } from '../contracts.ts'
import type { ConfiguredEndpoints } from '../domain/audit/exports.ts'
import type { SupportSettings } from '../domain/support/ticket.ts'
import type { LogSigner } from '../domain/transparency/log-signer.ts'
import type { Timestamp } from '../domain/time.ts'
import type { AgentCaller } from '../ports/agent-caller.ts'
import type { Images } from '../ports/images/registry-images.ts'
import type { problems } from '../problems/problems.ts'
import type { CallContext } from '../store/context.ts'
import type { Signer, LiveKeys } from '../domain/trust/signing-keys.ts'
import type { MasterKeys } from '../domain/trust/master-keys.ts'
import type { Store } from '../store/store.ts'

/** The services of the platform, which handlers and jobs use. They are passed in, so that tests can replace them. */
export interface Services {
  readonly store: Store
  /** The signing keys of the platform, which change while it runs. */
  readonly keys: LiveKeys
  readonly signer: Signer
  /** The name of this platform in signatures (docs/specification/trust.md#issuer). */
  readonly issuer: string
  /** Signs the checkpoints of the public log. */
  readonly log: LogSigner
  readonly limiter: RateLimiter
  readonly agentCaller: AgentCaller
  readonly images: Images
  /** Limits verifications of audit chains. */
  readonly verifications: ConcurrencyLimit
  /** The support channels that the operator configured. */
  readonly support_settings: SupportSettings
  readonly master_keys: MasterKeys
  /** The export destinations that the operator configured. */
  readonly destinations: ConfiguredEndpoints
  readonly upgrade_url: string
  /** The path of the API on its public host, such as `/api/v1`. */
  readonly api_path: string
  /** Writes the session cookie. */
  readonly cookies: CookieWriter
  /** The contracts for download. */
  readonly contracts: Contracts
  /** The version of this platform, as reports state it. */
  readonly version: string
  readonly now: () => Timestamp
  readonly random: (bytes: number) => Uint8Array
  /** Returns the context of a call for the store: the caller, its address and the request id. */
  readonly contextFor: (call: {
    readonly caller: Caller | null
    readonly request: RequestInfo
  }) => CallContext
  /** Counts an event, and adds it to the trends of the organization if it is given. */
  readonly count: (
    event:
      | 'heartbeat'
      | 'trust_valid'
      | 'trust_invalid'
      | 'task_completed'
      | 'task_failed'
      | 'ticket'
      | 'ticket_in_inbox',
    organization_id?: string,
  ) => void
}

/** The platform's contract with its callers, problems and services. */
export interface Platform {
  operations: operations
  table: typeof table
  callers: {
    ApiKey: ApiKeyCaller
    ApiKeyBearer: ApiKeyCaller
    AdminSession: SessionCaller
    AdminCookie: SessionCaller
    RuntimeToken: RuntimeCaller
  }
  problems: typeof problems
  services: Services
}
export type Handlers = HandlersOf<Platform>
