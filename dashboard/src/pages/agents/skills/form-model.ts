import { isObject } from '../../../api/json.ts'
import { visibleName, visibleText } from '../../../parts/text/visible.ts'
import type { JsonSchema } from './card-skills.ts'

/** Deeper parts of a schema, and objects with more members, are edited as JSON. */
const MAX_DEPTH = 3
const MAX_MEMBERS = 40
/** A longer list of options is not shown, and the field has the type of the schema. */
const MAX_OPTIONS = 100
/** A list that needs more entries than a form adds is edited as JSON. */
export const MAX_ENTRIES = 100

interface Common {
  readonly title: string
  readonly description: string | undefined
  readonly type: string
}
export interface Member {
  readonly name: string
  readonly required: boolean
  readonly field: FormField
}
/** How one part of a JSON Schema is edited. */
export type FormField = Common &
  (
    | { readonly kind: 'text'; readonly min: number; readonly max: number | undefined }
    | {
        readonly kind: 'number'
        readonly integer: boolean
        readonly min: number | undefined
        readonly max: number | undefined
      }
    | { readonly kind: 'boolean' }
    | { readonly kind: 'choice'; readonly options: readonly unknown[] }
    | {
        readonly kind: 'list'
        readonly item: FormField
        readonly min: number
        readonly max: number
      }
    | { readonly kind: 'object'; readonly members: readonly Member[] }
    | { readonly kind: 'json' }
  )

const UNSUPPORTED_KEYWORDS = ['$ref', 'oneOf', 'anyOf', 'allOf', 'not', 'if', 'patternProperties']
const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined
const stringOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined
/** Returns `Invoice number` for `invoice_number` and `invoiceNumber`. Abbreviations keep their capitals: `Tax ID` for `taxID`. */
const readable = (name: string): string => {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .replaceAll(/[_-]+([A-Z](?=[a-z]))?/g, (_, initial = '') => ` ${initial.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Returns the field for a schema. Whatever a form cannot show is edited as JSON, so every skill can be tried. */
export function fieldOf(schema: unknown, name: string, depth = 0): FormField {
  if (!isObject(schema)) return json({}, name)
  const common = commonOf(schema, name)
  const options = 'const' in schema ? [schema['const']] : schema['enum']
  if (Array.isArray(options) && options.length > 0 && options.length <= MAX_OPTIONS)
    return { ...common, kind: 'choice', options }
  if (UNSUPPORTED_KEYWORDS.some((word) => word in schema) || depth > MAX_DEPTH)
    return json(schema, name)
  switch (typeOf(schema)) {
    case 'string':
      return {
        ...common,
        kind: 'text',
        min: numberOf(schema['minLength']) ?? 0,
        max: numberOf(schema['maxLength']),
      }
    case 'number':
    case 'integer':
      return {
        ...common,
        kind: 'number',
        integer: typeOf(schema) === 'integer',
        min: numberOf(schema['minimum']),
        max: numberOf(schema['maximum']),
      }
    case 'boolean':
      return { ...common, kind: 'boolean' }
    case 'array':
      return isObject(schema['items']) ? listOf(schema, common, depth) : json(schema, name)
    case 'object':
      return objectOf(schema, common, depth)
    default:
      return json(schema, name)
  }
}

function listOf(schema: JsonSchema, common: Common, depth: number): FormField {
  const min = numberOf(schema['minItems']) ?? 0
  if (min > MAX_ENTRIES) return { ...common, kind: 'json' }
  const item = fieldOf(schema['items'], 'Entry', depth + 1)
  return {
    ...common,
    type: `list of ${item.type}`,
    kind: 'list',
    item,
    min,
    max: numberOf(schema['maxItems']) ?? Number.POSITIVE_INFINITY,
  }
}

function objectOf(schema: JsonSchema, common: Common, depth: number): FormField {
  const { properties, required } = schema
  const names = isObject(properties) ? Object.keys(properties) : []
  if (!isObject(properties) || names.length === 0 || names.length > MAX_MEMBERS)
    return { ...common, kind: 'json' }
  return {
    ...common,
    kind: 'object',
    members: Object.entries(properties).map(([name, member]) => ({
      name,
      required: Array.isArray(required) && required.includes(name),
      field: fieldOf(member, name, depth + 1),
    })),
  }
}

function typeOf({ type, properties }: JsonSchema): string | undefined {
  if (Array.isArray(type)) return stringOf(type.find((each) => each !== 'null'))
  return stringOf(type) ?? (isObject(properties) ? 'object' : undefined)
}

const TYPES: ReadonlyMap<string, string> = new Map([
  ['string', 'text'],
  ['integer', 'whole number'],
  ['boolean', 'yes or no'],
  ['array', 'list'],
])

function commonOf(schema: JsonSchema, name: string): Common {
  const type = typeOf(schema)
  const format = stringOf(schema['format'])
  const description = stringOf(schema['description'])
  const shown = type === undefined ? 'any' : (TYPES.get(type) ?? type)
  return {
    title: visibleName(stringOf(schema['title']) ?? readable(name)),
    description: description === undefined ? undefined : visibleText(description),
    type: visibleName(format === undefined ? shown : `${shown} (${format})`),
  }
}

const json = (schema: JsonSchema, name: string): FormField => ({
  ...commonOf(schema, name),
  kind: 'json',
})

/** One line of the table that describes a schema. */
interface FieldRow {
  readonly path: string
  readonly type: string
  readonly required: boolean
  readonly description: string | undefined
}

/** Returns the members of a schema with their paths, such as `customer.name` and `lines[].total`. */
export function rowsOf(field: FormField, path = '', required = true): readonly FieldRow[] {
  const own: FieldRow = { path, type: typeText(field), required, description: field.description }
  if (field.kind === 'object')
    return [
      ...(path === '' ? [] : [own]),
      ...field.members.flatMap((member) =>
        rowsOf(member.field, memberPath(path, member.name), member.required),
      ),
    ]
  if (field.kind !== 'list') return [own]
  const nested = ['object', 'list'].includes(field.item.kind)
  return [own, ...(nested ? rowsOf(field.item, `${path}[]`).slice(1) : [])]
}

const memberPath = (path: string, name: string): string =>
  path === '' ? visibleName(name) : `${path}.${visibleName(name)}`

/** Returns the display text of an option. */
export const optionText = (option: unknown): string =>
  visibleName(typeof option === 'string' ? option : JSON.stringify(option))

const typeText = (field: FormField): string =>
  field.kind === 'choice' ? `one of ${field.options.map(optionText).join(', ')}` : field.type
