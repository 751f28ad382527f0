import { isArray, isInteger, isObject, isString, isStrings } from './assertions.ts'
import { jsonEquals, pointerToken, valueAt } from './json.ts'

/** The location at which a value does not match a schema. */
export interface Mismatch {
  readonly pointer: string
  readonly expected: string
  readonly actual: unknown
}

type Schema = Readonly<Record<string, unknown>>

const MAX_DEPTH = 32
/** Limits the work, because even a small schema with recursive references could take forever to check. */
const MAX_STEPS = 50_000

/**
 * Returns the first mismatch of a value with a JSON Schema. Only these keywords are checked: type, const, enum, minimum, maximum,
 * minLength, maxLength, required, properties, additionalProperties, items, allOf, anyOf, oneOf (like anyOf) and $ref within the document.
 * Keywords beside $ref are checked too, as in drafts from 2019-09 on.
 */
export const mismatchOf = (value: unknown, schema: unknown): Mismatch | undefined =>
  new Matcher(schema).match(value, schema, '', 0)

class Matcher {
  readonly #root: unknown
  #steps = 0

  constructor(root: unknown) {
    this.#root = root
  }

  match(value: unknown, schema: unknown, pointer: string, depth: number): Mismatch | undefined {
    if ((this.#steps += 1) > MAX_STEPS) return undefined
    if (schema === false) return { pointer, expected: 'nothing', actual: value }
    if (!isObject(schema) || depth > MAX_DEPTH) return undefined
    const next = (inner: unknown, at: unknown, name?: string | number): Mismatch | undefined =>
      this.match(
        at,
        inner,
        name === undefined ? pointer : `${pointer}/${pointerToken(String(name))}`,
        depth + 1,
      )
    return (
      valueMismatch(value, schema, pointer) ??
      this.#reference(value, schema, next) ??
      membersMismatch(value, schema, pointer, next) ??
      itemsMismatch(value, schema, next) ??
      combinedMismatch(value, schema, pointer, next)
    )
  }

  #reference(value: unknown, { $ref }: Schema, next: Next): Mismatch | undefined {
    if (!isString($ref) || !/^#(?:\/|$)/.test($ref)) return undefined
    return next(valueAt(this.#root, $ref.slice(1)), value)
  }
}

type Next = (schema: unknown, value: unknown, name?: string | number) => Mismatch | undefined

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  null: (it) => it === null,
  boolean: (it) => typeof it === 'boolean',
  object: isObject,
  array: isArray,
  number: (it) => typeof it === 'number',
  integer: isInteger,
  string: isString,
}

function valueMismatch(value: unknown, schema: Schema, pointer: string): Mismatch | undefined {
  const fault = (expected: string): Mismatch => ({ pointer, expected, actual: value })
  const { type, minimum, maximum, minLength, maxLength } = schema
  const types = isStrings(type) ? type : isString(type) ? [type] : []
  const known = types.filter((name) => Object.hasOwn(TYPES, name))
  if (known.length > 0 && !known.some((name) => TYPES[name]?.(value)))
    return fault(known.join(' or '))
  if ('const' in schema && !jsonEquals(value, schema['const']))
    return fault(JSON.stringify(schema['const']))
  const list = schema['enum']
  if (isArray(list) && !list.some((one) => jsonEquals(one, value)))
    return fault('a value listed in enum')
  if (typeof value === 'number') {
    if (typeof minimum === 'number' && value < minimum) return fault(`at least ${minimum}`)
    if (typeof maximum === 'number' && value > maximum) return fault(`at most ${maximum}`)
  }
  if (!isString(value)) return undefined
  const length = [...value].length
  if (typeof minLength === 'number' && length < minLength)
    return fault(`at least ${minLength} characters`)
  return typeof maxLength === 'number' && length > maxLength
    ? fault(`at most ${maxLength} characters`)
    : undefined
}

function membersMismatch(
  value: unknown,
  schema: Schema,
  pointer: string,
  next: Next,
): Mismatch | undefined {
  if (!isObject(value)) return undefined
  const { required, properties, additionalProperties, patternProperties } = schema
  const missing = (isStrings(required) ? required : []).find((name) => !Object.hasOwn(value, name))
  if (missing !== undefined)
    return {
      pointer: `${pointer}/${pointerToken(missing)}`,
      expected: 'a value',
      actual: undefined,
    }
  const known = isObject(properties) ? properties : {}
  return first(Object.entries(value), ([name, member]) => {
    if (Object.hasOwn(known, name)) return next(known[name], member, name)
    // Names that a pattern allows are not checked, because that would require evaluating regular expressions from the target.
    return patternProperties === undefined && additionalProperties !== undefined
      ? next(additionalProperties, member, name)
      : undefined
  })
}

function itemsMismatch(value: unknown, schema: Schema, next: Next): Mismatch | undefined {
  const { items, prefixItems } = schema
  if (!isArray(value) || isArray(items) || prefixItems !== undefined) return undefined
  return first([...value.entries()], ([i, item]) => next(items, item, i))
}

function combinedMismatch(
  value: unknown,
  schema: Schema,
  pointer: string,
  next: Next,
): Mismatch | undefined {
  const { allOf, anyOf, oneOf } = schema
  const all = first(isArray(allOf) ? allOf : [], (one) => next(one, value))
  if (all) return all
  const none = [anyOf, oneOf].some(
    (list) =>
      isArray(list) && list.length > 0 && list.every((one) => next(one, value) !== undefined),
  )
  return none
    ? { pointer, expected: 'a value that matches one of the schemas', actual: value }
    : undefined
}

function first<T>(
  list: readonly T[],
  check: (item: T) => Mismatch | undefined,
): Mismatch | undefined {
  for (const item of list) {
    const found = check(item)
    if (found) return found
  }
  return undefined
}
