import { randomBytes } from 'node:crypto'
import type { CallContext } from '../../src/store/context.ts'

/**
 * Returns the context of a call by the platform, with the current time and real random bytes, so that a process that is started again
 * repeats no identifier.
 */
export const callContext = (more: Partial<CallContext> = {}): CallContext => ({
  now: new Date().toISOString(),
  actor: { type: 'platform', id: null, ip: null },
  request_id: null,
  user_agent: '',
  random: randomBytes,
  ...more,
})
