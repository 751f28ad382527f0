import type { TableEntry } from '../../src/contract/typed.ts'
import { exampleAccess } from '../../src/sandbox/examples/access.ts'
import { apiKey, bearer, NO_CREDENTIAL, type Credential, type TestRequest } from './client.ts'
import { exampleValue, operations, parametersOf, requestExamplesOf } from './contract.ts'

/** One request of the contract: an operation, and the name of the example of its body. */
export interface ExampleRequest {
  readonly operation: TableEntry
  readonly example: string | undefined
}

/**
 * The only example that no platform accepts as it stands: its proof is signed for the platform that it names and for ten minutes, so that
 * nobody can register an agent with a proof that was harvested elsewhere.
 */
const SIGNED = 'RegisterInvoiceReader'

/** All requests of the contract, in its order. The end of the session comes last, because others need the session. */
export const exampleRequests: readonly ExampleRequest[] = operations
  .toSorted((a, b) => Number(a.id === 'endAdminSession') - Number(b.id === 'endAdminSession'))
  .flatMap((operation) => {
    const examples = requestExamplesOf(operation).filter((name) => name !== SIGNED)
    return (examples.length === 0 ? [undefined] : examples).map((example) => ({
      operation,
      example,
    }))
  })

const access = exampleAccess()

function credentialOf({ security, tag }: TableEntry): Credential {
  if (tag === 'operator') return bearer(access.operator_token)
  switch (security[0]?.[0]) {
    case 'ApiKey':
      return apiKey(access.api_key)
    case 'ApiKeyBearer':
      return bearer(access.api_key)
    case 'AdminSession':
      return bearer(access.session_token)
    case 'RuntimeToken':
      return bearer(access.runtime_token)
    case undefined:
    default:
      return NO_CREDENTIAL
  }
}

/** Returns the request of an example, with its values unchanged and the credential that the sandbox documents. */
export function requestOfExample({ operation, example }: ExampleRequest): TestRequest {
  const valuesIn = (place: string): Readonly<Record<string, string>> =>
    Object.fromEntries(
      parametersOf(operation)
        .filter((parameter) => parameter.in === place && parameter.example !== undefined)
        .map(({ name, example: value }) => [name, String(value)]),
    )
  const inPath = valuesIn('path')
  const query = new URLSearchParams(valuesIn('query')).toString()
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(inPath[name]!),
  )
  return {
    method: operation.method,
    path: path + (query && `?${query}`),
    headers: { ...valuesIn('header'), ...credentialOf(operation) },
    ...(example !== undefined && { body: exampleValue(example) }),
  }
}
