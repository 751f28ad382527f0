import { Router } from 'express'
import { createServer, type Server } from 'node:http'
import type { Metrics } from './metrics.ts'

/** `read_only`: the store answers questions and keeps nothing, as on a full disk. */
export type Standing = 'ready' | 'read_only' | 'unavailable'

/** Routes for those who run the platform, and for balancers: liveness, readiness, and where to ask for another plan. */
export function operations({ standing }: { standing: () => Promise<Standing> }): Router {
  return Router()
    .get('/healthz', (_, res) => {
      res.json({ status: 'alive' })
    })
    .get('/readyz', async (_, res) => {
      const status = await standing()
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

/** Serves `/metrics` on a listener of its own (docs/specification/trust.md#metrics): what a platform does is nobody's business who can reach its API. */
export function createMetricsServer(metrics: Metrics): Server {
  return createServer((req, res) => {
    if (req.method !== 'GET' || req.url !== '/metrics') return void res.writeHead(404).end()
    metrics.text().then(
      (text) => res.writeHead(200, { 'Content-Type': metrics.contentType }).end(text),
      () => res.writeHead(500).end(),
    )
  })
}
