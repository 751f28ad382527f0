import { Agent, request } from 'node:http'
import { start } from './running.ts'

/** Measures the bytes that one heartbeat and its response take on a persistent connection, without TLS and TCP. */
export async function measureWire(): Promise<{
  readonly request: number
  readonly response: number
}> {
  const running = await start('sqlite')
  try {
    const post = (path: string, headers: Record<string, string>, body: object) =>
      exchange(running.url + '/api/v1' + path, headers, JSON.stringify(body))
    const key = { 'X-API-Key': running.api_key }
    const agent = {
      svc_id: 'wire',
      name: 'wire',
      version: '1',
      public_key: 'iojj3XQJ8ZX9UtstPLpdcspnCb8dlBIb83SIAbQPb1w=',
      manifest_hash: 'm',
    }
    await post('/agents/register', key, agent)
    const {
      body: { workspace_id },
    } = await post(`/orgs/${running.organization_id}/workspaces`, key, { name: 'wire' })
    const {
      body: { token },
    } = await post(`/workspaces/${workspace_id}/install-tokens`, key, { agent_id: 'wire' })
    const {
      body: { installation_id, runtime_token },
    } = await post('/installations/bootstrap', {}, { install_token: token })
    const { sent, received } = await post(
      `/installations/${installation_id}/lease`,
      { Authorization: `Bearer ${runtime_token}` },
      {
        status: 'running',
        heartbeat_interval_seconds: 60,
        health_payload: { uptime_seconds: 86_400, tasks_in_flight: 2 },
      },
    )
    return { request: sent, response: received }
  } finally {
    await running.remove()
  }
}

function exchange(
  url: string,
  headers: Record<string, string>,
  body: string,
): Promise<{
  readonly sent: number
  readonly received: number
  readonly body: Record<string, string>
}> {
  // The connection stays open, as its headers say, but it is not used again, so that its byte counters cover only this exchange.
  const agent = new Agent({ keepAlive: true })
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url,
      {
        method: 'POST',
        agent,
        headers: {
          ...headers,
          'User-Agent': 'svc-agent',
          Accept: 'application/json',
          'Content-Type': 'application/json',
          'Content-Length': Buffer.byteLength(body),
        },
      },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.once('end', () => {
          const { bytesWritten, bytesRead } = outgoing.socket!
          resolve({
            sent: bytesWritten,
            received: bytesRead,
            body: JSON.parse(Buffer.concat(chunks).toString()) as Record<string, string>,
          })
          agent.destroy()
        })
      },
    )
    outgoing.once('error', reject).end(body)
  })
}
