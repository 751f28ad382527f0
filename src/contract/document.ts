import { readFileSync } from 'node:fs'
import type { Document } from 'openapi-backend'

export type { Document } from 'openapi-backend'

/** The parts of a dereferenced OpenAPI 3.0.3 document that the server uses. */
export interface Schema {
  readonly type?: string
  readonly items?: Schema
  readonly default?: unknown
  readonly [keyword: string]: unknown
}
export interface ParameterObject {
  readonly name: string
  readonly in: string
  readonly schema?: Schema
  /** The default of a parameter whose schema is shared with others. */
  readonly 'x-default'?: unknown
  readonly style?: string
  readonly explode?: boolean
}
interface HeaderObject {
  readonly required?: boolean
  readonly schema?: Schema
}
export interface ResponseObject {
  readonly headers?: Readonly<Record<string, HeaderObject>>
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>
}
export interface OperationObject {
  readonly operationId: string
  readonly method: string
  readonly path: string
  readonly parameters: readonly ParameterObject[]
  /** Maximum bytes of a body; larger ones get 413. */
  readonly 'x-max-body-bytes'?: number
  readonly requestBody?: {
    readonly required?: boolean
    readonly content: Readonly<Record<string, unknown>>
  }
  readonly responses: Readonly<Record<string, ResponseObject>>
}

/** Members that hold data, which may look like parts of a document. */
export const DATA_MEMBERS: ReadonlySet<string> = new Set([
  'example',
  'examples',
  'default',
  'x-default',
  'x-stated-default',
  'enum',
  'x-request-body',
  'x-request-headers',
])

/** Returns an object with the same names, such as the responses of an operation by status, and changed values. */
export const mapValues = <From, To>(
  object: Readonly<Record<string, From>>,
  change: (value: From) => To,
): Readonly<Record<string, To>> =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]))

const generated = new WeakSet<Document>()

/** Reads a document that the generator has written, such as `generated/platform.json`. */
export function readDocument(file: string | URL): Document {
  const document = JSON.parse(readFileSync(file, 'utf8')) as Document
  generated.add(document)
  return document
}

/** Returns whether a document was read by `readDocument`. The tests check that the generated documents are valid OpenAPI and compile. */
export const isGenerated = (document: Document): boolean => generated.has(document)
