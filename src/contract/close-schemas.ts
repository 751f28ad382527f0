import { mapValues, type OperationObject, type ResponseObject, type Schema } from './document.ts'

type Node = { readonly [keyword: string]: unknown }
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Returns a copy of a schema in which objects that list their properties allow no others. The contract leaves responses open, so that
 * clients accept new members; closing them in tests finds undocumented members. The command line closes the schemas of input, to refuse
 * unknown members. Members of an `allOf` complement each other, so they stay open; references and schemas under `not` are not changed.
 */
export function closeSchema<T>(schema: T, closed = new Map<unknown, unknown>()): T {
  if (!isNode(schema)) return schema
  const existing = closed.get(schema)
  if (existing) return existing as T
  const copy: Record<string, unknown> = {}
  closed.set(schema, copy)
  for (const [keyword, value] of Object.entries(schema))
    copy[keyword] = closeKeyword(keyword, value, closed)
  if (isNode(schema.properties) && schema.additionalProperties === undefined)
    copy.additionalProperties = false
  return copy as T
}

/** Closes the schemas in the value of a keyword. Other keywords keep their values: `allOf` and `not` stay open, and `example` is data. */
function closeKeyword(keyword: string, value: unknown, closed: Map<unknown, unknown>): unknown {
  switch (keyword) {
    case 'items':
    case 'additionalProperties':
      return closeSchema(value, closed)
    case 'oneOf':
    case 'anyOf':
      return (value as unknown[]).map((member) => closeSchema(member, closed))
    case 'properties':
      return mapValues(value as Node, (property) => closeSchema(property, closed))
    default:
      return value
  }
}

/** Returns the operation with the schemas of all its responses closed. */
export function closeResponses(operation: OperationObject): OperationObject {
  const closed = new Map<unknown, unknown>()
  const closeResponse = ({ content, ...rest }: ResponseObject): ResponseObject =>
    content
      ? {
          ...rest,
          content: mapValues(content, ({ schema }) => ({
            schema: closeSchema(schema, closed) as Schema,
          })),
        }
      : rest
  return { ...operation, responses: mapValues(operation.responses, closeResponse) }
}
