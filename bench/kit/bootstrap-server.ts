/** The platform for `bench/bootstrap.ts`: `node bench/kit/bootstrap-server.ts STORE TOKENS`. */
import { serveContender } from './contender.ts'
import { installTokens, newFleet } from './fleet.ts'
import { benchApp } from './platform.ts'

const [store = 'memory:', tokens = '1000'] = process.argv.slice(2)
const { server, jobs, services } = await benchApp(store)
const fleet = await newFleet(jobs, 1)
const made: string[] = []
while (made.length < Number(tokens)) made.push(...(await installTokens(jobs, fleet, 500)))
serveContender(server, made, () => services.store.close())
