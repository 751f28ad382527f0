import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

/** A request that a foreign server received. */
export interface Received {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly text: string
}

/** Starts a foreign server, which ends with the test. */
export async function serve(
  respond: (received: Received, response: ServerResponse) => unknown,
): Promise<{ readonly url: string; readonly received: Received[] }> {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request
    const one = { method, path: url, headers, text: await text(request).catch(() => '') }
    received.push(one)
    await respond(one, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received }
}

export interface RpcCall {
  readonly id: string
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
}

type RpcResponse = { readonly result: unknown } | { readonly error: object }

/** Starts a JSON-RPC server. It does not respond to a call for which `respond` returns undefined. */
export async function serveRpc(
  respond: (call: RpcCall, headers: IncomingMessage['headers']) => RpcResponse | undefined,
) {
  const calls: RpcCall[] = []
  const { url, received } = await serve((one, response) => {
    const call = JSON.parse(one.text || '{}') as RpcCall
    calls.push(call)
    const outcome = respond(call, one.headers)
    if (outcome) json(response, { jsonrpc: '2.0', id: call.id, ...outcome })
  })
  return { url, calls, received, methods: () => calls.map(({ method }) => method) }
}

export const json = (response: ServerResponse, body: unknown, status = 200): void => {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
}

/** Starts a server that returns a card at /.well-known/agent-card.json, and responds to JSON-RPC calls at every path. */
export async function serveCard(
  card: (url: string) => object,
  respond: (call: RpcCall) => RpcResponse = () => ({ result: {} }),
) {
  const server = await serve((one, response) => {
    if (one.method === 'GET')
      return one.path === '/.well-known/agent-card.json'
        ? json(response, card(server.url))
        : json(response, {}, 404)
    const call = JSON.parse(one.text) as RpcCall
    return json(response, { jsonrpc: '2.0', id: call.id, ...respond(call) })
  })
  return server
}

export const cardOf = (url: string, more: object = {}) => ({
  name: 'Weather',
  description: 'Knows the weather.',
  version: '2.1.0',
  supportedInterfaces: [{ url: `${url}/rpc`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
  capabilities: {},
  skills: [
    { id: 'forecast', name: 'Forecast', description: 'Forecasts the weather.', tags: ['weather'] },
  ],
  ...more,
})
