import {
  registerSchema,
  validate,
  type SchemaObject,
  type Validator,
} from '@hyperjump/json-schema/openapi-3-0'
import '@hyperjump/json-schema/openapi-3-1'
import {
  addKeyword,
  defineVocabulary,
  getKeyword,
  getKeywordId,
  loadDialect,
  type Keyword,
} from '@hyperjump/json-schema/experimental'
import * as Instance from '@hyperjump/json-schema/instance/experimental'
import { isDate, isDateTime, isEmail, isUri, isUuid } from '@hyperjump/json-schema-formats'
import type { Document } from '../../../src/contract/document.ts'

/**
 * The second opinion: `@hyperjump/json-schema`, which has dialects for OpenAPI 3.0 and 3.1 and shares neither code nor formats with
 * Ajv. To its dialects come the formats that JSON Schema (draft 4) had not yet and OpenAPI lists, and the two keywords of our own,
 * written here once more from what openapi.yaml says about them.
 */
export async function independent(
  document: Document,
  dialect: 'openapi-3.0' | 'openapi-3.1',
): Promise<(pointer: string) => Promise<Validator>> {
  const uri = `https://contracts.example/${(registered += 1)}`
  registerSchema(document as unknown as SchemaObject, uri, DIALECTS[dialect])
  return (pointer) => validate(`${uri}#${encodeURI(pointer)}`)
}
let registered = 0

const OWN = 'https://contracts.example/keyword'
const DIALECTS = {
  'openapi-3.0': 'https://contracts.example/dialect/3.0',
  'openapi-3.1': 'https://contracts.example/dialect/3.1',
} as const

/** One format, judged where the value is of its type. */
const FORMATS: Readonly<Record<string, (value: unknown) => boolean>> = {
  'date-time': ifText(isDateTime),
  date: ifText(isDate),
  email: ifText(isEmail),
  uri: ifText(isUri),
  uuid: ifText(isUuid),
  // OpenAPI 3.0.3, Data Types: signed 32 bits, signed 64 bits; double and password restrict nothing that JSON can hold.
  int32: ifNumber((n) => Number.isInteger(n) && n >= -2147483648 && n <= 2147483647),
  int64: ifNumber(Number.isInteger),
  double: () => true,
  password: () => true,
}
function ifText(holds: (text: string) => boolean) {
  return (value: unknown) => typeof value !== 'string' || holds(value)
}
function ifNumber(holds: (number: number) => boolean) {
  return (value: unknown) => typeof value !== 'number' || holds(value)
}

function addOwn(name: string, holds: (limit: never, value: unknown) => boolean): void {
  const compile = getKeyword('https://json-schema.org/keyword/maxLength')
    .compile as Keyword<never>['compile']
  addKeyword({
    id: `${OWN}/${name}`,
    compile,
    interpret: (limit, node) => holds(limit, Instance.value(node)),
  })
}
addOwn('format', (name: string, value) => {
  const holds = FORMATS[name]
  if (!holds) throw new Error(`Nobody has decided what the format ${name} means`)
  return holds(value)
})
addOwn(
  'x-max-bytes',
  (limit: number, value) =>
    typeof value !== 'object' ||
    value === null ||
    new TextEncoder().encode(JSON.stringify(value)).length <= limit,
)
addOwn('x-max-depth', (limit: number, value) => deepest(value) <= limit)

/** Levels, without recursion: each round opens what the round before held. */
function deepest(value: unknown): number {
  let levels = 0
  for (
    let round = [value].filter(isContainer);
    round.length > 0;
    round = round.flatMap((one) => Object.values(one)).filter(isContainer)
  )
    levels += 1
  return levels
}
const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null

const NAMES = [
  '$ref',
  'additionalProperties',
  'allOf',
  'anyOf',
  'default',
  'deprecated',
  'description',
  'discriminator',
  'enum',
  'example',
  'examples',
  'exclusiveMaximum',
  'exclusiveMinimum',
  'items',
  'maxItems',
  'maxLength',
  'maxProperties',
  'maximum',
  'minItems',
  'minLength',
  'minProperties',
  'minimum',
  'multipleOf',
  'not',
  'nullable',
  'oneOf',
  'pattern',
  'properties',
  'required',
  'title',
  'type',
  'uniqueItems',
  'readOnly',
  'writeOnly',
  'const',
]
function defineDialect(id: string, from: string): void {
  const borrowed = NAMES.flatMap((name) => {
    const keyword = getKeywordId(name, from) as string | undefined
    return keyword === undefined ? [] : [[name, keyword]]
  })
  defineVocabulary(id, {
    ...(Object.fromEntries(borrowed) as Record<string, string>),
    ...Object.fromEntries(
      ['format', 'x-max-bytes', 'x-max-depth'].map((name) => [name, `${OWN}/${name}`]),
    ),
  })
  loadDialect(id, { [id]: true })
  // Whether a document is sound is for its linters to say.
  registerSchema({ type: 'object' }, id, 'http://json-schema.org/draft-04/schema#')
}
defineDialect(DIALECTS['openapi-3.0'], 'https://spec.openapis.org/oas/3.0/dialect')
defineDialect(DIALECTS['openapi-3.1'], 'https://json-schema.org/draft/2020-12/schema')
