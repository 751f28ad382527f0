import { join } from 'node:path'

/** Environment variables that make test processes share a cache of compiled code, which halves the startup time of Node. */
export const COMPILE_CACHE = {
  NODE_COMPILE_CACHE: join(import.meta.dirname, '../../node_modules/.cache/compile'),
} as const
