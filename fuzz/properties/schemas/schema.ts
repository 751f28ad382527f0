/** The keywords of JSON Schema that the contracts use. The arbitraries refuse every other keyword that restricts values. */
export interface Schema {
  readonly type?: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean'
  readonly nullable?: boolean
  readonly enum?: readonly unknown[]
  readonly oneOf?: readonly Schema[]
  readonly not?: { readonly pattern?: string }
  readonly pattern?: string
  readonly format?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly items?: Schema
  readonly minItems?: number
  readonly maxItems?: number
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly minProperties?: number
  readonly maxProperties?: number
  readonly 'x-max-bytes'?: number
  readonly 'x-max-depth'?: number
  readonly default?: unknown
  readonly example?: unknown
}

const RESTRICTING = new Set([
  'type',
  'nullable',
  'enum',
  'oneOf',
  'not',
  'pattern',
  'format',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'items',
  'minItems',
  'maxItems',
  'properties',
  'required',
  'additionalProperties',
  'minProperties',
  'maxProperties',
  'x-max-bytes',
  'x-max-depth',
])
const ANNOTATIONS = new Set([
  'description',
  'title',
  'example',
  'default',
  'writeOnly',
  'readOnly',
  'deprecated',
  'discriminator',
])

/** Returns the schema. @throws Error for a keyword that the arbitraries do not implement, because the generated values might violate it */
export function withKnownKeywords(schema: Schema): Schema {
  const unknown = Object.keys(schema).find(
    (keyword) =>
      !RESTRICTING.has(keyword) && !ANNOTATIONS.has(keyword) && !keyword.startsWith('x-'),
  )
  if (unknown !== undefined)
    throw new Error(
      `The arbitraries do not implement the keyword ${unknown}; add it in fuzz/properties/schemas`,
    )
  return schema
}

/** Returns the length in code points, as JSON Schema counts it. */
export const lengthOf = (text: string): number => [...text].length

/** Returns whether a string satisfies the length, the pattern and `not`. */
export function fits(
  text: string,
  { minLength = 0, maxLength = Infinity, pattern, not }: Schema,
): boolean {
  const length = lengthOf(text)
  return (
    length >= minLength &&
    length <= maxLength &&
    matches(text, pattern) &&
    !(not?.pattern !== undefined && matches(text, not.pattern))
  )
}

const expressions = new Map<string, RegExp>()
/** Returns whether the pattern matches; a missing pattern matches every string. */
export function matches(text: string, pattern: string | undefined): boolean {
  return pattern === undefined || expression(pattern).test(text)
}
export function expression(pattern: string): RegExp {
  const made = expressions.get(pattern) ?? new RegExp(pattern, 'u')
  expressions.set(pattern, made)
  return made
}
