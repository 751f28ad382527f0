import type { Handlers } from '../contract-types.ts'
import { a2a } from './a2a.ts'
import { conversation } from './conversation.ts'
import { discovery } from './discovery.ts'

/** One handler per operation of the contract; a missing one is a type error. */
export const handlers: Handlers = { ...discovery, ...conversation, ...a2a }
