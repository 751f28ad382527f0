import { isArray, isObject, isString, isStrings } from './atoms.ts'

/** Where a value is no JSON Schema, as a JSON pointer with what is wrong there. */
export interface SchemaFault {
  readonly pointer: string
  readonly expected: string
  readonly actual: unknown
}

const TYPES = ['null', 'boolean', 'object', 'array', 'number', 'string', 'integer']
const isCount = (it: unknown): boolean => typeof it === 'number' && Number.isInteger(it) && it >= 0
const isNumber = (it: unknown): boolean => typeof it === 'number'
const unique = (list: readonly unknown[]): boolean => new Set(list).size === list.length
const isType = (it: unknown): boolean =>
  isString(it)
    ? TYPES.includes(it)
    : isStrings(it) && it.length > 0 && unique(it) && it.every((one) => TYPES.includes(one))

/** What each keyword may hold in every dialect from draft 4 to 2020-12; keywords that are not here may hold anything. */
const VALUES: Readonly<
  Record<string, readonly [expected: string, fits: (value: unknown) => boolean]>
> = {
  type: [`one of ${TYPES.join(', ')}, or a list of them`, isType],
  enum: ['an array', isArray],
  required: [
    'an array of different strings',
    (it) => typeof it === 'boolean' || (isStrings(it) && unique(it)),
  ],
  pattern: ['a regular expression', isPattern],
  multipleOf: ['a number above 0', (it) => typeof it === 'number' && it > 0],
  maximum: ['a number', isNumber],
  minimum: ['a number', isNumber],
  // Draft 4 says true or false here.
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
    ].map((name) => [name, ['a whole number, 0 or more', isCount]]),
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
const ONE = [
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
const LISTS = ['allOf', 'anyOf', 'oneOf', 'prefixItems']
const MAPS = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']

/** The first reason why a value is no JSON Schema; undefined when it is one. The dialect is not stated (line 120), so all known ones will do. */
export function schemaFault(schema: unknown, pointer = ''): SchemaFault | undefined {
  if (typeof schema === 'boolean') return undefined
  if (!isObject(schema))
    return { pointer, expected: 'a JSON Schema: an object, true or false', actual: schema }
  for (const [name, value] of Object.entries(schema)) {
    const fault = keywordFault(
      name,
      value,
      `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
    )
    if (fault) return fault
  }
  return undefined
}

function keywordFault(name: string, value: unknown, pointer: string): SchemaFault | undefined {
  const rule = Object.hasOwn(VALUES, name) ? VALUES[name] : undefined
  if (rule) return rule[1](value) ? undefined : { pointer, expected: rule[0], actual: value }
  if (ONE.includes(name)) return schemaFault(value, pointer)
  if (name === 'items')
    return isArray(value) ? listFault(value, pointer) : schemaFault(value, pointer)
  if (LISTS.includes(name))
    return isArray(value) && value.length > 0
      ? listFault(value, pointer)
      : { pointer, expected: 'a list of schemas', actual: value }
  if (!MAPS.includes(name)) return undefined
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
    const fault = schemaFault(
      schema,
      `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
    )
    if (fault) return fault
  }
  return undefined
}

function isPattern(value: unknown): boolean {
  if (!isString(value)) return false
  try {
    return new RegExp(value, 'u') instanceof RegExp
  } catch {
    return isLoosePattern(value)
  }
}

/** Escapes that only the older, looser syntax takes are common in schemas, and no clause forbids them. */
function isLoosePattern(value: string): boolean {
  try {
    return new RegExp(value) instanceof RegExp
  } catch {
    return false
  }
}
