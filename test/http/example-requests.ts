import type { TableEntry } from '../../src/contract/typed.ts'
import { exampleAccess } from '../../src/sandbox/examples/access.ts'
import { apiKey, bearer, NO_CREDENTIAL, type Credential, type TestRequest } from './client.ts'
import {
  bodySchemaOf,
  exampleValue,
  operations,
  parametersOf,
  requestExamplesOf,
} from './contract.ts'

/** One request of the contract: an operation, and the name of the example of its body. */
export interface ExampleRequest {
  readonly operation: TableEntry
  readonly example: string | undefined
}

/**
 * The only example that no platform accepts as it stands: its proof is valid only for the platform that it names and only for ten minutes,
 * so that nobody can register an agent with a proof that was harvested elsewhere.
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

/** Values by the names of parameters or of members of a body. */
export type Values = Readonly<Record<string, string>>

/**
 * Returns the request of an example with the credential that the sandbox documents. Its values are unchanged, except for those that are
 * given.
 */
export function requestOfExample(
  { operation, example }: ExampleRequest,
  values: Values = {},
): TestRequest {
  const valuesIn = (location: string): Values =>
    Object.fromEntries(
      parametersOf(operation)
        .filter((parameter) => parameter.in === location)
        .map(({ name, example: shown }) => [name, values[name] ?? shown])
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => [name, String(value)]),
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
    ...(example !== undefined && {
      body: withValues(
        { ...(exampleValue(example) as object), ...ofBody(operation, values) },
        values,
      ),
    }),
  }
}

/** Returns the values of members that the body of an operation can have. */
const ofBody = (operation: TableEntry, values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).filter(([name]) =>
      Object.hasOwn(bodySchemaOf(operation).properties ?? {}, name),
    ),
  )

/** Replaces the members with these names, including those of nested objects. */
function withValues(body: object, values: Values): object {
  const replace = (name: string, value: unknown): unknown =>
    values[name] ?? (isObject(value) ? withValues(value, values) : value)
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, replace(name, value)]),
  )
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
