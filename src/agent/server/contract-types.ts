import type { components, operations } from '../../../generated/agent.ts'
import type { table } from '../../../generated/agent.table.ts'
import type { OpenApiDocument } from '../../contract/published.ts'
import type { Handlers as HandlersOf } from '../../contract/typed.ts'
import type { TaskStore } from './a2a/task-store.ts'
import type { AgentCard } from './card.ts'
import type { AgentLogger, ChatFunction } from '../definition.ts'
import type { PlatformLink } from '../platform/link.ts'
import type { problems } from './problems.ts'
import type { Session, Sessions } from './sessions.ts'
import type { Skills } from '../tasks/skills.ts'
import type { Runner } from '../tasks/runner.ts'
import type { Receiver } from '../trust/receiver.ts'

export type Health = components['schemas']['Health']

/** The dependencies of handlers. */
export interface Services {
  readonly skills: Skills
  readonly runner: Runner
  /** The A2A tasks. */
  readonly a2a_tasks: TaskStore
  /** Maximum number of tasks that run at the same time. */
  readonly max_running: number
  readonly sessions: Sessions
  readonly receiver: Receiver
  readonly chat: ChatFunction | undefined
  readonly platform: Pick<PlatformLink, 'policy'>
  readonly logger: AgentLogger
  readonly card: () => AgentCard
  readonly health: () => Health
  readonly contract: () => OpenApiDocument
  readonly now: () => string
  readonly newId: () => string
}

/** The types of the agents' contract, for its handlers. */
export interface AgentContract {
  operations: operations
  table: typeof table
  callers: { AgentSession: { readonly session: Session }; ClientId: { readonly client_id: string } }
  problems: typeof problems
  services: Services
}
export type Handlers = HandlersOf<AgentContract>
