import type { JsonObject } from '../../../domain/json.ts'
import { isRpcId, rpcIdOf } from '../../tasks/task-request.ts'
import type { Handlers } from '../contract-types.ts'
import { rpcError } from '../presentation.ts'
import { currentRequest } from '../request-context.ts'
import { handleMcp } from './methods.ts'

const INVALID_ID = { issues: [{ path: '/body/id', message: 'must be a string or a number' }] }

/** Serves MCP (docs/specification/mcp.md). */
export const mcp = {
  async sendMcp({ body, headers, request, reply, refuse }, services) {
    const { jsonrpc, method, params = {} } = body
    currentRequest().json = body
    if (!('id' in body)) return reply(202)
    if (body.id === null || !isRpcId(body.id)) {
      const error = rpcError('INVALID_BODY', INVALID_ID, request.id)
      return reply(200, { jsonrpc, id: null, error })
    }
    const id = rpcIdOf(body)
    const outcome = await handleMcp(services, {
      method,
      params: params as JsonObject,
      headers: {
        revision: headers['MCP-Protocol-Version'],
        method: headers['Mcp-Method'],
        name: headers['Mcp-Name'],
      },
    })
    switch (outcome.kind) {
      case 'result':
        return reply(200, { jsonrpc, id, result: outcome.result })
      case 'failed':
        return refuse(outcome.code, outcome.details)
      case 'error': {
        const { code, message, status, data } = outcome
        const details = { request_id: request.id, ...data }
        return reply(status, { jsonrpc, id, error: { code, message, data: details } })
      }
    }
  },
} satisfies Partial<Handlers>
