import fc from 'fast-check'
import { anyJson, SPECIAL_NAMES } from './json.ts'
import type { Schema } from './schema.ts'
import { AMBIGUOUS_FORMATS, NEARLY_VALID } from './texts.ts'
import { valid } from './valid.ts'

/**
 * Generates valid values with up to three arbitrary changes, after which they may be valid or not. Timestamps with lower-case letters
 * or leap seconds occur only with `ambiguous`.
 */
export function mutated(schema: Schema, ambiguous: boolean): fc.Arbitrary<unknown> {
  const change = fc.record({
    position: fc.nat(200),
    mutation: fc.nat(9),
    other: anyJson(1),
    name: fc.constantFrom('unheard_of', 'a', ...SPECIAL_NAMES),
  })
  return fc
    .tuple(valid(schema), fc.array(change, { minLength: 1, maxLength: 3 }))
    .map(([value, changes]) =>
      changes.reduce((so_far, one) => applyChange(so_far, schema, ambiguous, one), value),
    )
}

interface Change {
  readonly position: number
  readonly mutation: number
  readonly other: unknown
  readonly name: string
}
interface Place {
  readonly value: unknown
  readonly schema: Schema
  readonly put: (value: unknown) => unknown
}

function applyChange(
  value: unknown,
  schema: Schema,
  ambiguous: boolean,
  { position, mutation, other, name }: Change,
): unknown {
  const all = placesIn(value, schema, (made) => made)
  const { value: old, schema: local, put } = all[position % all.length]!
  const texts =
    local.format === undefined
      ? []
      : [
          ...(NEARLY_VALID[local.format] ?? []),
          ...(ambiguous || local.format !== 'date-time'
            ? (AMBIGUOUS_FORMATS[local.format] ?? [])
            : []),
        ]
  if (texts.length > 0 && mutation < 7) return put(texts[(position + mutation) % texts.length])
  if (typeof old === 'string')
    return put(
      [
        old + old,
        `${old}\n`,
        old.slice(1),
        old.toUpperCase(),
        ` ${old}`,
        `${old}\u{1f600}`,
        old.normalize('NFD'),
        other,
        null,
        '',
      ][mutation],
    )
  if (typeof old === 'number')
    return put(
      [
        old + 1,
        old - 1,
        old + 0.5,
        -old,
        old * 1e6,
        String(old),
        2 ** 31,
        other,
        null,
        Math.trunc(old),
      ][mutation],
    )
  if (Array.isArray(old))
    return put(
      [
        [...old, other],
        old.slice(1),
        [...old, ...old],
        [],
        { ...old },
        [old],
        old.toReversed(),
        other,
        null,
        [...old, null],
      ][mutation],
    )
  if (typeof old !== 'object' || old === null) return put(other)
  const entries = Object.entries(old)
  const without = Object.fromEntries(
    entries.filter((_, index) => index !== position % entries.length),
  )
  const more = Object.fromEntries([...entries, [name, other]])
  return put(
    [
      without,
      without,
      more,
      more,
      {},
      [old],
      Object.fromEntries(entries.map(([one, inner]) => [one, inner ?? null])),
      other,
      null,
      Object.fromEntries(entries.slice(0, 1)),
    ][mutation],
  )
}

function placesIn(value: unknown, schema: Schema, put: Place['put']): readonly Place[] {
  const here = { value, schema, put }
  if (Array.isArray(value))
    return [
      here,
      ...value
        .slice(0, 3)
        .flatMap((item, index) =>
          placesIn(item, schema.items ?? {}, (made) => put(value.toSpliced(index, 1, made))),
        ),
    ]
  if (typeof value !== 'object' || value === null) return [here]
  const entries = Object.entries(value)
  return [
    here,
    ...entries
      .slice(0, 40)
      .flatMap(([name, member]) =>
        placesIn(member, memberOf(schema, name), (made) =>
          put(
            Object.fromEntries(entries.map(([one, inner]) => [one, one === name ? made : inner])),
          ),
        ),
      ),
  ]
}

const memberOf = (
  { properties = {}, additionalProperties, oneOf = [] }: Schema,
  name: string,
): Schema =>
  Object.hasOwn(properties, name)
    ? properties[name]!
    : (oneOf.find((one) => one.properties?.[name])?.properties?.[name] ??
      (typeof additionalProperties === 'object' ? additionalProperties : {}))
