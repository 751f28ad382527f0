import { defined } from '../../defined.ts'
import type { ProbeContext, RequestDraft } from '../../engine/probe-context.ts'
import { curlArguments } from '../../engine/reproduce/curl.ts'
import { shellPlaceholders } from '../../engine/secrets/placeholders.ts'
import { header } from '../../engine/transport/http.ts'
import type { Exchange } from '../../engine/types.ts'
import { LEGACY, MODERN } from '../../judge/mcp.ts'

type Json = Readonly<Record<string, unknown>>
type Headers = Readonly<Record<string, string>>

const ACCEPT = { Accept: 'application/json, text/event-stream' } as const
const CLIENT = { name: 'client', version: '1.0.0' } as const
/** The prefix of the metadata names of a request in the revision without sessions. */
const META = 'io.modelcontextprotocol/'
const SESSION = 'SVC_MCP_SESSION'
/** The secret of a session that is opened only to test how the server negotiates the revision. */
export const UNUSED_SESSION = 'SVC_MCP_UNUSED_SESSION'
const SESSION_HEADER = 'MCP-Session-Id'

/** Returns the path of the endpoint: the one that the user named, the target itself if it ends with /mcp, or /mcp below it. */
const endpointOf = ({ settings }: ProbeContext): string =>
  settings.mcp_url ?? (/\/mcp$/.test(settings.base) ? '' : '/mcp')

/** Sends the given request to the endpoint, without adding headers or metadata of a revision. */
export const sendRaw = (
  context: ProbeContext,
  more: Omit<RequestDraft, 'path'>,
): Promise<Exchange> =>
  context.send({ ...more, path: endpointOf(context), headers: { ...ACCEPT, ...more.headers } })

const message = (context: ProbeContext, method: string, params: Json): Json => ({
  jsonrpc: '2.0',
  id: context.random.uuid(),
  method,
  params,
})

/** Sends `initialize`, and keeps the session if the server opens one. */
export async function initialize(
  context: ProbeContext,
  revision: string,
  secret = SESSION,
): Promise<Exchange> {
  const params = { protocolVersion: revision, capabilities: {}, clientInfo: CLIENT }
  const exchange = await sendRaw(context, { json: message(context, 'initialize', params) })
  const { outcome, request } = exchange
  const session = outcome.kind === 'response' ? header(outcome, SESSION_HEADER) : undefined
  if (session !== undefined && session !== '')
    context.keepSecret(
      secret,
      session,
      `curl -sS -i ${curlArguments(context.settings.base, request, shellPlaceholders(context.settings))} | tr -d '\\r' | sed -n 's/^[Mm][Cc][Pp]-[Ss]ession-[Ii]d: *//p'`,
    )
  return exchange
}

/** Returns the headers of a request in the revision with sessions. */
export function legacyHeaders(context: ProbeContext, revision = LEGACY): Headers {
  const hasSession = context.settings.vault.valuesFromTarget(SESSION).length > 0
  return {
    'MCP-Protocol-Version': revision,
    ...(hasSession ? { [SESSION_HEADER]: `{{${SESSION}}}` } : {}),
  }
}

/** Sends a request in the revision with sessions. */
export const sendLegacy = (
  context: ProbeContext,
  method: string,
  params: Json = {},
  headers: Headers = {},
): Promise<Exchange> =>
  sendRaw(context, {
    headers: { ...legacyHeaders(context), ...headers },
    json: message(context, method, params),
  })

/** The metadata and headers of a request without sessions, where they differ from what the revision requires. */
export interface ModernChanges {
  readonly meta?: Json
  readonly headers?: Headers
}

/** Sends a request in the revision without sessions: its metadata names the revision, and headers repeat parts of the body. */
export function sendModern(
  context: ProbeContext,
  method: string,
  params: Json = {},
  { meta = {}, headers = {} }: ModernChanges = {},
): Promise<Exchange> {
  const _meta = defined<Json>({
    [`${META}protocolVersion`]: MODERN,
    [`${META}clientInfo`]: CLIENT,
    [`${META}clientCapabilities`]: {},
    ...Object.fromEntries(Object.entries(meta).map(([name, value]) => [META + name, value])),
  })
  const { name } = params
  return sendRaw(context, {
    headers: {
      'MCP-Protocol-Version': MODERN,
      'Mcp-Method': method,
      ...(typeof name === 'string' ? { 'Mcp-Name': encoded(name) } : {}),
      ...headers,
    },
    json: message(context, method, { ...params, _meta }),
  })
}

/** Encodes a value so that it is valid in a header (2026-07-28, Value Encoding). */
const encoded = (value: string): string =>
  /^[!-~](?:[ -~]*[!-~])?$/.test(value) && !value.startsWith('=?base64?')
    ? value
    : `=?base64?${Buffer.from(value).toString('base64')}?=`
