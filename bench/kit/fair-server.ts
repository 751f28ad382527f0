/** The platform for `bench/fairness.ts`, with raised rate limits: `node bench/kit/fair-server.ts KEYS`. */
import { serveContender } from './contender.ts'
import { benchApp } from './platform.ts'

const app = await benchApp()
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
  const tokens = made.map((one) => {
    if (one.kind !== 'created') throw new Error(one.kind)
    return one.token
  })
  return { organization_id, keys: tokens }
}
serveContender(
  app.server,
  { small: await organization(1), large: await organization(Number(process.argv[2])) },
  () => store.close(),
)
