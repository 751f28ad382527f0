import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { ContractBackend } from '../../src/contract/backend.ts'
import type { Document, OperationObject } from '../../src/contract/document.ts'
import type { Schema } from './schemas/schema.ts'

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly schema: Schema
  /** Whether a list is repeated as `name=value` for each item, or joined with commas. */
  readonly explode: boolean
}
/** An operation of a contract with its references resolved. */
export interface Operation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly parameters: readonly Parameter[]
  readonly body: Schema | undefined
  /** The security schemes, those of the first alternative first; empty for a public operation. */
  readonly schemes: readonly string[]
  readonly required_plan: string | undefined
  readonly required_scope: string | undefined
  readonly statuses: readonly number[]
  readonly object: OperationObject
}
/** The limit on a body for which the contract states none. */
export const DEFAULT_MAX_BODY_BYTES = 1024 * 1024
/** Returns the maximum size of a body of an operation, in bytes (docs/specification/http.md#body-limits). */
export const maxBodyBytes = ({ object }: Operation): number =>
  (object as { readonly 'x-max-body-bytes'?: number })['x-max-body-bytes'] ?? DEFAULT_MAX_BODY_BYTES

/** A contract as it is authored. The generated bundles, which the server loads, are under test. */
export interface Contract {
  readonly backend: ContractBackend
  readonly operations: readonly Operation[]
}

const ROOT = join(import.meta.dirname, '../..')
export const PLATFORM = 'openapi.yaml'
export const AGENT = 'a2a.openapi.yaml'

type Authored = OperationObject & {
  readonly security?: readonly Readonly<Record<string, unknown>>[]
  readonly 'x-required-plan'?: string
  readonly 'x-required-scope'?: string
}

/** Reads a contract in the root folder. */
export const readAuthored = (file: string): Document =>
  parse(readFileSync(join(ROOT, file), 'utf8'), { maxAliasCount: -1 }) as Document

/** Reads a contract. @throws Error if it is not valid OpenAPI 3.0 */
export async function readContract(file: string): Promise<Contract> {
  const document = readAuthored(file)
  const backend = await new ContractBackend(document).init()
  const defaultSecurity = (document as { readonly security?: Authored['security'] }).security ?? []
  return {
    backend,
    operations: (backend.operationObjects() as readonly Authored[]).map((object) =>
      operationOf(object, defaultSecurity),
    ),
  }
}

function operationOf(
  object: Authored,
  defaultSecurity: NonNullable<Authored['security']>,
): Operation {
  const content = object.requestBody?.content['application/json'] as
    | { readonly schema: Schema }
    | undefined
  return {
    id: object.operationId,
    method: object.method.toUpperCase(),
    path: object.path,
    parameters: (object.parameters ?? []).map((parameter) => ({
      name: parameter.name,
      in: parameter.in as Parameter['in'],
      schema: parameter.schema as Schema,
      required: (parameter as { readonly required?: boolean }).required === true,
      explode: parameter.explode ?? true,
    })),
    body: content?.schema,
    schemes: (object.security ?? defaultSecurity).flatMap((one) => Object.keys(one)),
    required_plan: object['x-required-plan'],
    required_scope: object['x-required-scope'],
    statuses: Object.keys(object.responses).map(Number),
    object,
  }
}
