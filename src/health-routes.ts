import { Router } from 'express'

/** `read_only`: the store answers reads and keeps nothing that is written, as on a full disk. */
export type Readiness = 'ready' | 'read_only' | 'unavailable'

/** Creates the routes for operators and load balancers: liveness, readiness, and how to get another plan. */
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
          'Plans are changed by the operator of this registry:\n\n  svc-registry org set-plan ORGANIZATION_ID PLAN\n',
        )
    })
}
