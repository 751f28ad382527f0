import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

interface ReceivedRequest {
  readonly method: string
  readonly path: string
}
/** Replaces the default response; returns true when it has responded or will respond. */
export type Interceptor = (
  request: ReceivedRequest,
  res: ServerResponse,
  respond: () => void,
) => boolean

/** Starts a minimal platform for a fleet, which responds at once unless the test overrides it. */
export async function fakePlatform(intercept: Interceptor = () => false) {
  let installed = 0
  const requests: ReceivedRequest[] = []
  const responseOf = (path: string): [status: number, body: object] => {
    if (path.endsWith('/lease'))
      return [
        200,
        { installation_id: 'x', lease_expires_at: '', next_heartbeat_at: '', command: null },
      ]
    if (path.endsWith('/install-tokens')) return [201, { token: 'skt_x' }]
    if (path.endsWith('/bootstrap'))
      return [
        201,
        {
          installation_id: `inst_${(installed += 1)}`,
          runtime_token: 'srt_x',
          refresh_token: 'srf_x',
        },
      ]
    if (path.endsWith('/workspaces')) return [201, { workspace_id: 'ws_1' }]
    return [200, {}]
  }
  const server = createServer((req, res) => {
    const request = { method: req.method!, path: req.url! }
    requests.push(request)
    const respond = () => {
      const [status, body] = responseOf(request.path)
      const text = JSON.stringify(body)
      res
        .writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': text.length })
        .end(text)
    }
    req.resume().once('end', () => {
      if (!intercept(request, res, respond)) respond()
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests }
}
