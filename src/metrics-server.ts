import { createServer, type Server } from 'node:http'
import type { Metrics } from './metrics.ts'

/**
 * Creates the server of `/metrics`. It is separate because metrics are for the operator, not for everyone who can reach the API
 * (docs/specification/trust.md#metrics).
 */
export function createMetricsServer(metrics: Metrics): Server {
  return createServer((req, res) => {
    if (req.method !== 'GET' || req.url !== '/metrics') return void res.writeHead(404).end()
    metrics.text().then(
      (text) => res.writeHead(200, { 'Content-Type': metrics.contentType }).end(text),
      () => res.writeHead(500).end(),
    )
  })
}
