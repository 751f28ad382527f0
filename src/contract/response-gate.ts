import type { ValidateFunction } from 'ajv'
import { responseValidators, type ContractBackend } from './backend.ts'
import type { OperationObject, ResponseObject } from './document.ts'
import { closeResponses } from './close-schemas.ts'
import { issuesOf } from './issues.ts'
import { contractAjv } from './vocabulary.ts'

/** `closed`: in tests, undeclared members are violations and violations throw. `log`: they are reported. `off`: not looked at. */
export type GateMode = 'closed' | 'log' | 'off'

/** A response as it leaves, header names in lower case. */
export interface Leaving {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Media type without parameters; undefined without content. */
  readonly type: string | undefined
  readonly text: string | Buffer | undefined
}

/** The answer that we gave and the contract does not document. */
export class ContractViolation extends Error {
  readonly operation_id: string
  readonly status: number
  readonly faults: readonly string[]

  constructor(operationId: string, status: number, faults: readonly string[]) {
    super(`${operationId} answered ${status}, but ${faults.join('; ')}`)
    this.operation_id = operationId
    this.status = status
    this.faults = faults
  }
}

/**
 * Finds what the contract does not document about a response: its status, then its media type and body, then its
 * headers. openapi-backend calls any undocumented status valid and looks at neither required headers nor missing
 * content, so those are checked here. Validators are compiled at an operation's first response.
 */
export function createResponseGate(backend: ContractBackend, mode: Exclude<GateMode, 'off'>) {
  const checks = new Map<string, (leaving: Leaving) => readonly string[]>()
  const headerAjv = contractAjv({ coerceTypes: true, allErrors: true })

  return (operation: OperationObject, leaving: Leaving): ContractViolation | undefined => {
    const check =
      checks.get(operation.operationId) ?? compileCheck(backend, mode, operation, headerAjv)
    checks.set(operation.operationId, check)
    const faults = check(leaving)
    return faults.length > 0
      ? new ContractViolation(operation.operationId, leaving.status, faults)
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

  /** Bodies of bytes that were found good: those of a document that never changes are the same in each answer. */
  const good = new WeakMap<Buffer, string>()
  const judged = (
    response: ResponseObject,
    leaving: Leaving,
    status: string,
  ): readonly string[] => {
    const { text } = leaving
    if (!Buffer.isBuffer(text)) return contentFaults(response, leaving, bodies[status])
    const kind = `${status} ${leaving.type}`
    const faults = good.get(text) === kind ? NONE : contentFaults(response, leaving, bodies[status])
    if (faults.length === 0) good.set(text, kind)
    return faults
  }

  return (leaving: Leaving): readonly string[] => {
    const status = String(leaving.status)
    const response = operation.responses[status]
    if (!response) return ['the status is not documented']
    const content = judged(response, leaving, status)
    const header = faultsOf(headers.get(status)!, { ...leaving.headers }, 'header')
    return content.length > 0 ? [...content, ...header] : header
  }
}

function contentFaults(
  { content }: ResponseObject,
  { type, text }: Leaving,
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

/** Header values are texts; the Ajv of this schema coerces its copy of them. */
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
