import type { Contract, Schema } from './document.ts'
import { nameOf } from './document.ts'
import { html, type Html } from '../html.ts'
import { inline } from './markdown.ts'

/** Deeper than this a member is named by its type only; its own type stands elsewhere on the page or repeats itself. */
const DEEPEST = 5

/** The members of a schema, each with its type, its bounds and its meaning; objects inside open on demand. */
export function membersOf(
  contract: Contract,
  written: Schema,
  seen: readonly string[] = [],
): Html | undefined {
  const { schema, name } = unwrapped(contract, written)
  if (!schema.properties || (name !== undefined && seen.includes(name)) || seen.length >= DEEPEST)
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
  written: Schema,
  required: boolean,
  seen: readonly string[],
): Html {
  const schema = contract.resolve<Schema>(written)
  const inside = membersOf(contract, written, seen)
  return html`<div><dt><code class="name">${name}</code> <span class="type">${typeOf(contract, written)}</span>${required && html` <span class="required">required</span>`}</dt>
<dd>${schema.description !== undefined && html`<p>${inline(schema.description)}</p>`}${boundsOf(contract, written)}${inside && html`<details><summary>Members of ${name}</summary>${inside}</details>`}</dd></div>
`
}

/** The schema that has members: of a list that of its items, of a nullable wrapper the one inside. */
function unwrapped(
  contract: Contract,
  written: Schema,
): { schema: Schema; name: string | undefined } {
  const schema = contract.resolve<Schema>(written)
  if (schema.type === 'array' && schema.items) return unwrapped(contract, schema.items)
  return { schema, name: nameOf(written) }
}

/** What kind of value it is, in words. */
export function typeOf(contract: Contract, written: Schema): string {
  const schema = contract.resolve<Schema>(written)
  if (schema.oneOf) return schema.oneOf.map((one) => typeOf(contract, one)).join(' or ')
  const type =
    schema.type === 'array' && schema.items
      ? `array of ${typeOf(contract, schema.items)}`
      : (schema.type ?? 'any value')
  return schema.nullable === true ? `${type} or null` : type
}

/** What a value has to keep to, as far as it says something to people. */
export function boundsOf(contract: Contract, written: Schema): Html | undefined {
  const schema = contract.resolve<Schema>(written)
  const facts = boundsIn(schema).map((fact) => html`<li>${fact}</li>`)
  return facts.length === 0 ? undefined : html`<ul class="bounds">${facts}</ul>`
}

function boundsIn(schema: Schema): readonly Html[] {
  const { format, pattern, default: otherwise } = schema
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
    ...(otherwise === undefined ? [] : [html`default <code>${JSON.stringify(otherwise)}</code>`]),
  ]
}

function rangeOf(schema: Schema, least: string, most: string, unit: string): readonly Html[] {
  const [from, to] = [schema[least], schema[most]] as (number | undefined)[]
  if (from !== undefined && to !== undefined)
    return [from === to ? html`exactly ${from}${unit}` : html`${from} to ${to}${unit}`]
  if (to !== undefined) return [html`at most ${to}${unit}`]
  return from === undefined || from === 0 ? [] : [html`at least ${from}${unit}`]
}
