/**
 * Runs a platform like `serve` on a store, with an organization and with rate limits that are raised so high that they reject nothing.
 * Prints its address, the organization and an API key as JSON.
 */
import { createApp } from '../../src/app/app.ts'
import { readConfig } from '../../src/config/config.ts'
import { startServing, reservePort } from '../../src/app/serve.ts'

const [address] = process.argv.slice(2)
const port = await reservePort('127.0.0.1', 0)
const config = readConfig(
  { host: '127.0.0.1', port: String(port.port), store: address },
  { SVC_MASTER_KEY: '07'.repeat(32) },
)
const app = await createApp({ ...config, rate_limit_factor: 1e6 })
const serving = await startServing(app, port)
const {
  services: { store },
  jobs,
} = app
const { organization_id } = await store.createOrganization(jobs.platformContext(), {
  name: 'Capacity',
  plan: 'enterprise',
})
const key = await store.createApiKey(jobs.platformContext(), { organization_id, name: 'capacity' })
if (key.kind !== 'created') throw new Error(key.kind)
console.log(JSON.stringify({ url: config.public_url, organization_id, api_key: key.token }))
process.once('SIGTERM', () => void serving.stop().then(() => process.exit(0)))
