/**
 * Removes from a contract the lengths that a body may not have room for, and the headers whose valid values depend on the body
 * (docs/specification/agent-protocol.md#own-contract).
 */
import type { OpenApiDocument } from '../../contract/published.ts'
import type { JsonObject } from '../../domain/json.ts'

/** Bytes of the longest JSON encoding of a character: an escaped surrogate pair. */
const LONGEST_CHARACTER = 12

/**
 * Returns whether a `maxLength` is so large that a string of that length might not fit into a body: such a string is refused for its size
 * (413), not by the schema.
 */
const isUnreachable = (maxLength: unknown, max_bytes: number): boolean =>
  typeof maxLength === 'number' && maxLength * LONGEST_CHARACTER > max_bytes

/**
 * Limits the bodies of a contract to a number of bytes, and removes the lengths that are unreachable in them. Every member named
 * `x-max-body-bytes` or `maxLength` is a keyword, because the contract has no properties with these names.
 */
export const withBodyLimit = <Part>(part: Part, max_bytes: number): Part =>
  JSON.parse(JSON.stringify(part), (member: string, value: unknown) => {
    if (member === 'x-max-body-bytes') return Math.min(value as number, max_bytes)
    return member === 'maxLength' && isUnreachable(value, max_bytes) ? undefined : value
  }) as Part

/** Removes an unreachable length from a schema, but not from the schemas within it. */
export function withoutUnreachableLength(schema: JsonObject, max_bytes: number): JsonObject {
  const { maxLength, ...others } = schema
  return isUnreachable(maxLength, max_bytes) ? others : schema
}

/** Parameters whose valid values depend on the body: the MCP headers repeat members of it, and are ignored if the body is invalid. */
const DEPENDENT = ['McpProtocolVersion', 'McpMethod', 'McpName']

/** Removes the parameters in `DEPENDENT`, because no schema can describe when they are valid. */
export function withoutDependentHeaders(document: OpenApiDocument): OpenApiDocument {
  const { parameters, ...components } = document['components'] as { readonly parameters: object }
  const isDependent = (name: string): boolean => DEPENDENT.includes(name)
  const kept = Object.entries(parameters).filter(([name]) => !isDependent(name))
  const paths = JSON.parse(JSON.stringify(document.paths), (member: string, value: unknown) =>
    member === 'parameters' && Array.isArray(value)
      ? (value as { readonly $ref: string }[]).filter(
          ({ $ref }) => !isDependent($ref.split('/').at(-1)!),
        )
      : value,
  ) as OpenApiDocument['paths']
  return {
    ...document,
    paths,
    components: { ...components, parameters: Object.fromEntries(kept) },
  }
}
