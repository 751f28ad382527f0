import type { operations } from '../../generated/platform.ts'
import type { table } from '../../generated/platform.table.ts'
import type { ApiKeyCaller, Caller, RuntimeCaller, SessionCaller } from '../auth/callers.ts'
import type { CookieWriter } from '../auth/cookie.ts'
import type { RateLimiter } from '../auth/rate-limiter.ts'
import type { Handlers as HandlersOf, RequestFacts } from '../contract/typed.ts'
import type { Contracts } from '../contracts.ts'
import type { ConfiguredEndpoints } from '../domain/audit/exports.ts'
import type { SupportDesk } from '../domain/support/ticket.ts'
import type { Timestamp } from '../domain/time.ts'
import type { AgentCaller } from '../ports/agent-caller.ts'
import type { Images } from '../ports/registry/images.ts'
import type { problems } from '../problems.ts'
import type { CallContext } from '../store/context.ts'
import type { Signer } from '../store/transactions/policies/policies.ts'
import type { Store } from '../store/store.ts'
import type { UnderWay } from './under-way.ts'

/** What handlers may use; nothing here is global. */
export interface Services {
  readonly store: Store
  readonly signer: Signer
  /** The name of this platform in signatures (docs/specification/trust.md#issuer). */
  readonly issuer: string
  readonly limiter: RateLimiter
  readonly agentCaller: AgentCaller
  readonly images: Images
  /** Verifications of chains. */
  readonly verifications: UnderWay
  /** What the operator has set up for support. */
  readonly desk: SupportDesk
  readonly master_key: Uint8Array
  /** What the operator configured for exports. */
  readonly destinations: ConfiguredEndpoints
  readonly upgrade_url: string
  /** How browsers keep a session. */
  readonly cookies: CookieWriter
  /** The contracts as they are handed out. */
  readonly contracts: Contracts
  /** The version of this platform, as reports name it. */
  readonly version: string
  readonly now: () => Timestamp
  readonly random: (bytes: number) => Uint8Array
  /** The act of this caller, for the store: who, from where, under which request. */
  readonly act: (call: {
    readonly caller: Caller | null
    readonly request: RequestFacts
  }) => CallContext
  /** Counts something worth a metric. */
  readonly count: (
    event:
      | 'heartbeat'
      | 'trust_valid'
      | 'trust_invalid'
      | 'task_completed'
      | 'task_failed'
      | 'ticket'
      | 'ticket_in_inbox',
  ) => void
}

/** The platform's contract, as the handlers see it. */
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
