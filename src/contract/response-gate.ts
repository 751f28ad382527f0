import type { ValidateFunction } from 'ajv'
import { responseValidators, type ContractBackend } from './backend.ts'
import { closeResponses } from './close-schemas.ts'
import type { OperationObject, ResponseObject } from './document.ts'
import { issuesOf } from './issues.ts'
import { contractAjv } from './vocabulary.ts'

/**
 * `closed` (for tests): undocumented members are violations as well, and violations are thrown. `log`: violations are reported. `off`:
 * responses are not checked.
 */
export type GateMode = 'closed' | 'log' | 'off'

/** A response that is about to be sent, with header names in lower case. */
export interface OutgoingResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Media type without parameters; undefined without content. */
  readonly type: string | undefined
  readonly text: string | Buffer | undefined
}

/** A response of the server that the contract does not document. */
export class ContractViolation extends Error {
  readonly operation_id: string
  readonly status: number
  readonly faults: readonly string[]

  constructor(operationId: string, status: number, faults: readonly string[]) {
    super(`${operationId} responded with ${status}, but ${faults.join('; ')}`)
    this.operation_id = operationId
    this.status = status
    this.faults = faults
  }
}

/** Returns what a response violates, if anything. */
export type ResponseGate = (
  operation: OperationObject,
  outgoing: OutgoingResponse,
) => ContractViolation | undefined
type ActiveMode = Exclude<GateMode, 'off'>
const gates = new WeakMap<ContractBackend, Map<ActiveMode, ResponseGate>>()

/** Returns the response check for a mode. All dispatchers of one document share it, like the document's backend. */
export function responseGate(backend: ContractBackend, mode: ActiveMode): ResponseGate {
  const byMode = gates.get(backend) ?? new Map<ActiveMode, ResponseGate>()
  const gate = byMode.get(mode) ?? createResponseGate(backend, mode)
  gates.set(backend, byMode.set(mode, gate))
  return gate
}

/**
 * Creates the response check: first the status, then media type and body, then headers. openapi-backend accepts any undocumented
 * status and checks neither required headers nor missing content, so these are checked here. Validators are compiled at an operation's
 * first response.
 */
function createResponseGate(backend: ContractBackend, mode: ActiveMode): ResponseGate {
  const checks = new Map<string, (outgoing: OutgoingResponse) => readonly string[]>()
  const headerAjv = contractAjv({ coerceTypes: true, allErrors: true })

  return (operation, outgoing) => {
    const check =
      checks.get(operation.operationId) ?? compileCheck(backend, mode, operation, headerAjv)
    checks.set(operation.operationId, check)
    const faults = check(outgoing)
    return faults.length > 0
      ? new ContractViolation(operation.operationId, outgoing.status, faults)
      : undefined
  }
}

type HeaderAjv = ReturnType<typeof contractAjv>

function compileCheck(
  backend: ContractBackend,
  mode: GateMode,
  operation: OperationObject,
  headerAjv: HeaderAjv,
) {
  const bodies = responseValidators(
    backend,
    mode === 'closed' ? closeResponses(operation) : operation,
  )
  const responses = Object.entries(operation.responses)
  const headers = new Map(
    responses.map(([status, response]) => [status, headerAjv.compile(headerSchema(response))]),
  )

  /** Immutable bodies that have passed the check. They are the same in every response, so they are checked only once. */
  const accepted = new WeakMap<Buffer, string>()
  const checkContent = (
    response: ResponseObject,
    outgoing: OutgoingResponse,
    status: string,
  ): readonly string[] => {
    const { text } = outgoing
    if (!Buffer.isBuffer(text)) return contentFaults(response, outgoing, bodies[status])
    const kind = `${status} ${outgoing.type}`
    const faults =
      accepted.get(text) === kind ? NONE : contentFaults(response, outgoing, bodies[status])
    if (faults.length === 0) accepted.set(text, kind)
    return faults
  }

  return (outgoing: OutgoingResponse): readonly string[] => {
    const status = String(outgoing.status)
    const response = operation.responses[status]
    if (!response) return ['the status is not documented']
    const content = checkContent(response, outgoing, status)
    const header = faultsOf(headers.get(status)!, { ...outgoing.headers }, 'header')
    return content.length > 0 ? [...content, ...header] : header
  }
}

function contentFaults(
  { content }: ResponseObject,
  { type, text }: OutgoingResponse,
  validate: ValidateFunction | undefined,
): readonly string[] {
  if (type === undefined) return content ? ['the documented content is missing'] : NONE
  if (!content?.[type]) return [`${type} is not documented`]
  return type === 'application/json' && validate
    ? faultsOf(validate, JSON.parse(String(text)), 'body')
    : NONE
}

const NONE: readonly string[] = []

const faultsOf = (validate: ValidateFunction, value: unknown, part: string): readonly string[] =>
  validate(value)
    ? NONE
    : issuesOf(validate.errors ?? []).map(({ path, message }) => `${part} ${path} ${message}`)

/** Returns the schema of the headers. Their values are strings, which Ajv coerces in a copy. */
function headerSchema({ headers = {} }: ResponseObject) {
  const declared = Object.entries(headers).map(
    ([name, header]) => [name.toLowerCase(), header] as const,
  )
  return {
    type: 'object',
    properties: Object.fromEntries(declared.map(([name, { schema }]) => [name, schema ?? {}])),
    required: declared.filter(([, { required }]) => required).map(([name]) => name),
  }
}
