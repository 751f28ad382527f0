import { codes as codesByHandler } from '../../generated/platform.codes.ts'
import { table } from '../../generated/platform.table.ts'
import { planGate } from '../auth/plan-gate.ts'
import { BEARER_PREFIXES, unauthenticated } from '../auth/unauthenticated.ts'
import type { TableEntry } from '../contract/typed.ts'
import { problems, type ProblemCode } from '../problems/problems.ts'
import type { Operation } from './document.ts'

/**
 * The quotas of resources by operation. All handlers use the same function for all quotas, so the codes that are derived from a handler
 * contain every quota if they contain one.
 */
const RESOURCE_QUOTAS: Readonly<Record<string, readonly ProblemCode[]>> = {
  createWorkspace: ['WORKSPACES_LIMIT_EXCEEDED'],
  registerAgent: ['AGENTS_LIMIT_EXCEEDED'],
  createApiKey: ['API_KEYS_LIMIT_EXCEEDED'],
  createInstallToken: ['INSTALLATIONS_LIMIT_EXCEEDED', 'INSTALL_TOKENS_LIMIT_EXCEEDED'],
  bootstrapInstallation: ['INSTALLATIONS_LIMIT_EXCEEDED'],
}
const QUOTAS = new Set(Object.values(RESOURCE_QUOTAS).flat())

/** Codes that any operation can respond with, or that belong to no operation. */
export const GENERAL_CODES: readonly ProblemCode[] = [
  'MALFORMED_REQUEST',
  'ROUTE_NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'REQUEST_TIMEOUT',
  'HEADERS_TOO_LARGE',
  'INTERNAL_ERROR',
  'SERVER_BUSY',
  'STORE_UNAVAILABLE',
]

const SESSION_COOKIE = 'svc_session'
const asUnauthenticated = unauthenticated(SESSION_COOKIE)
/** Headers with every kind of credential, and with none. */
const CREDENTIAL_HEADERS: readonly Readonly<Record<string, string>>[] = [
  {},
  { 'x-api-key': 'x' },
  { authorization: 'x' },
  { cookie: `${SESSION_COOKIE}=x` },
  ...Object.values(BEARER_PREFIXES).map((prefix) => ({ authorization: `Bearer ${prefix}x` })),
]

/** Returns the problem codes that an operation of the platform responds with, in the order of `problems`. */
export function problemCodesOf(
  operation: Operation,
): readonly { readonly code: ProblemCode; readonly status: number }[] {
  const documented = new Set(operation.responses.map(({ status }) => Number(status)))
  const possible = new Set<ProblemCode>([
    ...GENERAL_CODES,
    ...codesOfGates(operation),
    ...codesOfHandler(operation.id),
  ])
  return (Object.keys(problems) as ProblemCode[])
    .map((code) => ({ code, status: problems[code].status }))
    .filter(({ code, status }) => possible.has(code) && documented.has(status))
}

function codesOfHandler(id: string): readonly ProblemCode[] {
  const found: readonly ProblemCode[] = codesByHandler[id as keyof typeof codesByHandler]
  return found.filter((code) => !QUOTAS.has(code) || RESOURCE_QUOTAS[id]?.includes(code))
}

/** Returns the codes of the gates that run before the handler, by calling the gates themselves where that is possible. */
function codesOfGates({
  id,
  body,
  scope,
  security,
  parameters,
}: Operation): readonly ProblemCode[] {
  const entry: TableEntry = table[id as keyof typeof table]
  const planProblem = planGate(entry, 'free', '')
  const isPublic = security.length === 0
  const namesWorkspace = parameters.some(({ name }) => name === 'workspace_id')
  return [
    'INVALID_PARAMETER',
    ...(parameters.some(({ name }) => name === 'cursor') ? (['INVALID_CURSOR'] as const) : []),
    ...(body
      ? (['MALFORMED_JSON', 'BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'INVALID_BODY'] as const)
      : []),
    ...(isPublic
      ? []
      : CREDENTIAL_HEADERS.map((headers) => asUnauthenticated(entry, { headers }).code)),
    ...(security.flat().some((scheme) => scheme.startsWith('ApiKey'))
      ? (['API_KEY_EXPIRED'] as const)
      : []),
    ...(planProblem ? [planProblem.code] : []),
    ...(scope !== undefined ? (['SCOPE_REQUIRED'] as const) : []),
    ...(entry.tag === 'operator' ? (['OPERATOR_REQUIRED'] as const) : []),
    ...(security.flat().includes('AdminSession') && !['admin', 'operator'].includes(entry.tag)
      ? (['ROLE_REQUIRED'] as const)
      : []),
    ...(security.flat().includes('AdminCookie') || id === 'createBrowserSession'
      ? (['CROSS_ORIGIN_REQUEST'] as const)
      : []),
    ...(namesWorkspace && !isPublic ? (['WORKSPACE_NOT_ALLOWED'] as const) : []),
    ...(isPublic && entry.method === 'GET' ? [] : (['RATE_LIMITED'] as const)),
  ]
}
