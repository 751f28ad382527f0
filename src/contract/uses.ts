import { DATA_MEMBERS, mapValues } from './document.ts'
import type { OpenApiDocument } from './published.ts'

/** What a tool reads a contract for (docs/specification/http.md#documents-for-tools). */
export type ContractUse = 'sdk' | 'fuzzing' | 'validation'

interface Schema {
  readonly properties?: Readonly<Record<string, unknown>>
  readonly not?: object
}
type Schemas = Readonly<Record<string, Schema>>
type Responses = Readonly<Record<string, { readonly content?: object }>>
type PathItem = Readonly<Record<string, { readonly responses?: Responses }>>
type JsonObject = Readonly<Record<string, unknown>>

const REFERENCE = '#/components/schemas/'
/** The schema of all errors, and the one that extends it. */
const PROBLEM = 'Problem'
const PLAN_PROBLEM = 'PlanLimitProblem'

const withoutManual = (document: OpenApiDocument): OpenApiDocument => {
  const { 'x-manual': _, ...info } = document.info
  return { ...document, info }
}

/**
 * Gives plan errors the schema of all other errors, with their own members as optional ones, because progenitor supports only one error
 * type per operation.
 */
function withOneProblem(document: OpenApiDocument): OpenApiDocument {
  const components = document['components'] as { readonly schemas: Schemas }
  const { [PLAN_PROBLEM]: plan, ...schemas } = components.schemas
  const problem = schemas[PROBLEM]
  if (!plan || !problem) return document
  const merged = { ...problem, properties: { ...plan.properties, ...problem.properties } }
  const text = JSON.stringify({
    ...document,
    components: { ...components, schemas: { ...schemas, [PROBLEM]: merged } },
  })
  return JSON.parse(
    text.replaceAll(`"${REFERENCE}${PLAN_PROBLEM}"`, `"${REFERENCE}${PROBLEM}"`),
  ) as OpenApiDocument
}

/**
 * Removes operations with a successful response that is not available as JSON, which openapi-python-client does not support; each has a
 * sibling that returns JSON.
 */
function onlyJson(document: OpenApiDocument): OpenApiDocument {
  const items = Object.entries(document.paths as Readonly<Record<string, PathItem>>).map(
    ([path, item]) =>
      [
        path,
        Object.fromEntries(
          Object.entries(item).filter(([, { responses }]) => returnsJson(responses)),
        ),
      ] as const,
  )
  const paths = Object.fromEntries(items.filter(([, item]) => Object.keys(item).length > 0))
  return { ...document, paths }
}

const returnsJson = (responses: Responses = {}): boolean =>
  Object.entries(responses).every(
    ([status, { content }]) =>
      !status.startsWith('2') || content === undefined || 'application/json' in content,
  )

/**
 * Removes `format: date-time` from request headers, because openapi-python-client drops operations with such a parameter. The values stay
 * the same.
 */
const withTextHeaders = (document: OpenApiDocument): OpenApiDocument =>
  rewritten(document, (part) => {
    const schema = part['schema'] as { readonly format?: string } | undefined
    if (part['in'] !== 'header' || schema?.format !== 'date-time') return part
    const { format: _, ...text } = schema
    return { ...part, schema: text }
  })

/** Formats whose values generators represent by a type of their own instead of a string. */
const TYPED_FORMATS: ReadonlySet<unknown> = new Set(['date', 'date-time', 'uuid'])

/**
 * Removes `maxLength` and `pattern` from dates and UUIDs, whose format implies them: aiopenapi3 applies them to the parsed value and then
 * refuses every response that has one, and TypeSpec does not compile them.
 */
const withoutTypedLimits = (document: OpenApiDocument): OpenApiDocument =>
  rewritten(document, (part) => {
    if (part['type'] !== 'string' || !TYPED_FORMATS.has(part['format'])) return part
    const { maxLength: _, pattern: __, ...typed } = part
    return typed
  })

/**
 * Removes streams of events where clients get JSON unless they ask for a stream, because ogen generates code that does not compile for
 * them.
 */
const withoutStreams = (document: OpenApiDocument): OpenApiDocument =>
  rewritten(document, (part) => {
    const content = part['content'] as Readonly<Record<string, unknown>> | undefined
    if (!content?.['application/json'] || !content['text/event-stream']) return part
    const { 'text/event-stream': _, ...others } = content
    return { ...part, content: others }
  })

const withoutLinks = (document: OpenApiDocument): OpenApiDocument =>
  rewritten(document, ({ links: _, ...others }) => others)

const withoutExamples = (document: OpenApiDocument): OpenApiDocument =>
  rewritten(document, ({ examples: _, example: __, ...others }) => others)

/**
 * Marks query parameters as allowed to contain reserved characters. Without the mark, express-openapi-validator, which reads the query
 * before it is decoded, refuses the `+` that clients send for a space, and unencoded colons, which are all valid in a query.
 */
const withReservedCharacters = (document: OpenApiDocument): OpenApiDocument =>
  rewritten(document, (part) =>
    part['in'] === 'query' && 'schema' in part ? { ...part, allowReserved: true } : part,
  )

/**
 * Gives parameters schemas without `not`, because kin-openapi, which validates requests for servers in Go, cannot decode a parameter with
 * one. The schemas of bodies keep it.
 */
function withDecodableParameters(document: OpenApiDocument): OpenApiDocument {
  const { schemas = {} } = (document['components'] ?? {}) as { readonly schemas?: Schemas }
  return rewritten(document, (part) => {
    if (!('in' in part) || !('schema' in part)) return part
    const { $ref } = part['schema'] as { readonly $ref?: string }
    const schema = schemas[$ref?.slice(REFERENCE.length) ?? '']
    if (schema?.not === undefined) return part
    const { not: _, ...others } = schema
    return { ...part, schema: others }
  })
}

/** The members of a link that hold its body and its headers: a tool that only reads OpenAPI's own members ignores them. */
const LINK_BODY = 'x-request-body'
const LINK_HEADERS = 'x-request-headers'

function withCompleteLinks(document: OpenApiDocument): OpenApiDocument {
  return rewritten(
    document,
    ({ [LINK_BODY]: requestBody, [LINK_HEADERS]: headers, ...others }) => ({
      ...others,
      ...(requestBody !== undefined && { requestBody }),
      ...(headers !== undefined && {
        parameters: { ...(others['parameters'] as object), ...inHeader(headers as JsonObject) },
      }),
    }),
  )
}

const inHeader = (headers: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(headers).map(([name, expression]) => [`header.${name}`, expression]),
  )

interface WithExamples {
  readonly examples?: Readonly<Record<string, object & { readonly $ref?: string }>>
}
interface WithContent {
  readonly content?: Readonly<Record<string, WithExamples>>
}
interface OperationWithExamples {
  readonly requestBody?: WithContent
  readonly responses?: Readonly<Record<string, WithContent>>
}
const EXAMPLE_REFERENCE = '#/components/examples/'

/**
 * Inlines the examples of bodies, because many tools do not resolve references to examples, and Schemathesis resolves only those of
 * requests. It sends the examples of requests, which name existing objects, and learns existing identifiers from the examples of responses.
 */
export function inlineExamples(document: OpenApiDocument): OpenApiDocument {
  const components = (document['components'] ?? {}) as {
    readonly examples?: Readonly<Record<string, object>>
    readonly responses?: Readonly<Record<string, WithContent>>
  }
  const { examples = {}, responses: shared } = components
  const inMedia = ({ examples: named, ...media }: WithExamples): WithExamples => ({
    ...media,
    ...(named && {
      examples: mapValues(named, (example) =>
        example.$ref === undefined
          ? example
          : (examples[example.$ref.slice(EXAMPLE_REFERENCE.length)] ?? example),
      ),
    }),
  })
  const inPart = <Part extends WithContent>(part: Part): Part =>
    part.content === undefined ? part : { ...part, content: mapValues(part.content, inMedia) }
  const items = document.paths as Readonly<
    Record<string, Readonly<Record<string, OperationWithExamples>>>
  >
  const paths = mapValues(items, (item) =>
    mapValues(item, ({ requestBody, responses, ...operation }) => ({
      ...operation,
      ...(requestBody && { requestBody: inPart(requestBody) }),
      ...(responses && { responses: mapValues(responses, inPart) }),
    })),
  )
  const inComponents = { ...components, ...(shared && { responses: mapValues(shared, inPart) }) }
  return { ...document, paths, components: inComponents }
}

/** Members whose own members have names that the author chose, such as the properties of a schema. */
const NAMED: ReadonlySet<string> = new Set([
  'paths',
  'properties',
  'responses',
  'headers',
  'content',
  'schemas',
  'parameters',
  'links',
])

/** Rewrites each object of a document that is neither data nor a map of names. */
function rewritten(
  document: OpenApiDocument,
  change: (part: JsonObject) => JsonObject,
): OpenApiDocument {
  const visit = (value: unknown, isMap: boolean): unknown => {
    if (Array.isArray(value)) return value.map((item) => visit(item, false))
    if (typeof value !== 'object' || value === null) return value
    const part = isMap ? (value as JsonObject) : change(value as JsonObject)
    return Object.fromEntries(
      Object.entries(part).map(([name, member]) => [
        name,
        !isMap && DATA_MEMBERS.has(name) ? member : visit(member, !isMap && NAMED.has(name)),
      ]),
    )
  }
  return visit(document, false) as OpenApiDocument
}

const CONVERSIONS: Readonly<Record<ContractUse, (document: OpenApiDocument) => OpenApiDocument>> = {
  // Generators have no use for the manual, links and examples.
  sdk: (document) =>
    withoutManual(
      withoutTypedLimits(
        withTextHeaders(
          withoutLinks(withoutExamples(withOneProblem(withoutStreams(onlyJson(document))))),
        ),
      ),
    ),
  // A fuzzer needs the bodies and the credentials of links. The other documents that have links keep them in `x-` members, because parsers
  // that follow the OpenAPI 3.0 schema strictly reject such bodies, and Schemathesis takes such credentials for invalid ones.
  fuzzing: (document) => withCompleteLinks(inlineExamples(document)),
  // Some validators treat each `id` in an example as a schema identifier and report duplicates.
  validation: (document) =>
    withDecodableParameters(withReservedCharacters(withoutExamples(document))),
}

/**
 * Returns the document for tools of one kind. It describes the same operations in the same way, apart from what these tools cannot read.
 */
export const documentFor = (use: ContractUse, document: OpenApiDocument): OpenApiDocument =>
  CONVERSIONS[use](document)
