import { Router } from 'express'

/** `read_only`: the store can be read but not written, as on a full disk. */
export type Readiness = 'ready' | 'read_only' | 'unavailable'

/** Creates the routes for operators and load balancers: liveness, readiness, and instructions for changing the plan. */
export function healthRoutes({ readiness }: { readiness: () => Promise<Readiness> }): Router {
  return Router()
    .get('/healthz', (_, res) => {
      res.json({ status: 'alive' })
    })
    .get('/readyz', async (_, res) => {
      const status = await readiness()
      res.status(status === 'ready' ? 200 : 503).json({ status })
    })
    .get('/upgrade', (_, res) => {
      res
        .type('text/plain')
        .send(
          'The operator of this registry can change your plan:\n\n  svc-registry org set-plan ORGANIZATION_ID PLAN\n',
        )
    })
}
