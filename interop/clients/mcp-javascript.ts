import { load } from '../install.ts'
import type { McpObservations } from '../mcp-observations.ts'

interface ToolResult {
  readonly content: readonly { readonly text?: string }[]
  readonly structuredContent?: unknown
  readonly isError?: boolean
}
interface Client {
  connect(transport: object): Promise<void>
  listTools(): Promise<{ readonly tools: readonly { readonly name: string }[] }>
  callTool(params: object): Promise<ToolResult>
  getServerVersion(): { readonly name: string } | undefined
  close(): Promise<void>
}
type ClientClass = new (info: object, options?: object) => Client
type TransportClass = new (url: URL) => object

const INFO = { name: 'interop', version: '1.0.0' }

/** Observes an agent with `@modelcontextprotocol/client`, in the newest revision or in the previous one. */
export const observeWithClient =
  (mode: 'auto' | 'legacy') =>
  (url: string): Promise<McpObservations> => {
    const sdk = load<{
      readonly Client: ClientClass
      readonly StreamableHTTPClientTransport: TransportClass
    }>('@modelcontextprotocol/client')
    const client = new sdk.Client(INFO, { versionNegotiation: { mode } })
    return observe(client, new sdk.StreamableHTTPClientTransport(new URL(`${url}/mcp`)))
  }

/** Observes an agent with `@modelcontextprotocol/sdk`. */
export function observeWithSdk(url: string): Promise<McpObservations> {
  const { Client } = load<{ readonly Client: ClientClass }>(
    '@modelcontextprotocol/sdk/client/index.js',
  )
  const { StreamableHTTPClientTransport } = load<{
    readonly StreamableHTTPClientTransport: TransportClass
  }>('@modelcontextprotocol/sdk/client/streamableHttp.js')
  return observe(new Client(INFO), new StreamableHTTPClientTransport(new URL(`${url}/mcp`)))
}

async function observe(client: Client, transport: object): Promise<McpObservations> {
  await client.connect(transport)
  const { tools } = await client.listTools()
  const sent = await client.callTool({ name: 'reverse', arguments: { text: 'abc' } })
  const data = await client.callTool({ name: 'sum', arguments: { numbers: [1, 2, 3] } })
  const failed = await client.callTool({ name: 'fails', arguments: {} })
  const unknown_tool = await errorOf(client.callTool({ name: 'none', arguments: {} }))
  const server = client.getServerVersion()?.name
  await client.close()
  return {
    server: server ?? '',
    tools: tools.map(({ name }) => name),
    sent: { text: textOf(sent), data: sent.structuredContent },
    data: data.structuredContent,
    failed: { is_error: failed.isError === true, text: textOf(failed) },
    unknown_tool,
  }
}

const textOf = ({ content }: ToolResult): string => content[0]?.text ?? ''

async function errorOf(call: Promise<unknown>): Promise<number> {
  try {
    await call
    return 0
  } catch (error) {
    return (error as { readonly code: number }).code
  }
}
