import type { Random } from '../../engine/random.ts'
import { isArray, isObject, isString, isStrings } from '../../judge/atoms.ts'

/** A sentence that a skill can do something with: words, numbers, a place and a date. */
export const TEXT =
  'Please handle these three numbers: 1 2 3. Paris, 2026-03-02, 1280.50 EUR, reference 2026-0117.'
const DEEP = 4
/** Items and members in one input, and characters of one text: a schema may ask for more than anybody has. */
const MOST_ITEMS = 16
const MOST_MEMBERS = 64
const MOST_CHARACTERS = 10_000
const MOST_LEVELS = 12
const MOST_VALUES = 500
const MOST_IN_ALL = 50_000

/** What one input may still hold, whatever the schemas within it ask for. */
interface Allowance {
  values: number
  characters: number
}

/**
 * A value that fits a schema, as far as its common keywords say; the same random values give the same input.
 * What a skill takes beside its text is not stated, so a skill may well refuse it: a well-formed failure is a legal answer.
 */
export const generate = (schema: unknown, random: Random): unknown =>
  valueOf(schema, random, 0, { values: MOST_VALUES, characters: MOST_IN_ALL })

function valueOf(schema: unknown, random: Random, depth: number, left: Allowance): unknown {
  if ((left.values -= 1) < 0) return ''
  if (!isObject(schema) || depth > MOST_LEVELS) return TEXT
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
      return valueOf({ ...schema, [name]: undefined, ...list[0] }, random, depth + 1, left)
  }
  return ofType(
    isStrings(schema['type']) ? schema['type'][0] : schema['type'],
    schema,
    random,
    depth,
    left,
  )
}

function ofType(
  type: unknown,
  schema: Readonly<Record<string, unknown>>,
  random: Random,
  depth: number,
  left: Allowance,
): unknown {
  const least = Number(
    schema['minimum'] ??
      (typeof schema['exclusiveMinimum'] === 'number' ? schema['exclusiveMinimum'] + 1 : 1),
  )
  switch (type) {
    case 'integer':
      return Math.ceil(least)
    case 'number':
      return least
    case 'boolean':
      return true
    case 'null':
      return null
    case 'array':
      return depth > DEEP
        ? []
        : Array.from({ length: within(1, schema['minItems'], 1, MOST_ITEMS) }, () =>
            valueOf(schema['items'], random, depth + 1, left),
          )
    case 'object':
      return objectOf(schema, random, depth, left)
    case 'string':
      return stringOf(schema, random, left)
    default:
      return isObject(schema['properties'])
        ? objectOf(schema, random, depth, left)
        : stringOf(schema, random, left)
  }
}

function objectOf(
  schema: Readonly<Record<string, unknown>>,
  random: Random,
  depth: number,
  left: Allowance,
): unknown {
  const properties = isObject(schema['properties']) ? schema['properties'] : {}
  const required = isStrings(schema['required']) ? schema['required'].slice(0, MOST_MEMBERS) : []
  if (depth > DEEP) return {}
  return Object.fromEntries(
    required.map((name) => [
      name,
      valueOf(properties[name] ?? { type: 'string' }, random, depth + 1, left),
    ]),
  )
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

function stringOf(
  schema: Readonly<Record<string, unknown>>,
  random: Random,
  left: Allowance,
): string {
  if (schema['format'] === 'uuid') return random.uuid()
  const format = FORMATS[String(schema['format'])]
  if (format !== undefined) return format
  const least = within(0, schema['minLength'], 0, MOST_CHARACTERS)
  const text = TEXT.padEnd(least, ' x').slice(
    0,
    Math.min(left.characters, within(least, schema['maxLength'], TEXT.length, MOST_CHARACTERS)),
  )
  left.characters -= text.length
  return text
}

/** A number of a schema, held within bounds; what is no number is as good as absent. */
function within(least: number, given: unknown, otherwise: number, most: number): number {
  const wanted = typeof given === 'number' && !Number.isNaN(given) ? given : otherwise
  return Math.floor(Math.min(most, Math.max(least, wanted)))
}
