import { readFileSync } from 'node:fs'
import { table } from '../../generated/platform.table.ts'
import type { TableEntry } from '../../src/contract/typed.ts'

/** The parts of the contract that tests read, with unresolved references. */
interface Reference {
  readonly $ref?: string
}
export interface Schema extends Reference {
  readonly type?: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean'
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean
  readonly items?: Schema
  readonly oneOf?: readonly Schema[]
  readonly pattern?: string
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly maxItems?: number
  readonly 'x-max-bytes'?: number
  readonly 'x-max-depth'?: number
}
export interface Parameter extends Reference {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly schema: Schema
  readonly example?: unknown
}
interface Media {
  readonly schema?: Schema
  readonly examples?: Readonly<Record<string, Reference>>
}
interface Response extends Reference {
  readonly content?: Readonly<Record<string, Media>>
}
interface OperationObject {
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> }
  readonly 'x-max-body-bytes'?: number
  readonly responses: Readonly<Record<string, Response>>
}
interface Contract {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>
  readonly components: {
    readonly examples: Readonly<Record<string, { readonly value: unknown }>>
    readonly parameters: Readonly<Record<string, Parameter>>
  }
}

const contract = JSON.parse(
  readFileSync(new URL('../../generated/platform.json', import.meta.url), 'utf8'),
) as Contract

/** Returns the target of a reference. */
export function resolve<T extends Reference>(node: T): T {
  if (node.$ref === undefined) return node
  return resolve(
    node.$ref
      .split('/')
      .slice(1)
      .reduce<unknown>((from, name) => (from as Record<string, unknown>)[name], contract) as T,
  )
}

/** All operations of the contract in order, so that a new one is tested automatically. */
export const operations: readonly TableEntry[] = Object.values(table)
/** Returns matching operations as rows of `it.each`, so that a title can contain `$id`. */
export const operationsWhere = (matches: (operation: TableEntry) => boolean) =>
  operations.filter(matches)

const objectOf = ({ path, method }: Pick<TableEntry, 'method' | 'path'>): OperationObject =>
  contract.paths[path]![method.toLowerCase()]!
export const parametersOf = (operation: TableEntry): readonly Parameter[] =>
  (objectOf(operation).parameters ?? []).map(resolve)
const bodyOf = (operation: TableEntry): Media | undefined =>
  objectOf(operation).requestBody?.content['application/json']
export const bodySchemaOf = (operation: TableEntry): Schema => resolve(bodyOf(operation)!.schema!)
/** Returns the maximum number of bytes in a body of the operation: the stated limit, or else a mebibyte. */
export const bodyLimitOf = (operation: Pick<TableEntry, 'method' | 'path'>): number =>
  objectOf(operation)['x-max-body-bytes'] ?? 1024 * 1024
export const takesBody = (operation: TableEntry): boolean => bodyOf(operation) !== undefined

/** Names of the examples of a request or a response. */
const exampleNames = (media: Media | undefined): readonly string[] =>
  Object.values(media?.examples ?? {}).map(({ $ref }) => $ref!.split('/').at(-1)!)
/** Returns the names of all examples of the request of an operation; none if it takes no body. */
export const requestExamplesOf = (operation: TableEntry): readonly string[] =>
  exampleNames(bodyOf(operation))
export const requestExampleOf = (operation: TableEntry): string | undefined =>
  exampleNames(bodyOf(operation))[0]
export const exampleNamesOfContract: readonly string[] = Object.keys(contract.components.examples)
export const exampleValue = (name: string): unknown => contract.components.examples[name]!.value

export interface ResponseExample {
  readonly operation: TableEntry
  readonly status: number
  readonly example: string
}
/** Returns the examples of those responses of an operation that match. */
const responseExamplesOf = (
  operation: TableEntry,
  matches: (status: string, response: Response) => boolean,
): readonly ResponseExample[] =>
  Object.entries(objectOf(operation).responses)
    .filter(([status, response]) => matches(status, response))
    .flatMap(([status, response]) =>
      exampleNames(resolve(response).content?.['application/json']).map((example) => ({
        operation,
        status: Number(status),
        example,
      })),
    )

/** Returns every example of a success, in the sequence of the contract's scenario. */
export function exampleStepsOf(all: readonly TableEntry[]): readonly ResponseExample[] {
  const order = Object.keys(contract.components.examples)
  return all
    .flatMap((operation) => responseExamplesOf(operation, (status) => status.startsWith('2')))
    .toSorted((a, b) => order.indexOf(a.example) - order.indexOf(b.example))
}

/** Returns the examples of the errors that an operation does not share with others. */
export const ownErrorsOf = (operation: TableEntry): readonly ResponseExample[] =>
  responseExamplesOf(operation, (status, { $ref }) => /^[45]/.test(status) && $ref === undefined)

/** Returns the success status of an operation. */
const successStatusOf = (operation: TableEntry): number =>
  Number(Object.keys(objectOf(operation).responses).find((status) => status.startsWith('2')))

/** Returns the media type of the success response of an operation without a JSON example; undefined if it has no content. */
export const typeWithoutExample = (operation: TableEntry): string | undefined =>
  Object.keys(objectOf(operation).responses[successStatusOf(operation)]!.content ?? {})[0]

export const exampleParameter = (name: string): unknown =>
  contract.components.parameters[name]!.example

/** The identifiers in the examples, which requests replace with others. */
export const exampleIds = {
  organization: String(contract.components.parameters['OrgId']!.example),
  workspace: String(contract.components.parameters['WorkspaceIdParameter']!.example),
  installation: String(contract.components.parameters['InstallationIdParameter']!.example),
  agent: String(contract.components.parameters['SvcIdParameter']!.example),
} as const
export type IdKind = keyof typeof exampleIds

const recovered = contract.components.examples['RecoverInvoiceReader']!.value as {
  readonly workspace_id: string
}
/** Other identifiers in the examples, of objects that an operation ends or changes, so that no example disturbs another. */
export const exampleAliases: readonly (readonly [text: string, kind: IdKind])[] = [
  [String(contract.components.parameters['LeftOrgId']!.example), 'organization'],
  [String(contract.components.parameters['ClosedWorkspaceId']!.example), 'workspace'],
  [recovered.workspace_id, 'workspace'],
  [String(contract.components.parameters['RetiredInstallationId']!.example), 'installation'],
  [String(contract.components.parameters['CommandedInstallationId']!.example), 'installation'],
]

/** The templates of all paths with their methods. */
export const paths: readonly { readonly path: string; readonly methods: readonly string[] }[] = [
  ...Map.groupBy(operations, ({ path }) => path),
].map(([path, group]) => ({ path, methods: group.map(({ method }) => method) }))
