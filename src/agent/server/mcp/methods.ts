import { validTraceparent } from '../../../contract/traceparent.ts'
import type { components } from '../../../../generated/agent.ts'
import { currentRequest } from '../request-context.ts'
import { isJsonObject, type JsonObject } from '../../../domain/json.ts'
import {
  isSkillError,
  performTask,
  type ExecutionProblem,
  type Failed,
  type SkillError,
} from '../../tasks/perform-task.ts'
import { textOfResult } from '../../tasks/results.ts'
import { MCP_METADATA, type McpRevision } from '../../protocols.ts'
import type { Services } from '../contract-types.ts'
import { problems } from '../problems.ts'
import { invalidParams, methodNotFound, type McpError } from './errors.ts'
import { negotiated, revisionOf, SERVED_REVISIONS, type McpHeaders } from './revisions.ts'
import { toolNames, toolsOf } from './tools.ts'

type McpResult = components['schemas']['McpResult']

/** An MCP request. */
export interface McpCall {
  readonly method: string
  readonly params: JsonObject
  readonly headers: McpHeaders
}

type CallProblem = Failed<Exclude<ExecutionProblem, SkillError>>
type McpOutcome = { readonly kind: 'result'; readonly result: McpResult } | McpError | CallProblem

const CAPABILITIES = { tools: {} }
const CACHED = { ttlMs: 300_000, cacheScope: 'public' } as const

/** Handles an MCP request (docs/specification/mcp.md#methods). */
export async function handleMcp(services: Services, call: McpCall): Promise<McpOutcome> {
  const chosen = revisionOf(call.method, call.params, call.headers)
  if (chosen.kind === 'error') return chosen
  const { revision } = chosen
  const outcome = await handleIn(revision, services, call)
  if (outcome.kind !== 'result' || revision === '2025-11-25') return outcome
  const _meta = { [`${MCP_METADATA}serverInfo` as const]: serverInfo(services) }
  return { kind: 'result', result: { resultType: 'complete', ...outcome.result, _meta } }
}

async function handleIn(
  revision: McpRevision,
  services: Services,
  { method, params }: McpCall,
): Promise<McpOutcome> {
  const isCurrent = revision === '2026-07-28'
  const unknown = methodNotFound(method, isCurrent ? 404 : 200)
  switch (method) {
    case 'tools/list':
      return listTools(services, params, isCurrent)
    case 'tools/call':
      return callTool(services, params)
    case 'initialize':
      return result(initialized(services, params))
    case 'ping':
      return isCurrent ? unknown : result({})
    case 'server/discover':
      return isCurrent ? result(discovered(services)) : unknown
    default:
      return unknown
  }
}

const result = (value: McpResult): McpOutcome => ({ kind: 'result', result: value })

const serverInfo = ({ card }: Services) => {
  const { name, version } = card()
  return { name, version }
}

const initialized = (services: Services, { protocolVersion }: JsonObject): McpResult => ({
  protocolVersion: negotiated(protocolVersion),
  capabilities: CAPABILITIES,
  serverInfo: serverInfo(services),
  instructions: services.card().description,
})

const discovered = ({ card }: Services): McpResult => ({
  supportedVersions: [...SERVED_REVISIONS],
  capabilities: CAPABILITIES,
  instructions: card().description,
  ...CACHED,
})

function listTools({ card }: Services, { cursor }: JsonObject, isCurrent: boolean): McpOutcome {
  if (cursor !== undefined)
    return invalidParams('The list of tools has only one page; omit the cursor.')
  return result({ tools: toolsOf(card().skills), ...(isCurrent && CACHED) })
}

/** Takes the trace from the metadata of a call, where MCP clients put it, unless the request has a valid header. */
function adoptTraceparent(meta: unknown): void {
  const request = currentRequest()
  const given = isJsonObject(meta) ? meta['traceparent'] : undefined
  if (typeof given === 'string')
    request.traceparent = validTraceparent(request.traceparent) ?? given
}

/** Runs a skill like any other task: the signature is checked for the skill that the tool exposes. */
async function callTool(services: Services, params: JsonObject): Promise<McpOutcome> {
  const { name, arguments: input = {} } = params
  if (typeof name !== 'string') return invalidParams('params.name must be the name of a tool.')
  if (!isJsonObject(input)) return invalidParams('params.arguments must be an object.')
  adoptTraceparent(params['_meta'])
  const tools = toolNames(services.card().skills)
  const outcome = await performTask(services, {
    skill: tools.get(name)?.name ?? name,
    task_id: undefined,
    input,
    workspace_id: undefined,
    requester_id: undefined,
  })
  if (outcome.kind === 'completed')
    return result({
      content: [{ type: 'text', text: textOfResult(outcome.result) }],
      structuredContent: outcome.result,
      isError: false,
    })
  const { code, details } = outcome
  if (!isSkillError(code)) return { kind: 'failed', code, details }
  // An unknown skill is a protocol error, anything else a result of the tool (docs/specification/mcp.md#errors).
  if (code === 'UNKNOWN_SKILL')
    return invalidParams(`Unknown tool: ${name}. The tools are: ${[...tools.keys()].join(', ')}.`)
  const text = details.message ?? problems[code].message
  return result({ content: [{ type: 'text', text }], isError: true })
}
