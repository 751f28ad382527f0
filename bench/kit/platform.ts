import { createApp, type App } from '../../src/app/app.ts'
import { readConfig } from '../../src/config/config.ts'

/** Creates a platform whose rate limits are raised so high that they reject nothing. */
export const benchApp = (store = 'memory:'): Promise<App> =>
  createApp({ ...readConfig({ store }, {}), log_level: 'silent', rate_limit_factor: 1e9 })
