import {
  OpenAPIBackend,
  OpenAPIValidator,
  type Document,
  type Operation,
  type ValidationContext,
} from 'openapi-backend'
import type { Ajv, ErrorObject, ValidateFunction } from 'ajv'
import type { OperationObject } from './document.ts'
import { executable } from './executable.ts'
import { contractAjv } from './vocabulary.ts'

/** `judge` stops at the first fault, `explain` collects them for the answer. Faults of requests carry their schema, which may say more. */
type Purpose = 'judge' | 'explain' | 'response'
const AJV_OF = {
  judge: { useDefaults: true, verbose: true },
  explain: { useDefaults: true, allErrors: true, verbose: true },
  response: { allErrors: true },
} as const

/**
 * openapi-backend's compiler with one Ajv per purpose. The stock one builds an Ajv per operation and validator (seconds
 * at start), knows no string formats, and coerces parameters, which are typed here before validation.
 */
class ContractValidator extends OpenAPIValidator {
  readonly #ajv: Ajv

  constructor(backend: OpenAPIBackend, purpose: Purpose) {
    super({ definition: backend.definition, router: backend.router, lazyCompileValidators: true })
    this.#ajv = contractAjv(AJV_OF[purpose])
  }

  override getAjv(_context: ValidationContext): Ajv {
    return this.#ajv
  }
}

/**
 * A document made executable. openapi-backend checks it strictly, dereferences it and compiles its schemas; the
 * dispatcher then calls the compiled validators itself, because the stock `handleRequest` walks the document and
 * builds regular expressions for every request. `bench/dispatch.ts` measures the difference.
 */
export class ContractBackend extends OpenAPIBackend {
  readonly #validators = new Map<Purpose, ContractValidator>()

  constructor(document: Document) {
    super({
      definition: executable(document),
      strict: true,
      validate: false,
      ignoreTrailingSlashes: false,
    })
  }

  override async init(): Promise<this> {
    const { openapi } = this.inputDocument as Document
    if (!openapi.startsWith('3.0.'))
      throw new Error(`A contract is written in OpenAPI 3.0, not ${openapi}`)
    await super.init()
    const operations = this.router.getOperations()
    const byId = new Map(operations.map((operation) => [operation.operationId, operation]))
    this.router.getOperations = () => operations
    this.router.getOperation = (id: string) => byId.get(id)
    return this
  }

  /** The compiler of a purpose, made when it is first needed. */
  compiler(purpose: Purpose): OpenAPIValidator {
    const known = this.#validators.get(purpose) ?? new ContractValidator(this, purpose)
    this.#validators.set(purpose, known)
    return known
  }

  operationObjects(): readonly OperationObject[] {
    return this.router.getOperations() as unknown as readonly OperationObject[]
  }
}

/** Tells whether a value passes, and if not, why. */
export interface Check {
  passes(value: unknown): boolean
  /** Every fault of a value that did not pass; only the first one when `briefly`. */
  faults(value: unknown, briefly?: boolean): readonly ErrorObject[]
}

/**
 * The validators of one operation's requests. A happy request meets only the one that stops at the first fault, and so
 * does a huge one: collecting every fault of a megabyte costs more than reading it.
 */
export function requestChecks(
  backend: ContractBackend,
  operation: OperationObject,
): { parameters: Check; body: Check | undefined } {
  const judges = validatorsOf(backend.compiler('judge'), operation)
  const check = (part: 'parameters' | 'body', judge: ValidateFunction): Check => ({
    passes: (value) => judge(value),
    faults: (value, briefly = false) => {
      const explain = briefly ? judge : validatorsOf(backend.compiler('explain'), operation)[part]!
      return explain(value) ? [] : (explain.errors ?? [])
    },
  })
  return {
    parameters: check('parameters', judges.parameters),
    body: judges.body && check('body', judges.body),
  }
}

/** openapi-backend lists the body's validator first, when there is one, and the parameters' last. */
function validatorsOf(compiler: OpenAPIValidator, operation: OperationObject) {
  const validators = compiler.getRequestValidatorsForOperation(operation.operationId)
  return {
    parameters: validators.at(-1)!,
    body: operation.requestBody && validators.length > 1 ? validators[0]! : undefined,
  }
}

/** Validators of an operation's JSON response bodies by status. */
export function responseValidators(
  backend: ContractBackend,
  operation: OperationObject,
): Readonly<Record<string, ValidateFunction>> {
  return (
    backend
      .compiler('response')
      .buildStatusBasedResponseValidatorForOperation(operation as unknown as Operation) ?? {}
  )
}
