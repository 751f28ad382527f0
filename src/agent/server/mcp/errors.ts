import { printableText } from '../../../contract/issues.ts'
import type { ServedRevision } from './revisions.ts'

/** A JSON-RPC or MCP error. Its status is 200 unless revision 2026-07-28 requires another. */
export interface McpError {
  readonly kind: 'error'
  readonly status: 200 | 400 | 404
  readonly code: number
  readonly message: string
  readonly data?: { readonly supported: readonly ServedRevision[]; readonly requested: string }
}

const MAX_CHARACTERS = 1024
const MAX_REVISION_CHARACTERS = 64

const error = (status: McpError['status'], code: number, message: string): McpError => ({
  kind: 'error',
  status,
  code,
  message: printableText(message, MAX_CHARACTERS),
})

export const methodNotFound = (method: string, status: 200 | 404): McpError =>
  error(status, -32601, `There is no method ${method}. This agent supports only tools.`)

export const invalidParams = (reason: string, status: 200 | 400 = 200): McpError =>
  error(status, -32602, reason)

export const headerMismatch = (header: string, value: string | undefined): McpError => {
  const fault = value === undefined ? 'is missing' : 'does not match the body'
  return error(400, -32020, `The header ${header} ${fault}. Send the same value as in the body.`)
}

export const revisionNotSupported = (
  requested: string,
  supported: readonly ServedRevision[],
): McpError => ({
  ...error(400, -32022, `MCP ${requested} is not supported. Use one of: ${supported.join(', ')}.`),
  data: { supported, requested: printableText(requested, MAX_REVISION_CHARACTERS) },
})
