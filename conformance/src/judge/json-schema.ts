import { isArray, isObject, isString, isStrings, type Assertion } from './assertions.ts'
import { formatValue, member, pointerToken } from './json.ts'
import { isPattern } from './patterns.ts'

/** The location at which a value is not a valid JSON Schema, as a JSON pointer. */
export interface SchemaFault {
  readonly pointer: string
  readonly expected: string
  readonly actual: unknown
}

const TYPES = ['null', 'boolean', 'object', 'array', 'number', 'string', 'integer']
const isNonNegativeInteger = (it: unknown): boolean =>
  typeof it === 'number' && Number.isInteger(it) && it >= 0
const isNumber = (it: unknown): boolean => typeof it === 'number'
const unique = (list: readonly unknown[]): boolean => new Set(list).size === list.length
const isType = (it: unknown): boolean =>
  isString(it)
    ? TYPES.includes(it)
    : isStrings(it) && it.length > 0 && unique(it) && it.every((one) => TYPES.includes(one))

/** The values that a keyword may have in any dialect from draft 4 to 2020-12. Keywords that are not listed may have any value. */
const VALUES: Readonly<
  Record<string, readonly [expected: string, fits: (value: unknown) => boolean]>
> = {
  type: [`one of ${TYPES.join(', ')}, or a list of them`, isType],
  enum: ['an array', isArray],
  // Booleans are accepted because many schemas still use the form of draft 3.
  required: [
    'an array of unique strings',
    (it) => typeof it === 'boolean' || (isStrings(it) && unique(it)),
  ],
  pattern: ['a regular expression', (it) => isString(it) && isPattern(it)],
  multipleOf: ['a number greater than 0', (it) => typeof it === 'number' && it > 0],
  maximum: ['a number', isNumber],
  minimum: ['a number', isNumber],
  // In draft 4 these two are booleans.
  exclusiveMaximum: ['a number', (it) => isNumber(it) || typeof it === 'boolean'],
  exclusiveMinimum: ['a number', (it) => isNumber(it) || typeof it === 'boolean'],
  ...Object.fromEntries(
    [
      'maxLength',
      'minLength',
      'maxItems',
      'minItems',
      'maxProperties',
      'minProperties',
      'maxContains',
      'minContains',
    ].map((name) => [name, ['an integer, 0 or greater', isNonNegativeInteger]]),
  ),
  uniqueItems: ['true or false', (it) => typeof it === 'boolean'],
  ...Object.fromEntries(
    [
      '$ref',
      '$id',
      '$schema',
      '$anchor',
      '$dynamicRef',
      '$comment',
      'title',
      'description',
      'format',
    ].map((name) => [name, ['a string', isString]]),
  ),
}
/** Keywords whose value is a schema, a list of schemas, or an object of schemas. */
const SCHEMAS = [
  'additionalProperties',
  'unevaluatedProperties',
  'unevaluatedItems',
  'additionalItems',
  'propertyNames',
  'contains',
  'not',
  'if',
  'then',
  'else',
]
const SCHEMA_LISTS = ['allOf', 'anyOf', 'oneOf', 'prefixItems']
const SCHEMA_OBJECTS = [
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
]

/** Returns the first fault of a JSON Schema; undefined if it is valid. The interface states no dialect, so every known one is accepted. */
export function schemaFault(schema: unknown, pointer = ''): SchemaFault | undefined {
  if (typeof schema === 'boolean') return undefined
  if (!isObject(schema))
    return { pointer, expected: 'a JSON Schema: an object, true or false', actual: schema }
  for (const [name, value] of Object.entries(schema)) {
    const fault = keywordFault(name, value, `${pointer}/${pointerToken(name)}`)
    if (fault) return fault
  }
  return undefined
}

function keywordFault(name: string, value: unknown, pointer: string): SchemaFault | undefined {
  const rule = Object.hasOwn(VALUES, name) ? VALUES[name] : undefined
  if (rule) return rule[1](value) ? undefined : { pointer, expected: rule[0], actual: value }
  if (SCHEMAS.includes(name)) return schemaFault(value, pointer)
  if (name === 'items')
    return isArray(value) ? listFault(value, pointer) : schemaFault(value, pointer)
  if (SCHEMA_LISTS.includes(name))
    return isArray(value) && value.length > 0
      ? listFault(value, pointer)
      : { pointer, expected: 'a list of schemas', actual: value }
  if (!SCHEMA_OBJECTS.includes(name)) return undefined
  if (!isObject(value)) return { pointer, expected: 'an object of schemas', actual: value }
  return firstFault(Object.entries(value), pointer)
}

const listFault = (list: readonly unknown[], pointer: string): SchemaFault | undefined =>
  firstFault(Object.entries(list), pointer)

function firstFault(
  entries: readonly (readonly [string, unknown])[],
  pointer: string,
): SchemaFault | undefined {
  for (const [name, schema] of entries) {
    const fault = schemaFault(schema, `${pointer}/${pointerToken(name)}`)
    if (fault) return fault
  }
  return undefined
}

/** Asserts that the value at a pointer is a valid JSON Schema. */
export const validSchema =
  (pointer: string): Assertion =>
  (exchange) => {
    const fault = schemaFault(member(exchange, pointer))
    return fault
      ? {
          pointer: `body${pointer}${fault.pointer}`,
          expected: fault.expected,
          actual: formatValue(fault.actual),
        }
      : undefined
  }
