/** The keywords of JSON Schema that the contracts use; the arbitraries refuse any other that restricts what is valid. */
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
const TELLING = new Set([
  'description',
  'title',
  'example',
  'default',
  'writeOnly',
  'readOnly',
  'deprecated',
  'discriminator',
])

/** @throws Error on a keyword that nobody taught the arbitraries: values made without it would be called valid and not be. */
export function known(schema: Schema): Schema {
  const unknown = Object.keys(schema).find(
    (keyword) => !RESTRICTING.has(keyword) && !TELLING.has(keyword) && !keyword.startsWith('x-'),
  )
  if (unknown !== undefined)
    throw new Error(
      `The arbitraries do not know the keyword ${unknown}; teach it to fuzz/properties/schemas`,
    )
  return schema
}

/** Characters as JSON Schema counts them: code points. */
export const lengthOf = (text: string): number => [...text].length

/** Whether a text fulfils length, pattern and `not`. */
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
/** Whether the pattern is found in the text; no pattern is found everywhere. */
export function matches(text: string, pattern: string | undefined): boolean {
  return pattern === undefined || expression(pattern).test(text)
}
export function expression(pattern: string): RegExp {
  const made = expressions.get(pattern) ?? new RegExp(pattern, 'u')
  expressions.set(pattern, made)
  return made
}
