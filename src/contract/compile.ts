import { compileBody, type BodyReader } from './body.ts'
import { requestChecks, type ContractBackend } from './backend.ts'
import type { OperationObject } from './document.ts'
import type { AnyOptions } from './hooks.ts'
import { compileParameters, type ParameterReader } from './parameters.ts'
import type { TableEntry } from './typed.ts'

/** One operation, ready to run. */
export interface Operation {
  readonly entry: TableEntry
  readonly object: OperationObject
  readonly parameters: ParameterReader
  readonly body: BodyReader | undefined
  handler(call: object, services: unknown): Promise<unknown>
}

/** Combines the document, the table and the hooks for each operation. Throws if they are inconsistent. */
export function compileOperations(
  backend: ContractBackend,
  options: AnyOptions,
): readonly Operation[] {
  const objects = backend.operationObjects()
  const known = new Set(objects.map(({ operationId }) => operationId))
  const stale = Object.keys(options.table).filter((id) => !known.has(id))
  if (stale.length > 0)
    throw new Error(
      `The operation table contains operations that the contract lacks: ${stale.join(', ')}. Run \`npm run generate\`.`,
    )
  return objects.map((object) => compileOperation(backend, options, object))
}

function compileOperation(
  backend: ContractBackend,
  options: AnyOptions,
  object: OperationObject,
): Operation {
  const id = object.operationId
  const entry = options.table[id]
  const handler = options.handlers[id]
  if (!entry) throw new Error(`The operation table lacks ${id}. Run \`npm run generate\`.`)
  if (!handler) throw new Error(`${id} has no handler`)
  const unknown = entry.security.flat().find((scheme) => !options.authenticators[scheme])
  if (unknown) throw new Error(`${id}: security scheme ${unknown} has no authenticator`)

  const checks = requestChecks(backend, object)
  const parameters = compileParameters(object, checks.parameters)
  const body = compileBody(object, checks.body, allowsAnonymous(entry))
  return { entry, object, parameters, body, handler }
}

/** Returns whether an operation can be called without any credential in a header. */
const allowsAnonymous = ({ security }: TableEntry): boolean =>
  security.length === 0 || security.some((schemes) => schemes.length === 0)
