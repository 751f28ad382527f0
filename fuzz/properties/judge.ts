import { outgoingResponse } from '../../src/contract/response.ts'
import { createResponseGate } from '../../src/contract/response-gate.ts'
import type { Got, Sent } from '../../test/http/client.ts'
import type { Contract, Operation } from './contract.ts'

const SECRET = /\b(?:skt|srt|srf|adm|sess|sk_live)_[A-Za-z0-9_-]{20,}/
/** Credentials as they may stand in a request: a refusal repeats none of them, whatever it looks like. */
const credentialsIn = (headers: Sent['headers'] = {}): readonly string[] =>
  ['X-API-Key', 'Authorization', 'Cookie']
    .flatMap((name) => headers[name] ?? [])
    .flatMap((text) => text.replace(/^(Bearer |svc_session=)/, ''))
    .filter((text) => text.length >= 8)

/** What these show are the credentials of the contract's examples, which open nothing. */
const CONTRACTS: ReadonlySet<string> = new Set(['getContractJson', 'getContractYaml'])

/** Tells what is wrong with any answer, whatever was asked: nothing is what every answer has to show. */
export type Judge = (operation: Operation, sent: Sent, got: Got) => readonly string[]

/**
 * Made from the contract as it is written: status, media type, headers and body of every answer are documented, members that
 * are not among them included; errors carry their code and id; no secret is in an error or in what is only read.
 */
export function judgeOf({ backend }: Contract): Judge {
  const gate = createResponseGate(backend, 'closed')
  return (operation, sent, got) => {
    // An agent says so when its skill failed; the platform has no such answer.
    if (got.status >= 500 && got.body?.error?.code !== 'execution_error')
      return [`answers ${got.status}`]
    const isHead = sent.method === 'HEAD'
    const documented = isHead
      ? []
      : (gate(operation.object, outgoingResponse(answerOf(got)))?.faults ?? [])
    return [
      ...documented,
      ...(isHead && got.text !== '' ? ['an answer to HEAD has a body'] : []),
      ...(got.status >= 400 && !isHead ? errorFaults(got) : []),
      ...(CONTRACTS.has(operation.id) ? [] : secretFaults(sent, got)),
      ...twoNames(got),
    ]
  }
}

/** Node gives this one header as a list, however many there are. */
function answerOf({
  status,
  headers: { 'set-cookie': cookies, ...headers },
  text,
}: Got): Parameters<typeof outgoingResponse>[0] {
  const told = { ...headers, ...(cookies && { 'set-cookie': cookies.join(', ') }) } as Record<
    string,
    string
  >
  return { status, headers: told, body: headers['content-type'] === undefined ? undefined : text }
}

/** What a refusal outside every operation has to show too: 404 and 405 of the router. */
export function errorFaults({ body, headers }: Got): readonly string[] {
  if (body?.jsonrpc !== undefined || body?.task_id !== undefined) return []
  const { code, message, request_id } = body ?? {}
  return [
    ...(typeof code === 'string' && /^[A-Z][A-Z0-9_]*$/.test(code)
      ? []
      : ['an error without its code']),
    ...(typeof message === 'string' && message.length > 5 ? [] : ['an error without a message']),
    ...(typeof request_id === 'string' && request_id === headers['x-request-id']
      ? []
      : ['an error without its request_id']),
  ]
}

export function secretFaults({ method, headers }: Sent, { status, text }: Got): readonly string[] {
  if (method !== 'GET' && status < 400) return []
  const repeated =
    status >= 400 && credentialsIn(headers).some((credential) => text.includes(credential))
  return SECRET.test(text) || repeated ? ['a secret is shown'] : []
}

const twoNames = ({ status, body }: Got): readonly string[] =>
  status === 200 &&
  body &&
  typeof body === 'object' &&
  'output' in body &&
  JSON.stringify(body.result) !== JSON.stringify(body.output)
    ? ['result and output differ']
    : []
