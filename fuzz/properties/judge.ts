import { outgoingResponse } from '../../src/contract/response.ts'
import { responseGate } from '../../src/contract/response-gate.ts'
import type { TestResponse, TestRequest } from '../../test/http/client.ts'
import type { Contract, Operation } from './contract.ts'

const SECRET = /\b(?:skt|srt|srf|adm|sess|sk_live)_[A-Za-z0-9_-]{20,}/
/** Returns the credentials in the headers of a request. No error may repeat one. */
const credentialsIn = (headers: TestRequest['headers'] = {}): readonly string[] =>
  ['X-API-Key', 'Authorization', 'Cookie']
    .flatMap((name) => headers[name] ?? [])
    .flatMap((text) => text.replace(/^(Bearer |svc_session=)/, ''))
    .filter((text) => text.length >= 8)

/** The responses of these operations contain the credentials of the contract's examples, which are not valid. */
const CONTRACTS: ReadonlySet<string> = new Set(['getContractJson', 'getContractYaml'])

/** Returns a short description of each fault of a response. */
export type Judge = (
  operation: Operation,
  sent: TestRequest,
  got: TestResponse,
) => readonly string[]

/**
 * Creates a judge for a contract: status, media type, headers and body of a response must be documented, without additional members;
 * errors must have a code and a request id; and neither errors nor responses to GET may contain a secret.
 */
export function judgeOf({ backend }: Contract): Judge {
  const gate = responseGate(backend, 'closed')
  return (operation, sent, got) => {
    // An agent reports a failed skill with this code; the platform has no such response.
    if (got.status >= 500 && got.body?.error?.code !== 'execution_error')
      return [`responds with ${got.status}`]
    const isHead = sent.method === 'HEAD'
    const documented = isHead
      ? []
      : (gate(operation.object, outgoingResponse(contractResponse(got)))?.faults ?? [])
    return [
      ...documented,
      ...(isHead && got.text !== '' ? ['a response to HEAD has a body'] : []),
      ...(got.status >= 400 && !isHead ? errorFaults(got) : []),
      ...(CONTRACTS.has(operation.id) ? [] : secretFaults(sent, got)),
      ...resultFaults(got),
    ]
  }
}

/** Converts a response for the gate. Node returns set-cookie as a list, even if there is only one. */
function contractResponse({
  status,
  headers: { 'set-cookie': cookies, ...headers },
  text,
}: TestResponse): Parameters<typeof outgoingResponse>[0] {
  const joined = { ...headers, ...(cookies && { 'set-cookie': cookies.join(', ') }) } as Record<
    string,
    string
  >
  return { status, headers: joined, body: headers['content-type'] === undefined ? undefined : text }
}

/** Returns what an error lacks. It also applies to the 404 and 405 of the router, which belong to no operation. */
export function errorFaults({ body, headers }: TestResponse): readonly string[] {
  if (body?.jsonrpc !== undefined || body?.task_id !== undefined) return []
  const { code, message, request_id } = body ?? {}
  return [
    ...(typeof code === 'string' && /^[A-Z][A-Z0-9_]*$/.test(code)
      ? []
      : ['an error without a code']),
    ...(typeof message === 'string' && message.length > 5 ? [] : ['an error without a message']),
    ...(typeof request_id === 'string' && request_id === headers['x-request-id']
      ? []
      : ['an error without a request_id']),
  ]
}

export function secretFaults(
  { method, headers }: TestRequest,
  { status, text }: TestResponse,
): readonly string[] {
  if (method !== 'GET' && status < 400) return []
  const repeated =
    status >= 400 && credentialsIn(headers).some((credential) => text.includes(credential))
  return SECRET.test(text) || repeated ? ['a secret is shown'] : []
}

const resultFaults = ({ status, body }: TestResponse): readonly string[] =>
  status === 200 &&
  body &&
  typeof body === 'object' &&
  'output' in body &&
  JSON.stringify(body.result) !== JSON.stringify(body.output)
    ? ['result and output differ']
    : []
