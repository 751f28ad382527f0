/** The platform for `bench/bootstrap.ts`: `node bench/kit/bootstrap-server.ts STORE TOKENS`. */
import { createApp } from '../../src/app/app.ts'
import { readConfig } from '../../src/config/config.ts'
import { serveContender } from './contender.ts'
import { installTokens, newFleet } from './fleet.ts'

const [store = 'memory:', tokens = '1000'] = process.argv.slice(2)
const { server, jobs, services } = await createApp({
  ...readConfig({ store }, {}),
  log_level: 'silent',
  rate_limit_factor: 1e9,
})
const fleet = await newFleet(jobs, 1)
const made: string[] = []
while (made.length < Number(tokens)) made.push(...(await installTokens(jobs, fleet, 500)))
serveContender(server, made, () => services.store.close())
