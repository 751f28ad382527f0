import type { Random } from '../../engine/random.ts'
import { isArray, isObject, isString, isStrings } from '../../judge/atoms.ts'

/** A sentence that a skill can do something with: words, numbers, a place and a date. */
export const TEXT = 'Please handle these three numbers: 1 2 3. Paris, 2026-03-02, 1280.50 EUR, reference 2026-0117.'
const DEEP = 4

/**
 * A value that fits a schema, as far as its common keywords say; the same random values give the same input.
 * What a skill takes beside its text is not stated, so a skill may well refuse it: a well-formed failure is a legal answer.
 */
export function generate(schema: unknown, random: Random, depth = 0): unknown {
  if (!isObject(schema)) return TEXT
  if ('const' in schema) return schema['const']
  if (isArray(schema['default'] ?? undefined) || isString(schema['default'])) return schema['default']
  for (const name of ['examples', 'enum']) {
    const list = schema[name]
    if (isArray(list) && list.length > 0) return list[0]
  }
  for (const name of ['oneOf', 'anyOf', 'allOf']) {
    const list = schema[name]
    if (isArray(list) && isObject(list[0])) return generate({ ...schema, [name]: undefined, ...list[0] }, random, depth)
  }
  return ofType(isStrings(schema['type']) ? schema['type'][0] : schema['type'], schema, random, depth)
}

function ofType(type: unknown, schema: Readonly<Record<string, unknown>>, random: Random, depth: number): unknown {
  const least = Number(schema['minimum'] ?? (typeof schema['exclusiveMinimum'] === 'number' ? schema['exclusiveMinimum'] + 1 : 1))
  switch (type) {
    case 'integer': return Math.ceil(least)
    case 'number': return least
    case 'boolean': return true
    case 'null': return null
    case 'array': return depth > DEEP ? [] : Array.from({ length: Math.max(1, Number(schema['minItems'] ?? 1)) }, () => generate(schema['items'], random, depth + 1))
    case 'object': return objectOf(schema, random, depth)
    case 'string': return stringOf(schema, random)
    default: return isObject(schema['properties']) ? objectOf(schema, random, depth) : stringOf(schema, random)
  }
}

function objectOf(schema: Readonly<Record<string, unknown>>, random: Random, depth: number): unknown {
  const properties = isObject(schema['properties']) ? schema['properties'] : {}
  const required = isStrings(schema['required']) ? schema['required'] : []
  if (depth > DEEP) return {}
  return Object.fromEntries(required.map((name) => [name, generate(properties[name] ?? { type: 'string' }, random, depth + 1)]))
}

const FORMATS: Readonly<Record<string, string>> = {
  date: '2026-03-02', 'date-time': '2026-03-02T09:10:00Z', time: '09:10:00Z', email: 'reader@example.com', uri: 'https://example.com/', hostname: 'example.com', ipv4: '192.0.2.1', ipv6: '2001:db8::1',
}

function stringOf(schema: Readonly<Record<string, unknown>>, random: Random): string {
  if (schema['format'] === 'uuid') return random.uuid()
  const format = FORMATS[String(schema['format'])]
  if (format !== undefined) return format
  const least = Number(schema['minLength'] ?? 0)
  return TEXT.padEnd(least, ' x').slice(0, Math.max(least, Number(schema['maxLength'] ?? TEXT.length)))
}
