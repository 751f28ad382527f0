import type { Table, TableEntry } from '../src/contract/typed.ts'

interface AuthoredParameter {
  readonly $ref?: string
  readonly name?: string
  readonly in?: string
  readonly schema?: { readonly $ref?: string; readonly default?: unknown }
  readonly 'x-default'?: unknown
}
interface AuthoredOperation {
  readonly operationId?: string
  readonly tags?: readonly string[]
  readonly security?: readonly Readonly<Record<string, unknown>>[]
  readonly parameters?: readonly AuthoredParameter[]
  readonly 'x-required-plan'?: string
  readonly 'x-required-scope'?: string
  readonly 'x-audit-event'?: string | readonly string[]
  readonly 'x-extension'?: boolean
}
type PathItem = { readonly parameters?: readonly AuthoredParameter[] } & Readonly<
  Record<string, unknown>
>
/** An OpenAPI 3.0.3 document with its references unresolved. */
export interface AuthoredDocument {
  readonly paths: Readonly<Record<string, PathItem>>
  readonly security?: readonly Readonly<Record<string, unknown>>[]
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch', 'trace', 'head', 'options']

/** Returns the properties of operations other than schemas, by operationId, in the order of the document. */
export function tableOf(document: AuthoredDocument): Table {
  const entries = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item)
      .filter((key) => METHODS.includes(key))
      .map((method) => entryOf(document, path, item, method)),
  )
  const table = Object.fromEntries(entries.map((entry) => [entry.id, entry]))
  if (Object.keys(table).length < entries.length)
    throw new Error('Two operations have the same operationId')
  return table
}

function entryOf(
  document: AuthoredDocument,
  path: string,
  item: PathItem,
  method: string,
): TableEntry {
  const operation = item[method] as AuthoredOperation
  if (!operation.operationId) throw new Error(`${method} ${path} has no operationId`)
  const parameters = [...(operation.parameters ?? []), ...(item.parameters ?? [])].map(
    (parameter) => resolve(document, parameter),
  )
  return {
    id: operation.operationId,
    method: method.toUpperCase(),
    path,
    tag: operation.tags?.[0] ?? '',
    security: (operation.security ?? document.security ?? []).map((requirement) =>
      Object.keys(requirement),
    ),
    requiredPlan: operation['x-required-plan'] ?? null,
    requiredScope: operation['x-required-scope'] ?? null,
    auditEvents: [operation['x-audit-event'] ?? []].flat(),
    extension: operation['x-extension'] ?? false,
    defaults: parameters
      .filter((parameter) => hasDefault(document, parameter))
      .map(({ name }) => name ?? ''),
  }
}

const hasDefault = (
  document: AuthoredDocument,
  { in: place, schema, 'x-default': defaultValue }: AuthoredParameter,
): boolean =>
  place === 'query' &&
  schema !== undefined &&
  (defaultValue ?? resolve(document, schema).default) !== undefined

/** Resolves references inside the document, such as `#/components/parameters/Limit`. */
function resolve<T extends { readonly $ref?: string }>(document: AuthoredDocument, node: T): T {
  if (node.$ref === undefined) return node
  const target = node.$ref
    .split('/')
    .slice(1)
    .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], document)
  if (target === undefined) throw new Error(`${node.$ref} does not exist`)
  return resolve(document, target as T)
}
