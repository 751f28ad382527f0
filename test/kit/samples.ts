/**
 * Whether tests run with all of their samples, as `npm run test:complete` does: more random cases, kills and
 * planted faults, and every store. `npm test` and `npm run test:deep` take fewer, to stay within their budgets.
 */
export const IS_COMPLETE = process.env['TEST_SAMPLES'] === 'all'

/** Returns the samples that this run takes. */
export const samples = <T>(core: T, all: T): T => (IS_COMPLETE ? all : core)
