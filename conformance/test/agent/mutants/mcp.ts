import type { TestRequest, TestResponse } from '../../support/handler.ts'
import { mapResponse, type Mutant } from '../../support/mutants.ts'
import { mcpAgent, MCP_PATH, type McpShape } from '../mcp-agent.ts'
import { withHeaders, without, type Json } from './change.ts'

const methodOf = ({ body }: TestRequest): string =>
  body === ''
    ? 'none'
    : body.endsWith('}')
      ? String((JSON.parse(body) as Json)['method'])
      : 'malformed'

const mutant = (
  name: string,
  foundBy: readonly string[],
  change: (response: TestResponse, request: TestRequest) => TestResponse,
  shape: Partial<McpShape> = {},
): Mutant => ({
  name: `MCP: ${name}`,
  foundBy,
  make: () => mapResponse(mcpAgent(shape), MCP_PATH, change),
  settings: { profile: 'mcp' },
})

/** Changes the responses to one method. */
const response = (
  name: string,
  rule: string,
  method: string,
  change: (response: TestResponse, request: TestRequest) => TestResponse,
): Mutant =>
  mutant(name, [rule], (given, request) =>
    methodOf(request) === method ? change(given, request) : given,
  )
const json = (
  name: string,
  rule: string,
  method: string,
  change: (body: Json, request: TestRequest) => Json,
): Mutant =>
  response(name, rule, method, (given, request) => ({
    ...given,
    body: JSON.stringify(change(JSON.parse(given.body) as Json, request)),
  }))
/** Changes the result of one method, if it has one. */
const result = (
  name: string,
  rule: string,
  method: string,
  change: (result: Json, request: TestRequest) => Json,
): Mutant =>
  json(name, rule, method, (body, request) =>
    'result' in body ? { ...body, result: change(body['result'] as Json, request) } : body,
  )
/** Changes the first tool in both revisions. */
const tool = (name: string, rule: string, change: (tool: Json) => Json): Mutant =>
  result(`tools with ${name}`, rule, 'tools/list', (list) => ({
    ...list,
    tools: (list['tools'] as Json[]).map((one, i) => (i === 0 ? change(one) : one)),
  }))
/** Refuses a request with a status or an error code other than the rule requires. */
const refusesWith = (
  name: string,
  rule: string,
  isWrong: (request: TestRequest) => boolean,
  status: number,
  code = -32600,
): Mutant =>
  mutant(name, [rule], (given, request) =>
    isWrong(request)
      ? { ...given, status, body: given.body.replace(/"code":-\d+/, `"code":${code}`) }
      : given,
  )

const isModern = ({ body }: TestRequest): boolean => body.includes('/protocolVersion"')
/** Returns whether a request lists the tools and names the revision in its header. */
const listsToolsIn = (revision: string, request: TestRequest): boolean =>
  request.headers['mcp-protocol-version'] === revision && methodOf(request) === 'tools/list'

export const mcpMutants: readonly Mutant[] = [
  {
    name: 'MCP: a page instead of an endpoint',
    foundBy: [],
    make: () => mapResponse(mcpAgent(), MCP_PATH, () => ({ status: 200, body: '<html></html>' })),
    settings: { profile: 'mcp' },
  },
  json('no jsonrpc', 'MCP-02', 'tools/list', (body) => without(body, 'jsonrpc')),
  json('a different id', 'MCP-02', 'tools/call', (body) => ({ ...body, id: 7 })),
  response('plain text as type', 'MCP-03', 'tools/list', (given) =>
    withHeaders(given, { 'Content-Type': 'text/plain' }),
  ),
  result('no serverInfo', 'MCP-04', 'initialize', (value) => without(value, 'serverInfo')),
  result('a list of capabilities', 'MCP-04', 'initialize', (value) => ({
    ...value,
    capabilities: ['tools'],
  })),
  json('an error for an unknown revision', 'MCP-05', 'initialize', (body, { body: sent }) =>
    sent.includes('1999-01-01')
      ? { ...without(body, 'result'), error: { code: -32602, message: 'No' } }
      : body,
  ),
  result('the unknown revision', 'MCP-05', 'initialize', (value, { body: sent }) =>
    sent.includes('1999-01-01') ? { ...value, protocolVersion: '1999-01-01' } : value,
  ),
  response('200 for a notification', 'MCP-06', 'notifications/initialized', () => ({
    status: 200,
    body: '',
  })),
  response('a body for a notification', 'MCP-06', 'notifications/initialized', () => ({
    status: 202,
    body: '{}',
  })),
  mutant('JSON for GET', ['MCP-07'], (given, { method }) =>
    method === 'GET' ? { status: 200, body: '{}' } : given,
  ),
  refusesWith(
    '200 for an unknown revision',
    'MCP-08',
    (request) => !isModern(request) && listsToolsIn('1999-01-01', request),
    200,
  ),
  mutant('200 for any origin', ['MCP-09'], (given, { headers }) =>
    headers['origin'] === undefined ? given : { ...given, status: 200 },
  ),
  tool('no name', 'MCP-10', (one) => without(one, 'name')),
  tool('no inputSchema', 'MCP-10', (one) => without(one, 'inputSchema')),
  tool('an inputSchema without type', 'MCP-10', (one) => ({ ...one, inputSchema: {} })),
  tool('a misspelt type in a schema', 'MCP-10', (one) => ({
    ...one,
    outputSchema: { type: 'objct' },
  })),
  tool('an empty object instead of a tool', 'MCP-10', () => ({})),
  tool('a space in the name', 'MCP-11', (one) => ({ ...one, name: 'shout loud' })),
  result('two tools with the same name', 'MCP-11', 'tools/list', (list) => ({
    ...list,
    tools: [...(list['tools'] as Json[]), ...(list['tools'] as Json[])],
  })),
  result('a string as content', 'MCP-12', 'tools/call', (value) => ({ ...value, content: 'x' })),
  result('content without type', 'MCP-12', 'tools/call', (value) => ({
    ...value,
    content: [{ text: 'x' }],
  })),
  result('text content without text', 'MCP-12', 'tools/call', (value) => ({
    ...value,
    content: [{ type: 'text' }],
  })),
  result('no structuredContent', 'MCP-13', 'tools/call', (value) =>
    without(value, 'structuredContent'),
  ),
  result('a wrong type in structuredContent', 'MCP-13', 'tools/call', (value) =>
    'structuredContent' in value
      ? { ...value, structuredContent: { text: 'X', length: 'one' } }
      : value,
  ),
  json('a result for an unknown tool', 'MCP-14', 'tools/call', (body, request) =>
    request.body.includes('no_such_tool')
      ? {
          ...without(body, 'error'),
          result: { resultType: 'complete', content: [], isError: true },
        }
      : body,
  ),
  result('no isError for missing arguments', 'MCP-15', 'tools/call', (value) =>
    without(value, 'isError'),
  ),
  json('a wrong code for an unknown method', 'MCP-16', 'tools/no_such_method', (body) => ({
    ...body,
    error: { code: -32600, message: 'No' },
  })),
  response('a page for malformed JSON', 'MCP-17', 'malformed', () => ({
    status: 400,
    headers: { 'Content-Type': 'text/html' },
    body: '<h1>Bad request</h1>',
  })),
  result('a list of capabilities in discovery', 'MCP-18', 'server/discover', (value) => ({
    ...value,
    capabilities: ['tools'],
  })),
  result('no resultType', 'MCP-19', 'tools/call', (value, request) =>
    isModern(request) ? without(value, 'resultType') : value,
  ),
  result('no ttlMs', 'MCP-20', 'tools/list', (value) => without(value, 'ttlMs')),
  result('a different cacheScope', 'MCP-20', 'server/discover', (value) => ({
    ...value,
    cacheScope: 'all',
  })),
  refusesWith(
    'a different error for an unknown revision',
    'MCP-21',
    (request) => isModern(request) && listsToolsIn('1999-01-01', request),
    400,
  ),
  json('no supported revisions', 'MCP-21', 'tools/list', (body, request) =>
    isModern(request) && 'error' in body
      ? { ...body, error: without(body['error'] as Json, 'data') }
      : body,
  ),
  refusesWith(
    '200 for a different revision in the header',
    'MCP-22',
    (request) => isModern(request) && listsToolsIn('2025-11-25', request),
    200,
  ),
  refusesWith(
    'a different error for a different method in the header',
    'MCP-23',
    (request) =>
      request.headers['mcp-method'] === 'tools/call' && methodOf(request) === 'tools/list',
    400,
  ),
  refusesWith(
    '200 for a request without capabilities',
    'MCP-24',
    (request) => isModern(request) && !request.body.includes('clientCapabilities'),
    200,
  ),
  refusesWith(
    '200 for an unknown method',
    'MCP-25',
    (request) => isModern(request) && methodOf(request) === 'tools/no_such_method',
    200,
    -32601,
  ),
]
