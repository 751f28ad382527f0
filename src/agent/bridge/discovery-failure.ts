import type { WriteEntry } from '../external/stderr-log.ts'
import { refuseStatus } from '../foreign/http.ts'
import { RpcError } from '../foreign/json-rpc.ts'
import { ForeignError } from '../tasks/skill-errors.ts'
import type { BridgeSource } from './surface.ts'

/**
 * Returns whether a failure says nothing about what the foreign agent offers, such as an outage, an overloaded server or refused
 * credentials.
 */
export const isTemporary = (cause: unknown): boolean =>
  cause instanceof RpcError
    ? (cause.status ?? 0) >= 500
    : !(cause instanceof ForeignError && cause.code === 'PROTOCOL_MISMATCH')

/**
 * Returns the error for a status that says nothing about what exists at the address, or undefined for any other status
 * (docs/specification/bridge.md#pinned-digest).
 */
export function temporaryFailureOf(status: number): Error | undefined {
  try {
    refuseStatus(status)
  } catch (cause) {
    return isTemporary(cause) ? (cause as Error) : undefined
  }
  return status >= 500 ? new Error(`the foreign agent responded with ${status}`) : undefined
}

/** The last lines that a command wrote to its standard error. */
export interface StderrTail {
  readonly write: WriteEntry
  readonly lines: readonly string[]
}

const TAIL_LINES = 3

/** Keeps the last lines of a command, which say why it failed. Other lines are not shown, because the user did not ask for them. */
export function createStderrTail(): StderrTail {
  const lines: string[] = []
  return {
    lines,
    write(_message, fields) {
      const { line } = (fields ?? {}) as { line?: string }
      if (line === undefined) return
      lines.push(line.trim())
      if (lines.length > TAIL_LINES) lines.shift()
    },
  }
}

/** Returns a message that says why nothing could be discovered, and what to check. */
export function describeFailure(
  cause: unknown,
  source: BridgeSource,
  { limit_ms, stderr }: { readonly limit_ms: number; readonly stderr: StderrTail },
): string {
  const reason = (cause as Error).message.replace(/\.$/, '')
  const isUnreachable = cause instanceof ForeignError && cause.code === 'FOREIGN_UNREACHABLE'
  const isTimeout = cause instanceof DOMException && cause.name === 'TimeoutError'
  if ('command' in source)
    return [
      isTimeout
        ? `The command did not respond within ${limit_ms} milliseconds; it must be an MCP server that uses standard input and output.`
        : `The command cannot be bridged, because ${reason.replace(/^the command /, 'it ')}.`,
      ...(stderr.lines.length === 0 ? [] : [`Its last output: ${stderr.lines.join(' | ')}`]),
    ].join(' ')
  const check = 'Check that it is running and that its address is correct.'
  if (isTimeout)
    return `The agent or server did not respond within ${limit_ms} milliseconds. ${check}`
  const refusal = `The agent or server cannot be bridged, because ${reason}.`
  return isUnreachable ? `${refusal} ${check}` : `${refusal}${adviceFor(source.url, cause)}`
}

/** Returns which addresses can be bridged; an empty text if the failure is temporary, or if a server responded with a JSON-RPC error. */
function adviceFor(url: string, cause: unknown): string {
  if (isTemporary(cause) || cause instanceof RpcError) return ''
  const { origin, pathname } = new URL(url)
  const advice = pathname === '/' ? ` The address of an MCP server is often ${origin}/mcp.` : ''
  return ` The address must be that of an A2A agent, of its card, or of an MCP server.${advice}`
}
