import { isJsonObject, type JsonObject } from '../../domain/json.ts'
import { version } from '../../version.ts'
import { MCP_METADATA, MCP_REVISIONS, OLDER_MCP_REVISIONS, type McpRevision } from '../protocols.ts'
import { mismatch } from './mismatch.ts'

/** A connection to an MCP server. */
export interface McpConnection {
  readonly revision: McpRevision
  /**
   * Sends a request and returns its result.
   * @throws RpcError, ForeignError, SkillBusyError, or Error for a status of 500 or above; the signal's reason if it is aborted
   */
  request(call: McpRequest): Promise<JsonObject>
  /** Returns the server's result of `initialize`, which only revision 2025-11-25 has. */
  initialized(): Promise<JsonObject>
  /** Ends the session, or the process. */
  close(): Promise<void>
}

export interface McpRequest {
  readonly method: string
  readonly params?: JsonObject
  readonly signal: AbortSignal
  /** The trace that the request belongs to. */
  readonly traceparent?: string
  /** Receives the progress that the server reports for this request. */
  readonly progress?: (message: string) => void
}

const CLIENT = { name: 'svc-agent', version: version() }
/** The bridge offers servers no client capabilities: no sampling, no roots, no elicitation. */
const CAPABILITIES = {}

/** The revision that `initialize` offers, and those that the server may choose. */
const OFFERED = '2025-11-25'
const NEGOTIABLE: readonly unknown[] = [OFFERED, ...OLDER_MCP_REVISIONS]

export const INITIALIZE: JsonObject = {
  protocolVersion: OFFERED,
  capabilities: CAPABILITIES,
  clientInfo: CLIENT,
}

/** Returns the revision that a server chose. @throws ForeignError if the bridge does not support it */
export function negotiated({ protocolVersion }: JsonObject): string {
  if (NEGOTIABLE.includes(protocolVersion)) return protocolVersion as string
  throw mismatch(
    `the server uses an unsupported revision of MCP; the supported ones are ${[MCP_REVISIONS[0], ...NEGOTIABLE].join(', ')}`,
    JSON.stringify(protocolVersion),
  )
}

/** Returns the params of a request with its metadata: its trace, the token for its progress, and the members that the revision requires. */
export function withMetadata(
  { params = {}, progress, traceparent }: McpRequest,
  revision: McpRevision,
  id: string,
): JsonObject {
  const _meta = {
    ...(progress && { progressToken: id }),
    ...(traceparent !== undefined && { traceparent }),
    ...(revision === '2026-07-28' && {
      [`${MCP_METADATA}protocolVersion`]: revision,
      [`${MCP_METADATA}clientInfo`]: CLIENT,
      [`${MCP_METADATA}clientCapabilities`]: CAPABILITIES,
    }),
  }
  return Object.keys(_meta).length === 0 ? params : { ...params, _meta }
}

/** Returns the response to a request from the server. The bridge serves only `ping`. */
export const responseToServer = (method: string, id: unknown): object =>
  method === 'ping'
    ? { jsonrpc: '2.0', id, result: {} }
    : { jsonrpc: '2.0', id, error: { code: -32601, message: 'The bridge serves only ping.' } }

/** Returns the text of a progress notification. */
export function progressText({ message, progress, total }: JsonObject): string {
  if (typeof message === 'string' && message !== '') return message
  if (typeof progress !== 'number') return ''
  return typeof total === 'number' ? `${progress} of ${total}` : `${progress}`
}

/** Returns a result, which is always an object in MCP. @throws ForeignError if it is not */
export function requireObject(result: unknown): JsonObject {
  if (isJsonObject(result)) return result
  throw mismatch('the result is not an object', JSON.stringify(result))
}
