import {
  OpenAPIBackend,
  OpenAPIValidator,
  type Document,
  type Operation,
  type ValidationContext,
} from 'openapi-backend'
import type { Ajv, ErrorObject, ValidateFunction } from 'ajv'
import { isGenerated, type OperationObject } from './document.ts'
import { executable } from './executable.ts'
import { contractAjv } from './vocabulary.ts'

/**
 * `first_fault` stops at the first fault of a request; `all_faults` collects all of them for the response. Faults of requests include their
 * schema, which may define a message.
 */
type Purpose = 'first_fault' | 'all_faults' | 'response'
const AJV_OPTIONS = {
  first_fault: { useDefaults: true, verbose: true },
  all_faults: { useDefaults: true, allErrors: true, verbose: true },
  response: { allErrors: true },
} as const

/**
 * The compiler of openapi-backend with one Ajv per purpose. The original one creates an Ajv for each operation and validator, which takes
 * seconds at startup, supports no string formats, and coerces parameters, although `parameters.ts` has already converted them.
 */
class ContractValidator extends OpenAPIValidator {
  readonly #ajv: Ajv

  constructor(backend: OpenAPIBackend, purpose: Purpose) {
    super({ definition: backend.definition, router: backend.router, lazyCompileValidators: true })
    this.#ajv = contractAjv(AJV_OPTIONS[purpose])
  }

  override getAjv(_context: ValidationContext): Ajv {
    return this.#ajv
  }
}

/**
 * Makes a document executable. openapi-backend dereferences it, checks it unless it is generated, and compiles its schemas; the dispatcher
 * calls the compiled validators itself, because the library's `handleRequest` walks the document and builds regular expressions for every
 * request. `bench/dispatch.ts` measures the difference.
 */
export class ContractBackend extends OpenAPIBackend {
  readonly #validators = new Map<Purpose, ContractValidator>()
  /** Whether the document is a generated one. The tests check those, so that no process has to do so when it starts. */
  readonly isGenerated: boolean

  constructor(document: Document) {
    super({
      definition: executable(document),
      strict: true,
      validate: false,
      ignoreTrailingSlashes: false,
    })
    this.isGenerated = isGenerated(document)
  }

  /** Checks the document, unless it is a generated one: the check takes a quarter of the startup time of a platform. */
  override validateDefinition(): Document {
    return this.isGenerated ? this.document : super.validateDefinition()
  }

  override async init(): Promise<this> {
    const { openapi } = this.inputDocument as Document
    if (!openapi.startsWith('3.0.'))
      throw new Error(`A contract must be written in OpenAPI 3.0, not ${openapi}`)
    await super.init()
    const operations = this.router.getOperations()
    const byId = new Map(operations.map((operation) => [operation.operationId, operation]))
    this.router.getOperations = () => operations
    this.router.getOperation = (id: string) => byId.get(id)
    return this
  }

  /** Returns the compiler for a purpose, which is created on first use. */
  compiler(purpose: Purpose): OpenAPIValidator {
    const compiler = this.#validators.get(purpose) ?? new ContractValidator(this, purpose)
    this.#validators.set(purpose, compiler)
    return compiler
  }

  operationObjects(): readonly OperationObject[] {
    return this.router.getOperations().filter(isDereferenced)
  }
}

const backends = new WeakMap<Document, Promise<ContractBackend>>()

/**
 * Returns the backend of a document. All dispatchers of one document share it, because resolving the document and compiling its validators
 * takes time. Rejects if a document that is not generated is not valid OpenAPI 3.0.
 */
export function backendOf(document: Document): Promise<ContractBackend> {
  const backend = backends.get(document) ?? new ContractBackend(document).init()
  backends.set(document, backend)
  return backend
}

/** Narrows the type of an operation. The library declares the type that it has before references are resolved. */
const isDereferenced = (operation: Operation): operation is Operation & OperationObject =>
  !(operation.parameters ?? []).some((parameter) => '$ref' in parameter)

/** Validates values against one schema. */
export interface Check {
  passes(value: unknown): boolean
  /** Returns the faults of a value that did not pass: all, or only the first one if `firstOnly` is set. */
  faults(value: unknown, firstOnly?: boolean): readonly ErrorObject[]
}

/**
 * Returns the checks of one operation's requests. Valid requests and very large ones are checked only by the validator that stops at the
 * first fault, because collecting every fault of a megabyte costs more than reading it. The validators of a generated document are compiled
 * at the operation's first request, because a process rarely serves all operations.
 */
export function requestChecks(
  backend: ContractBackend,
  operation: OperationObject,
): { parameters: Check; body: Check | undefined } {
  const check = (part: 'parameters' | 'body'): Check => {
    const compile = (purpose: Purpose) => validatorsOf(backend.compiler(purpose), operation)[part]!
    const checks = {
      /** Compiles the validator, which then takes the place of this function. */
      passes: (value: unknown): boolean => {
        checks.passes = compile('first_fault')
        return checks.passes(value)
      },
      faults: (value: unknown, firstOnly = false): readonly ErrorObject[] => {
        const validate = compile(firstOnly ? 'first_fault' : 'all_faults')
        return validate(value) ? [] : (validate.errors ?? [])
      },
    }
    if (!backend.isGenerated) checks.passes = compile('first_fault')
    return checks
  }
  return {
    parameters: check('parameters'),
    body: hasJsonBody(operation) ? check('body') : undefined,
  }
}

const hasJsonBody = ({ requestBody }: OperationObject): boolean =>
  requestBody?.content['application/json'] !== undefined

/** Returns the validators of the library by part. It lists the body's validator first, if there is one, and the parameters' last. */
function validatorsOf(compiler: OpenAPIValidator, operation: OperationObject) {
  const validators = compiler.getRequestValidatorsForOperation(operation.operationId)
  return { parameters: validators.at(-1), body: validators[0] }
}

/** Returns the validators of an operation's JSON response bodies by status. */
export function responseValidators(
  backend: ContractBackend,
  operation: OperationObject,
): Readonly<Record<string, ValidateFunction>> {
  return (
    backend
      .compiler('response')
      .buildStatusBasedResponseValidatorForOperation(operation as Operation & OperationObject) ?? {}
  )
}
