import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import type { McpServer, SkillDeclaration } from '../definition.ts'
import type { McpRevision } from '../protocols.ts'
import type { McpConnection } from '../foreign/mcp-connection.ts'
import { costFault } from '../schemas/cost.ts'
import { RESERVED_MEMBERS } from '../tasks/task-request.ts'
import { foreignSchema } from './foreign-schema.ts'
import {
  BridgeError,
  chooseSkills,
  digestOf,
  manifestLine,
  manifestText,
  releaseOf,
  SKILL_TIMEOUT_MS,
  type BridgeSource,
  type Surface,
} from './surface.ts'

const MAX_PAGES = 100
const MAX_TOOLS = 10_000

/** Returns all tools of a server. @throws BridgeError if there are too many or a page is invalid; RpcError or ForeignError */
export async function listTools(
  connection: McpConnection,
  signal: AbortSignal,
): Promise<JsonObject[]> {
  const tools: JsonObject[] = []
  let cursor: Json | undefined
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const params = cursor === undefined ? {} : { cursor }
    const result = await connection.request({ method: 'tools/list', params, signal })
    if (!Array.isArray(result['tools']))
      throw new BridgeError(
        "The server's response to tools/list is invalid: it has no `tools` array.",
      )
    tools.push(...(result['tools'] as Json[]).filter(isJsonObject))
    if (tools.length > MAX_TOOLS) break
    cursor = result['nextCursor']
    if (typeof cursor !== 'string' || cursor === '') return tools
  }
  throw new BridgeError(
    `The server lists more than ${MAX_TOOLS} tools or ${MAX_PAGES} pages of them, so it cannot be bridged.`,
  )
}

/** Returns what a server offers according to its tools. */
export function mcpSurface(
  tools: readonly JsonObject[],
  server: { readonly name: unknown; readonly version: unknown; readonly instructions: unknown },
  { revision, source }: { readonly revision: McpRevision; readonly source: BridgeSource },
): Surface {
  const mcp = { ...source, revision } as McpServer
  const chosen = chooseSkills(
    tools.map((tool) => ({
      name: tool['name'],
      declare: (name) => declarationOf(tool, name, mcp),
    })),
  )
  const name = manifestLine(server.name, 200)
  return {
    protocol: 'mcp',
    version: revision,
    source,
    digest: digestOf(publishedOf(tools)),
    name,
    description:
      manifestText(server.instructions, 2000) || `The tools of ${name || 'an MCP server'}.`,
    release: releaseOf(server.version),
    ...chosen,
  }
}

/** Returns the tools without the members that may differ from one request to the next, ordered by name. */
const publishedOf = (tools: readonly JsonObject[]): JsonObject[] =>
  tools
    .map(({ _meta: _, icons: __, ...tool }) => tool)
    .toSorted((a, b) => (sortName(a) < sortName(b) ? -1 : 1))

const sortName = ({ name }: JsonObject): string => (typeof name === 'string' ? name : '')

function declarationOf(tool: JsonObject, name: string, mcp: McpServer): SkillDeclaration {
  const { description, title, inputSchema, outputSchema, execution } = tool
  if (isJsonObject(execution) && execution['taskSupport'] === 'required')
    throw new BridgeError('it can run only as an MCP task, which the bridge does not support')
  const { schema, renamed } = withTaskNames(foreignSchema(inputSchema, 'inputSchema'))
  return {
    name,
    description: manifestText(description, 4096) || manifestText(title, 4096),
    input_schema: schema,
    output_schema:
      outputSchema === undefined ? { type: 'object' } : foreignSchema(outputSchema, 'outputSchema'),
    timeout_ms: SKILL_TIMEOUT_MS,
    run: { mcp, tool: name, ...(Object.keys(renamed).length > 0 && { arguments: renamed }) },
  }
}

/**
 * Renames the arguments that the input of a task cannot carry: `message` becomes `text` if that name is free, and an underscore is appended
 * to the others (docs/specification/bridge.md#mcp-arguments).
 */
function withTaskNames(schema: JsonObject): {
  readonly schema: JsonObject
  readonly renamed: Readonly<Record<string, string>>
} {
  const properties = isJsonObject(schema['properties']) ? schema['properties'] : {}
  refuseHeaders(properties)
  const reserved = RESERVED_MEMBERS.filter((name) => Object.hasOwn(properties, name))
  if (reserved.length === 0) return { schema, renamed: {} }
  const taken = new Set(Object.keys(properties))
  const names = new Map<string, string>()
  for (const name of reserved) {
    const free = name === 'message' && !taken.has('text') ? 'text' : freeName(name, taken)
    taken.add(free)
    names.set(name, free)
  }
  const newNameOf = (name: string): string => names.get(name) ?? name
  // The schema was compiled, so every required name is a string.
  const required = Array.isArray(schema['required']) ? (schema['required'] as string[]) : []
  const renamedSchema = {
    ...schema,
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, value]) => [newNameOf(name), value]),
    ),
    ...(required.length > 0 && { required: required.map((name) => newNameOf(name)) }),
  }
  // A reference to a renamed argument can no longer be resolved.
  if (namesArguments(schema) || costFault(renamedSchema) !== undefined)
    throw new BridgeError(
      `it has arguments with reserved names that cannot be renamed: ${reserved.join(', ')}`,
    )
  return {
    schema: renamedSchema,
    renamed: Object.fromEntries([...names].map(([name, free]) => [free, name])),
  }
}

/** Keywords whose value, or the schema to which it leads, may name arguments. */
const NAMING = [
  '$ref',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'dependentRequired',
  'dependentSchemas',
  'dependencies',
  'propertyNames',
  'const',
  'enum',
]

/** Returns whether a part of the schema other than `properties` and `required` may name arguments. */
const namesArguments = (schema: JsonObject): boolean =>
  NAMING.some((keyword) => Object.hasOwn(schema, keyword))

function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = `${name}_`
  while (taken.has(free)) free += '_'
  return free
}

/** Refuses a tool whose arguments must be repeated in headers (revision 2026-07-28), which the bridge does not support. */
function refuseHeaders(properties: JsonObject): void {
  const needsHeaders = Object.values(properties).some(
    (property) => isJsonObject(property) && Object.hasOwn(property, 'x-mcp-header'),
  )
  if (needsHeaders)
    throw new BridgeError(
      'it requires arguments in HTTP headers, which the bridge does not support',
    )
}
