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
