import type { Effect } from '../../engine/types.ts'
import type { Fixtures } from './fixtures.ts'
import type { Json, Plan } from './target.ts'

/** An operation of the interface that takes an API key, with a valid request. */
export interface Operation {
  readonly id: string
  readonly method: string
  readonly path: (fixtures: Fixtures) => string
  readonly json?: (fixtures: Fixtures) => Json
  /** The lowest plan that includes the operation. */
  readonly plan: Plan
  readonly effect: Effect
  readonly after: readonly string[]
  /** The rule that shows that the valid request is accepted. */
  readonly control: string
}

export const READ = { method: 'GET', effect: 'read' } as const
export const WRITE = { method: 'POST', effect: 'write' } as const
