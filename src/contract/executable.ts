import { DATA_MEMBERS, type Document } from './document.ts'

/**
 * Returns a clone of the document that openapi-backend and Ajv accept and that allows the same requests and responses. Their checks reject
 * some constructs that OpenAPI 3.0.3 allows. Links are removed, because an object-valued `requestBody` of a link is rejected, and so is the
 * mapping of a discriminator, which repeats the enum of its property. References directly under `not` and boolean exclusive bounds are
 * rewritten, and `x-default` becomes `default`: some generators of clients require every member with a `default`.
 */
export function executable(document: Document): Document {
  const clone = structuredClone(document)
  const operations = Object.values(clone.paths ?? {}).flatMap((item) => Object.values(item ?? {}))
  const responses = operations.flatMap((operation) =>
    Object.values((operation as { responses?: object }).responses ?? {}),
  )
  for (const response of [...responses, ...Object.values(clone.components?.responses ?? {})])
    delete response.links
  delete clone.components?.links
  rewrite(clone)
  return clone
}

type Keywords = Record<string, unknown> & {
  discriminator?: { propertyName?: string; mapping?: unknown }
  not?: { $ref?: string }
}

function rewrite(node: unknown): void {
  if (typeof node !== 'object' || node === null) return
  const schema = node as Keywords
  if (schema.discriminator?.propertyName) delete schema.discriminator.mapping
  if (schema.not?.$ref) schema.not = { allOf: [schema.not] } as object
  if (schema['x-default'] !== undefined && schema['type'] !== undefined) {
    schema['default'] = schema['x-default']
    delete schema['x-default']
  }
  convertExclusiveBound(schema, 'exclusiveMinimum', 'minimum')
  convertExclusiveBound(schema, 'exclusiveMaximum', 'maximum')
  for (const [key, value] of Object.entries(schema)) if (!DATA_MEMBERS.has(key)) rewrite(value)
}

/** Converts `minimum: 0, exclusiveMinimum: true` to the draft-07 form `exclusiveMinimum: 0`. */
function convertExclusiveBound(schema: Keywords, exclusive: string, bound: string): void {
  const isExclusive = schema[exclusive]
  if (typeof isExclusive !== 'boolean') return
  delete schema[exclusive]
  if (!isExclusive) return
  schema[exclusive] = schema[bound]
  delete schema[bound]
}
