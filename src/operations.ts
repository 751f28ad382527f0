import { Router } from 'express'
import type { Metrics } from './metrics.ts'

/** `read_only`: the store answers questions and keeps nothing, as on a full disk. */
export type Standing = 'ready' | 'read_only' | 'unavailable'

/** Routes for those who run the platform: liveness, readiness, metrics, and where to ask for another plan. */
export function operations({ metrics, standing }: { metrics: Metrics; standing: () => Promise<Standing> }): Router {
  return Router()
    .get('/healthz', (_, res) => { res.json({ status: 'alive' }) })
    .get('/readyz', async (_, res) => {
      const status = await standing()
      res.status(status === 'ready' ? 200 : 503).json({ status })
    })
    .get('/metrics', async (_, res) => { res.type(metrics.contentType).send(await metrics.text()) })
    .get('/upgrade', (_, res) => {
      res.type('text/plain').send('Plans are changed by the operator of this registry:\n\n  svc-registry org set-plan ORGANIZATION_ID PLAN\n')
    })
}
