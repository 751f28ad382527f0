import { isJsonObject, type JsonObject } from '../../../domain/json.ts'
import {
  MCP_METADATA,
  MCP_REVISIONS,
  OLDER_MCP_REVISIONS,
  type McpRevision,
} from '../../protocols.ts'
import { headerMismatch, invalidParams, revisionNotSupported, type McpError } from './errors.ts'

/** The revisions that a client can use, the preferred one first. */
export const SERVED_REVISIONS = [...MCP_REVISIONS, ...OLDER_MCP_REVISIONS] as const
export type ServedRevision = (typeof SERVED_REVISIONS)[number]

const isOlder = (revision: unknown): revision is (typeof OLDER_MCP_REVISIONS)[number] =>
  (OLDER_MCP_REVISIONS as readonly unknown[]).includes(revision)

/** Returns the revision that `initialize` agrees on: an older one if the client requests it, because such a client knows no newer one. */
export const negotiated = (requested: unknown): ServedRevision =>
  isOlder(requested) ? requested : '2025-11-25'

/** The headers that repeat members of the body. */
export interface McpHeaders {
  readonly revision: string | undefined
  readonly method: string | undefined
  readonly name: string | undefined
}

const NAMED_METHODS: readonly string[] = ['tools/call', 'resources/read', 'prompts/get']

/**
 * Returns the revision by which a request is handled. In 2026-07-28 its metadata names the revision, and the headers have to match the
 * body. A request that names no revision, or an older one, is handled as 2025-11-25 (docs/specification/mcp.md#revision).
 */
export function revisionOf(
  method: string,
  params: JsonObject,
  headers: McpHeaders,
): { readonly kind: 'revision'; readonly revision: McpRevision } | McpError {
  const meta = isJsonObject(params['_meta']) ? params['_meta'] : {}
  const in_body = meta[`${MCP_METADATA}protocolVersion`]
  const requested = in_body ?? (headers.revision === '' ? undefined : headers.revision)
  if (requested === undefined || method === 'initialize')
    return { kind: 'revision', revision: '2025-11-25' }
  if (in_body !== undefined && in_body !== headers.revision)
    return headerMismatch('MCP-Protocol-Version', headers.revision)
  if (isOlder(requested)) return { kind: 'revision', revision: '2025-11-25' }
  const revision = MCP_REVISIONS.find((known) => known === requested)
  if (!revision) return revisionNotSupported(String(requested), SERVED_REVISIONS)
  const fault = revision === '2026-07-28' ? faultOf(method, params, meta, headers) : undefined
  return fault ?? { kind: 'revision', revision }
}

/** Returns why a request of revision 2026-07-28 is refused, or undefined if it is valid. */
function faultOf(
  method: string,
  params: JsonObject,
  meta: JsonObject,
  headers: McpHeaders,
): McpError | undefined {
  if (headers.method !== method) return headerMismatch('Mcp-Method', headers.method)
  const name = params['name'] ?? params['uri']
  if (NAMED_METHODS.includes(method) && decoded(headers.name) !== name)
    return headerMismatch('Mcp-Name', headers.name)
  for (const member of ['protocolVersion', 'clientCapabilities'])
    if (meta[MCP_METADATA + member] === undefined)
      return invalidParams(`params._meta must have ${MCP_METADATA}${member}.`, 400)
  return undefined
}

/** Decodes the value of a header that is encoded because it is not plain ASCII (2026-07-28, Streamable HTTP, Value Encoding). */
function decoded(header: string | undefined): string | undefined {
  const [, encoded] = /^=\?base64\?(.*)\?=$/.exec(header ?? '') ?? []
  return encoded === undefined ? header : Buffer.from(encoded, 'base64').toString('utf8')
}
