import type { Contract, Schema } from './document.ts'
import { nameOf } from './document.ts'
import { html, type Html } from '../html.ts'
import { inline } from './markdown.ts'

/** The number of levels of members that are shown. Those on the last level are shown without their own members. */
const MAX_DEPTH = 5

/** Renders the members of a schema with type, constraints and description; nested objects are collapsed. */
export function membersOf(
  contract: Contract,
  unresolved: Schema,
  seen: readonly string[] = [],
): Html | undefined {
  const { schema, name } = unwrapped(contract, unresolved)
  if (!schema.properties || (name !== undefined && seen.includes(name)) || seen.length >= MAX_DEPTH)
    return undefined
  const path = [...seen, name ?? '']
  const required = new Set(schema.required)
  const rows = Object.entries(schema.properties).map(([member, property]) =>
    memberOf(contract, member, property, required.has(member), path),
  )
  return html`<dl class="members">${rows}</dl>`
}

function memberOf(
  contract: Contract,
  name: string,
  unresolved: Schema,
  required: boolean,
  seen: readonly string[],
): Html {
  const schema = contract.resolve<Schema>(unresolved)
  const nested = membersOf(contract, unresolved, seen)
  return html`<div><dt><code class="name">${name}</code> <span class="type">${typeOf(contract, unresolved)}</span>${required && html` <span class="required">required</span>`}</dt>
<dd>${schema.description !== undefined && html`<p>${inline(schema.description)}</p>`}${boundsOf(contract, unresolved)}${nested && html`<details><summary>Fields of ${name}</summary>${nested}</details>`}</dd></div>
`
}

/** Returns the schema that has the members: the schema itself, or that of a list's items. */
function unwrapped(
  contract: Contract,
  unresolved: Schema,
): { schema: Schema; name: string | undefined } {
  const schema = contract.resolve<Schema>(unresolved)
  if (schema.type === 'array' && schema.items) return unwrapped(contract, schema.items)
  return { schema, name: nameOf(unresolved) }
}

/** Describes the type of a value in words. */
export function typeOf(contract: Contract, unresolved: Schema): string {
  const schema = contract.resolve<Schema>(unresolved)
  if (schema.oneOf)
    return schema.oneOf.map((alternative) => typeOf(contract, alternative)).join(' or ')
  const type =
    schema.type === 'array' && schema.items
      ? `array of ${typeOf(contract, schema.items)}`
      : (schema.type ?? 'any value')
  return schema.nullable === true ? `${type} or null` : type
}

/** Renders the constraints on a value that are useful to readers. */
export function boundsOf(contract: Contract, unresolved: Schema): Html | undefined {
  const schema = contract.resolve<Schema>(unresolved)
  const bounds = boundsIn(schema).map((bound) => html`<li>${bound}</li>`)
  return bounds.length === 0 ? undefined : html`<ul class="bounds">${bounds}</ul>`
}

function boundsIn(schema: Schema): readonly Html[] {
  const { format, pattern, default: defaultValue = schema['x-stated-default'] } = schema
  return [
    ...(schema.enum
      ? [
          html`one of ${schema.enum.map((value, index) => html`${index > 0 && ', '}<code>${JSON.stringify(value)}</code>`)}`,
        ]
      : []),
    ...(typeof format === 'string' && !['int32', 'int64', 'double'].includes(format)
      ? [html`format <code>${format}</code>`]
      : []),
    ...rangeOf(schema, 'minimum', 'maximum', ''),
    ...(schema.enum || format !== undefined
      ? []
      : rangeOf(schema, 'minLength', 'maxLength', ' characters')),
    ...rangeOf(schema, 'minItems', 'maxItems', ' items'),
    ...(typeof schema['x-max-bytes'] === 'number'
      ? [html`at most ${schema['x-max-bytes']} bytes`]
      : []),
    ...(typeof schema['x-max-depth'] === 'number'
      ? [html`at most ${schema['x-max-depth']} levels deep`]
      : []),
    ...(typeof pattern === 'string' ? [html`matches <code>${pattern}</code>`] : []),
    ...(defaultValue === undefined
      ? []
      : [html`default <code>${JSON.stringify(defaultValue)}</code>`]),
  ]
}

function rangeOf(schema: Schema, min: string, max: string, unit: string): readonly Html[] {
  const [from, to] = [schema[min], schema[max]] as (number | undefined)[]
  if (from !== undefined && to !== undefined)
    return [from === to ? html`exactly ${from}${unit}` : html`${from} to ${to}${unit}`]
  if (to !== undefined) return [html`at most ${to}${unit}`]
  return from === undefined || from === 0 ? [] : [html`at least ${from}${unit}`]
}
