import type { BodySource } from './body.ts'
import type { Operation } from './compile.ts'
import type { Match } from './router.ts'
import type { Incoming, Turn } from './typed.ts'

/** A request, received over a socket or created in memory. */
export interface ContractRequest extends BodySource {
  readonly method: string
  /** Path and query relative to the mount, undecoded: `/orgs/org_1/workspaces?limit=5`. */
  readonly target: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly ip: string
  /** ISO 8601, UTC. */
  readonly received_at?: string
  /** Returns whether the client is no longer connected. */
  isAborted?(): boolean
}

/** A request that is being processed. */
export interface PendingRequest {
  readonly request: ContractRequest
  readonly routing: Match<Operation>
  readonly incoming: Incoming
  readonly search: string
  readonly operation: Operation | undefined
  /** Headers that the gates add to the response. */
  headers: Readonly<Record<string, string>> | undefined
  /** Whether a gate has identified the sender, although the operation requires no credential. */
  authenticated: boolean
  turn: Turn
}
