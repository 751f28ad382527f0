import { ContractBackend } from '../../../src/contract/backend.ts'
import { readDocument } from '../../../src/contract/document.ts'
import { responseGate } from '../../../src/contract/response-gate.ts'

const document = readDocument(new URL('../../../generated/agent.json', import.meta.url))
const backend = await new ContractBackend(document).init()
const gate = responseGate(backend, 'closed')

/** The headers that every response may have, which the contract does not list for each. */
const COMMON_HEADERS = [
  'cache-control',
  'connection',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'transfer-encoding',
  'x-content-type-options',
]

/** Returns how a response, including its signature, deviates from the contract; undefined if it conforms. */
export function violationOf(
  method: string,
  path: string,
  status: number,
  headers: Readonly<Record<string, string>>,
  text: string,
): Error | undefined {
  const operation = backend
    .operationObjects()
    .find((known) => known.method === method.toLowerCase() && known.path === path)
  // The server itself refuses unknown paths and methods.
  if (!operation) return undefined
  const documented = Object.keys(operation.responses[String(status)]?.headers ?? {}).map((name) =>
    name.toLowerCase(),
  )
  const others = Object.keys(headers).filter(
    (name) => ![...COMMON_HEADERS, ...documented].includes(name),
  )
  if (others.length > 0)
    return new Error(`${operation.operationId} ${status} does not document ${others.join(', ')}`)
  return gate(operation, {
    status,
    headers,
    type: headers['content-type']?.split(';', 1)[0],
    text: text === '' ? undefined : text,
  })
}
