import { isJsonObject, type JsonObject } from '../../domain/json.ts'
import { environmentOf, type Environment } from '../external/environment.ts'
import { startProcessGroup } from '../../child-processes/process-group.ts'
import { programFault } from '../external/programs.ts'
import { addressFault, isAgentSetting } from '../folder/run-rules.ts'
import {
  readCredentials,
  readSecrets,
  type Credentials,
  type Redactor,
} from '../foreign/credentials.ts'
import { readForeign, sendForeign, type Endpoint } from '../foreign/http.ts'
import { parseForeign, RpcError } from '../foreign/json-rpc.ts'
import type { McpConnection } from '../foreign/mcp-connection.ts'
import { connectMcpHttp } from '../foreign/mcp-http.ts'
import { connectMcpStdio } from '../foreign/mcp-stdio.ts'
import type { Bridge, UrlSource } from '../definition.ts'
import { MCP_METADATA, type McpRevision } from '../protocols.ts'
import { a2aSurface, isA2aCard } from './a2a-surface.ts'
import {
  createStderrTail,
  describeFailure,
  isTemporary,
  temporaryFailureOf,
} from './discovery-failure.ts'
import { listTools, mcpSurface } from './mcp-surface.ts'
import { BridgeError, type BridgeSource, type Surface } from './surface.ts'

/** Maximum bytes of a card, and of a page of tools. */
const MAX_BYTES = 1024 * 1024
/** How long the whole discovery may take. */
const DISCOVERY_MS = 60_000
/** How long a server may take to respond to a request in a revision that it may not support. */
const PROBE_MS = 8000
const STOP_MS = 2000

const CARD_PATHS = ['.well-known/agent-card.json', '.well-known/agent.json']

export interface DiscoveryOptions {
  /** The folder in which a command runs. */
  readonly dir: string
  readonly env: Environment
  /** Time limit of the whole discovery, in milliseconds. Defaults to 60,000. */
  readonly limit_ms?: number
  /** The protocol and version that the manifest of an existing bridge names. */
  readonly pinned?: Pinned
}

type Pinned = Pick<Bridge, 'protocol' | 'version'>

/**
 * Finds out what a foreign agent or server offers (docs/specification/bridge.md#discovery).
 * @throws BridgeError saying why it cannot be bridged
 */
export async function discover(
  source: BridgeSource,
  { dir, env, limit_ms = DISCOVERY_MS, pinned }: DiscoveryOptions,
): Promise<Surface> {
  refuseSettings(source)
  refuseTarget(source, dir, env)
  const signal = AbortSignal.timeout(limit_ms)
  const stderr = createStderrTail()
  let secrets: Redactor | undefined
  try {
    if ('command' in source) {
      secrets = readSecrets(source.env, env)
      const { redact } = secrets
      const { command } = source
      const started = { command, cwd: dir, env: environmentOf(env, source.env), stop_ms: STOP_MS }
      const start = () => startProcessGroup(started)
      const options = { start, max_bytes: MAX_BYTES, log: stderr.write, redact }
      const connect = (revision: McpRevision) => connectMcpStdio(options, revision)
      return await discoverServer(connect, source, { signal, pinned })
    }
    const credentials = readCredentials(source.headers_env, env)
    secrets = credentials
    return await discoverAddress(source, credentials, { signal, pinned })
  } catch (cause) {
    if (cause instanceof BridgeError) throw cause
    const reason = describeFailure(cause, source, { limit_ms, stderr })
    throw new BridgeError(secrets?.redact(reason) ?? reason, { temporary: isTemporary(cause) })
  }
}

/** Refuses variables that would pass on the agent's credentials. */
function refuseSettings(source: BridgeSource): void {
  const names = 'url' in source ? Object.values(source.headers_env ?? {}) : (source.env ?? [])
  const own = names.find(isAgentSetting)
  if (own !== undefined)
    throw new BridgeError(
      `The environment variable ${own} is reserved for the agent's own settings and never passed to another program; use a different variable.`,
    )
}

/** Refuses an unusable program or address before anything is sent, because a credential must never be sent without TLS. */
function refuseTarget(source: BridgeSource, dir: string, env: Environment): void {
  if ('command' in source) {
    const fault = programFault(source.command[0] ?? '', dir, env['PATH'])
    if (fault !== undefined)
      throw new BridgeError(`The agent or server cannot be bridged: ${fault}.`)
  } else {
    const fault = addressFault(source.url, source.headers_env)
    if (fault !== undefined) throw new BridgeError(`The address ${fault}.`)
  }
}

interface DiscoveryRun {
  readonly signal: AbortSignal
  readonly pinned: Pinned | undefined
}

async function discoverAddress(
  source: UrlSource,
  credentials: Credentials,
  { signal, pinned }: DiscoveryRun,
): Promise<Surface> {
  const [unset] = credentials.unset
  if (unset !== undefined)
    throw new BridgeError(`The environment variable ${unset} is not set; set it to the credential.`)
  const endpoint = { url: source.url, credentials, max_bytes: MAX_BYTES }
  const { card, failure } = await findCard(endpoint, signal)
  if (card) return a2aSurface(card, source)
  // An MCP server may respond to the path of a card with any status, but the card of an A2A agent exists even if it cannot be read now.
  if (failure && pinned?.protocol === 'a2a') throw failure
  const connect = (revision: McpRevision) => connectMcpHttp(endpoint, revision)
  return discoverServer(connect, source, { signal, pinned }).catch((cause: unknown) => {
    const isServer = pinned !== undefined || cause instanceof BridgeError
    throw isServer ? cause : (failure ?? cause)
  })
}

/** Returns the addresses where an agent's card may be. */
const cardAddresses = (url: string): string[] =>
  new URL(url).pathname.endsWith('.json')
    ? [url]
    : CARD_PATHS.map(
        (path) => new URL(path, `${url.replace(/[?#].*$/, '').replace(/\/+$/, '')}/`).href,
      )

/** Returns the A2A card under an address, if there is one, or the first failure that does not show whether there is one. */
async function findCard(
  endpoint: Endpoint,
  signal: AbortSignal,
): Promise<{ readonly card?: JsonObject; readonly failure?: Error | undefined }> {
  let failure: Error | undefined
  for (const url of cardAddresses(endpoint.url)) {
    const request = { method: 'GET', headers: { Accept: 'application/json' }, signal } as const
    const response = await sendForeign({ ...endpoint, url }, request)
    const isCard = response.status === 200 && response.media_type.endsWith('json')
    if (!isCard) {
      response.body.destroy()
      failure ??= temporaryFailureOf(response.status)
      continue
    }
    const card = parseForeign(await readForeign(response, MAX_BYTES, signal))
    if (isA2aCard(card)) return { card }
    if (isJsonObject(card) && typeof card['svc_id'] === 'string')
      throw new BridgeError(
        `The agent at ${url} needs no bridge: the svc_id in its card shows that it implements the agent protocol itself. Register it with its own key.`,
      )
  }
  return { failure }
}

/** Finds the tools of a server, in the newest revision that both sides support (docs/specification/bridge.md#mcp-revision). */
async function discoverServer(
  connect: (revision: McpRevision) => McpConnection,
  source: BridgeSource,
  { signal, pinned }: DiscoveryRun,
): Promise<Surface> {
  const current = connect('2026-07-28')
  try {
    const discovered = await probe(current, signal, pinned?.version === current.revision)
    if (discovered) {
      const tools = await listTools(current, signal)
      return mcpSurface(tools, serverIn(discovered), { revision: '2026-07-28', source })
    }
  } finally {
    await current.close()
  }
  const older = connect('2025-11-25')
  try {
    const tools = await listTools(older, signal)
    const server = await older.initialized()
    return mcpSurface(tools, serverIn(server), { revision: '2025-11-25', source })
  } finally {
    await older.close()
  }
}

/**
 * Sends `server/discover` in revision 2026-07-28. Returns undefined if the server does not support that revision. If the server is known to
 * support it, a slow or failing response does not count as a lack of support.
 */
async function probe(
  connection: McpConnection,
  signal: AbortSignal,
  isKnown: boolean,
): Promise<JsonObject | undefined> {
  const bounded = isKnown ? signal : AbortSignal.any([signal, AbortSignal.timeout(PROBE_MS)])
  try {
    const result = await connection.request({ method: 'server/discover', signal: bounded })
    const { supportedVersions } = result
    return Array.isArray(supportedVersions) && supportedVersions.includes('2026-07-28')
      ? result
      : undefined
  } catch (cause) {
    signal.throwIfAborted()
    const isUnsupported =
      !isTemporary(cause) || (!isKnown && (cause instanceof RpcError || bounded.aborted))
    if (isUnsupported) return undefined
    throw cause
  }
}

/** Returns the server's description of itself, in either revision. */
function serverIn(result: JsonObject) {
  const meta = isJsonObject(result['_meta']) ? result['_meta'] : {}
  const info = result['serverInfo'] ?? meta[`${MCP_METADATA}serverInfo`]
  const { name, title, version } = isJsonObject(info) ? info : {}
  return { name: title ?? name, version, instructions: result['instructions'] }
}
