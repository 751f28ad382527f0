import type { Random } from '../../engine/random.ts'
import { isArray, isObject, isString, isStrings } from '../../judge/assertions.ts'

/** Text that suits many skills: words, numbers, a place and a date. */
export const TEXT =
  'Please handle these three numbers: 1 2 3. Paris, 2026-03-02, 1280.50 EUR, reference 2026-0117.'

/** Limits on one generated input, because a schema may ask for more than any agent could accept. */
const MAX_ITEMS = 16
const MAX_MEMBERS = 64
const MAX_STRING_LENGTH = 10_000
const MAX_SCHEMA_DEPTH = 12
const MAX_VALUE_DEPTH = 4
const MAX_VALUES = 500
const MAX_CHARACTERS = 50_000

type SchemaObject = Readonly<Record<string, unknown>>

/**
 * Generates a value that matches the most common keywords of a schema. Equal random values give equal inputs. The interface does not state
 * which input besides the text a skill requires, so the skill may refuse it: a well-formed failure is a valid response.
 */
export const generate = (schema: unknown, random: Random): unknown =>
  new InputGenerator(random).value(schema, 0)

class InputGenerator {
  readonly #random: Random
  #values = MAX_VALUES
  #characters = MAX_CHARACTERS

  constructor(random: Random) {
    this.#random = random
  }

  value(schema: unknown, depth: number): unknown {
    if ((this.#values -= 1) < 0) return ''
    if (!isObject(schema) || depth > MAX_SCHEMA_DEPTH) return TEXT
    if ('const' in schema) return schema['const']
    if (isArray(schema['default'] ?? undefined) || isString(schema['default']))
      return schema['default']
    for (const name of ['examples', 'enum']) {
      const list = schema[name]
      if (isArray(list) && list.length > 0) return list[0]
    }
    for (const name of ['oneOf', 'anyOf', 'allOf']) {
      const list = schema[name]
      if (isArray(list) && isObject(list[0]))
        return this.value({ ...schema, [name]: undefined, ...list[0] }, depth + 1)
    }
    return this.#ofType(
      isStrings(schema['type']) ? schema['type'][0] : schema['type'],
      schema,
      depth,
    )
  }

  #ofType(type: unknown, schema: SchemaObject, depth: number): unknown {
    switch (type) {
      case 'integer':
        return Math.ceil(leastNumber(schema))
      case 'number':
        return leastNumber(schema)
      case 'boolean':
        return true
      case 'null':
        return null
      case 'array':
        return depth > MAX_VALUE_DEPTH ? [] : this.#array(schema, depth)
      case 'object':
        return this.#object(schema, depth)
      case 'string':
        return this.#string(schema)
      default:
        return isObject(schema['properties']) ? this.#object(schema, depth) : this.#string(schema)
    }
  }

  #array(schema: SchemaObject, depth: number): unknown {
    return Array.from({ length: clamp(1, schema['minItems'], 1, MAX_ITEMS) }, () =>
      this.value(schema['items'], depth + 1),
    )
  }

  #object(schema: SchemaObject, depth: number): unknown {
    const properties = isObject(schema['properties']) ? schema['properties'] : {}
    const required = isStrings(schema['required']) ? schema['required'].slice(0, MAX_MEMBERS) : []
    if (depth > MAX_VALUE_DEPTH) return {}
    return Object.fromEntries(
      required.map((name) => {
        const property = Object.hasOwn(properties, name) ? properties[name] : undefined
        return [name, this.value(property ?? { type: 'string' }, depth + 1)]
      }),
    )
  }

  #string(schema: SchemaObject): string {
    if (schema['format'] === 'uuid') return this.#random.uuid()
    const { format } = schema
    if (isString(format) && Object.hasOwn(FORMATS, format)) return FORMATS[format]!
    const minimum = clamp(0, schema['minLength'], 0, MAX_STRING_LENGTH)
    const maximum = clamp(minimum, schema['maxLength'], TEXT.length, MAX_STRING_LENGTH)
    const text = TEXT.padEnd(minimum, ' x').slice(0, Math.min(this.#characters, maximum))
    this.#characters -= text.length
    return text
  }
}

const FORMATS: Readonly<Record<string, string>> = {
  date: '2026-03-02',
  'date-time': '2026-03-02T09:10:00Z',
  time: '09:10:00Z',
  email: 'reader@example.com',
  uri: 'https://example.com/',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
}

/** Returns the minimum of a schema, or one more than its exclusive minimum, or 1. */
function leastNumber({ minimum, exclusiveMinimum }: SchemaObject): number {
  if (typeof minimum === 'number') return minimum
  return typeof exclusiveMinimum === 'number' ? exclusiveMinimum + 1 : 1
}

/** Returns a number from a schema, limited to these bounds. A value that is not a number counts as absent. */
function clamp(minimum: number, given: unknown, fallback: number, maximum: number): number {
  const wanted = typeof given === 'number' && !Number.isNaN(given) ? given : fallback
  return Math.floor(Math.min(maximum, Math.max(minimum, wanted)))
}
