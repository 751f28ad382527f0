import { ContractBackend } from '../../../src/contract/backend.ts'
import { readDocument } from '../../../src/contract/document.ts'
import { responseGate } from '../../../src/contract/response-gate.ts'

const document = readDocument(new URL('../../../generated/agent.json', import.meta.url))
const backend = await new ContractBackend(document).init()
const gate = responseGate(backend, 'closed')

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
  return gate(operation, {
    status,
    headers,
    type: headers['content-type']?.split(';', 1)[0],
    text: text === '' ? undefined : text,
  })
}
