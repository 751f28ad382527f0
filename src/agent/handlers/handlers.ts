import type { Handlers } from '../contract-types.ts'
import { a2a } from './a2a.ts'
import { conversation } from './conversation.ts'
import { discovery } from './discovery.ts'

/** One handler per operation of the contract; while any lacks one, this does not compile. */
export const handlers: Handlers = { ...discovery, ...conversation, ...a2a }
