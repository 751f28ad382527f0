/** What an MCP client observed of the agent of `agent.ts`, in terms that do not depend on the client. */
export interface McpObservations {
  readonly server: string
  readonly tools: readonly string[]
  readonly sent: { readonly text: string; readonly data: unknown }
  /** The result of a call whose arguments are structured data instead of text. */
  readonly data: unknown
  readonly failed: { readonly is_error: boolean; readonly text: string }
  /** The code of the error for a tool that does not exist. */
  readonly unknown_tool: number
}

/** What every MCP client is expected to observe. */
export const EXPECTED_BY_MCP: McpObservations = {
  server: 'Interop',
  tools: ['reverse', 'sum', 'slow', 'fails'],
  sent: { text: 'cba', data: { text: 'cba' } },
  data: { sum: 6 },
  failed: {
    is_error: true,
    text: 'The skill fails failed; the log of the agent contains the cause.',
  },
  unknown_tool: -32602,
}
