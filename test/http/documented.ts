import { createContracts } from '../../src/contracts.ts'
import { compileRoutes } from '../../src/contract/router.ts'
import { problemCodesOf } from '../../src/docs/codes.ts'
import { readContract } from '../../src/docs/document.ts'
import { problems, type ProblemCode } from '../../src/problems/problems.ts'
import type { TestResponse, TestRequest } from './client.ts'

const contract = readContract(
  'platform',
  createContracts('http://registry.example/api/v1')('platform', '3.0').document,
)
const routes = compileRoutes(
  contract.operations.map((operation) => ({
    method: operation.method,
    path: operation.path,
    target: {
      id: operation.id,
      codes: new Set<string>(problemCodesOf(operation).map(({ code }) => code)),
      headers: new Map(
        operation.responses.map(({ status, response }) => [
          Number(status),
          Object.keys(response.headers ?? {}).map((name) => name.toLowerCase()),
        ]),
      ),
    },
  })),
)

/** Expects that the documentation pages list the problem code of a response for its operation. */
export function expectDocumentedCode(
  { method, path }: TestRequest,
  { status, body }: TestResponse,
): void {
  const code = (body as { code?: unknown } | undefined)?.code
  const match = routes(method, path.split('?')[0]!)
  if (status < 400 || typeof code !== 'string' || match.kind !== 'matched') return
  if (problems[code as ProblemCode]?.status === status && match.target.codes.has(code)) return
  throw new Error(
    `${match.target.id} responded with ${status} ${code}, which the documentation does not list`,
  )
}

/** The headers that any response may have without being documented (docs/specification/http.md#caching), and those of the connection. */
const GENERAL_HEADERS: readonly string[] = [
  'cache-control',
  'connection',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'transfer-encoding',
  'x-content-type-options',
]

/** Expects that the contract documents every header of a response (docs/specification/http.md#i-27). */
export function expectDocumentedHeaders(
  { method, path }: TestRequest,
  { status, headers }: TestResponse,
): void {
  const match = routes(method, path.split('?')[0]!)
  const documented = match.kind === 'matched' ? match.target.headers.get(status) : undefined
  if (match.kind !== 'matched' || !documented) return
  const unknown = Object.keys(headers).filter(
    (name) => !documented.includes(name) && !GENERAL_HEADERS.includes(name),
  )
  if (unknown.length > 0)
    throw new Error(
      `${match.target.id} responded with ${status} and ${unknown.join(', ')}, which the contract does not document`,
    )
}
