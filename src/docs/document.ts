import type { OpenApiDocument } from '../contract/published.ts'

/** A schema with unresolved references. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  readonly oneOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly nullable?: boolean
  readonly [keyword: string]: unknown
}
export interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
  readonly example?: unknown
}
export interface Example {
  readonly summary?: string
  readonly value: unknown
}
export interface Media {
  readonly schema?: Schema
  readonly examples?: Readonly<Record<string, unknown>>
}
export interface Response {
  readonly description: string
  readonly headers?: Readonly<Record<string, unknown>>
  readonly content?: Readonly<Record<string, Media>>
}
interface OperationObject {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly deprecated?: boolean
  readonly tags: readonly string[]
  readonly security?: readonly Readonly<Record<string, unknown>>[]
  readonly parameters?: readonly unknown[]
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> }
  readonly responses: Readonly<Record<string, unknown>>
  readonly 'x-required-plan'?: string
  readonly 'x-required-scope'?: string
  readonly 'x-audit-event'?: string | readonly string[]
  readonly 'x-extension'?: boolean
}

/** One operation, with the references to its parameters and responses resolved, but not those within them. */
export interface Operation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly tag: string
  readonly summary: string
  readonly description: string
  readonly deprecated: boolean
  /** Alternatives, each a list of schemes that are required together; empty if no credential is needed. */
  readonly security: readonly (readonly string[])[]
  readonly plan: string | undefined
  readonly scope: string | undefined
  readonly audit: readonly string[]
  readonly extension: boolean
  readonly parameters: readonly Parameter[]
  readonly body: Media | undefined
  readonly responses: readonly { readonly status: string; readonly response: Response }[]
}

/** A contract in the form that the pages use. */
export interface Contract {
  readonly name: 'platform' | 'agent'
  readonly title: string
  readonly version: string
  /** What the API is, and then its manual (`x-manual`), in Markdown. */
  readonly description: string
  readonly base_url: string
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly schemes: Readonly<Record<string, SecurityScheme>>
  readonly operations: readonly Operation[]
  /** Resolves a reference, and returns anything else unchanged. */
  resolve<T>(node: unknown): T
}
interface SecurityScheme {
  readonly type: string
  readonly in?: string
  readonly name?: string
  readonly scheme?: string
  readonly bearerFormat?: string
  readonly description?: string
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch']

/** Reads a published contract for its pages. */
export function readContract(name: Contract['name'], document: OpenApiDocument): Contract {
  const resolve = <T>(node: unknown): T => {
    const { $ref } = (node ?? {}) as { $ref?: string }
    if ($ref === undefined) return node as T
    return resolve(
      $ref
        .split('/')
        .slice(1)
        .reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], document),
    )
  }
  const security = document['security'] as OperationObject['security']
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item as Record<string, OperationObject>)
      .filter(([key]) => METHODS.includes(key))
      .map(([method, object]) => operationOf(path, method, object)),
  )

  function operationOf(path: string, method: string, object: OperationObject): Operation {
    const { operationId: id, summary, description, deprecated = false, tags, responses } = object
    return {
      id,
      path,
      summary,
      description,
      deprecated,
      method: method.toUpperCase(),
      tag: tags[0]!,
      security: (object.security ?? security ?? []).map((requirement) => Object.keys(requirement)),
      plan: object['x-required-plan'],
      scope: object['x-required-scope'],
      audit: [object['x-audit-event'] ?? []].flat(),
      extension: object['x-extension'] ?? false,
      parameters: (object.parameters ?? []).map((parameter) => resolve<Parameter>(parameter)),
      body: object.requestBody?.content['application/json'],
      responses: Object.entries(responses).map(([status, response]) => ({
        status,
        response: resolve<Response>(response),
      })),
    }
  }

  const { title, version, description, 'x-manual': manual } = document.info
  const { securitySchemes } = document['components'] as { securitySchemes: Contract['schemes'] }
  return {
    name,
    title,
    version,
    description: [description, manual].filter(isText).join('\n'),
    base_url: document.servers?.[0]?.url ?? '',
    tags: document['tags'] as Contract['tags'],
    schemes: securitySchemes,
    operations,
    resolve,
  }
}

const isText = (value: unknown): value is string => typeof value === 'string'

/** Returns the name of the referenced schema, or undefined if this is not a reference. */
export const nameOf = ({ $ref }: Schema): string | undefined => $ref?.split('/').at(-1)

/** Returns the examples of a request or a response, in the order of the contract. */
export const examplesOf = (
  contract: Contract,
  media: Media | undefined,
): readonly (Example & { readonly name: string })[] =>
  Object.entries(media?.examples ?? {}).map(([name, example]) => ({
    name,
    ...contract.resolve<Example>(example),
  }))
