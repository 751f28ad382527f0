import { isJsonObject, type JsonObject } from '../../domain/json.ts'
import type { McpRun, SkillCall } from '../definition.ts'
import { ForeignError } from '../tasks/skill-errors.ts'
import { inputErrorOf } from './json-rpc.ts'
import type { McpConnection } from './mcp-connection.ts'
import { mismatch } from './mismatch.ts'

/**
 * Passes a task on to a tool of an MCP server and returns its result (docs/specification/bridge.md#mcp-tools).
 * @throws ForeignError, SkillBusyError, or Error for a tool that failed
 */
export async function callMcpTool(
  connection: McpConnection,
  { input, signal, progress, context: { traceparent } }: SkillCall,
  { tool, arguments: renamed = {} }: Pick<McpRun, 'tool' | 'arguments'>,
): Promise<unknown> {
  const nameOf = (member: string): string =>
    Object.hasOwn(renamed, member) ? renamed[member]! : member
  const entries = Object.entries(input).map(([member, value]) => [nameOf(member), value] as const)
  const params = { name: tool, arguments: Object.fromEntries(entries) }
  try {
    const call = { method: 'tools/call', params, signal, progress, traceparent }
    return toolResultOf(await connection.request(call))
  } catch (cause) {
    throw inputErrorOf(cause)
  }
}

function toolResultOf(result: JsonObject): unknown {
  const { resultType, content, structuredContent, isError } = result
  if (resultType === 'input_required')
    throw new ForeignError('INPUT_REQUIRED', 'the tool asks for more input')
  if (resultType !== undefined && resultType !== 'complete')
    throw mismatch('the result has an unknown type', JSON.stringify(resultType))
  if (content !== undefined && !Array.isArray(content))
    throw mismatch('the content of the result is not a list', JSON.stringify(content))
  const items = ((content ?? []) as unknown[]).filter(isJsonObject)
  const text = items
    .flatMap(({ type, text }) => (type === 'text' && typeof text === 'string' ? [text] : []))
    .join('\n')
  if (isError === true) throw new Error(`the tool reported an error: ${text}`)
  if (structuredContent !== undefined) return structuredContent
  if (content === undefined) throw mismatch('the result has no content', JSON.stringify(result))
  const others = items.filter(({ type }) => type !== 'text')
  return { text, ...(others.length > 0 && { content: others }) }
}
