/** The platform for `bench/fairness.ts`, with raised rate limits: `node bench/kit/fair-server.ts KEYS`. */
import { createApp } from '../../src/app/app.ts'
import { readConfig } from '../../src/config/config.ts'
import { serveContender } from './contender.ts'

const app = await createApp({
  ...readConfig({ store: 'memory:' }, {}),
  log_level: 'silent',
  rate_limit_factor: 1e9,
})
const { store } = app.services
const { platformContext } = app.jobs
app.setReady(true)

async function organization(keys: number) {
  const { organization_id } = await store.createOrganization(platformContext(), {
    name: `with ${keys} keys`,
    plan: 'enterprise',
  })
  const made = await Promise.all(
    Array.from({ length: keys }, () =>
      store.createApiKey(platformContext(), { organization_id, name: 'bench' }),
    ),
  )
  return { organization_id, keys: made.map((one) => (one.kind === 'created' ? one.token : '')) }
}
serveContender(
  app.server,
  { small: await organization(1), large: await organization(Number(process.argv[2])) },
  () => store.close(),
)
