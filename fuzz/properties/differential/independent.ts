import { registerSchema, validate, type Validator } from '@hyperjump/json-schema/openapi-3-0'
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
 * Returns a function that compiles the schema at a pointer with `@hyperjump/json-schema`. That library has dialects for OpenAPI 3.0
 * and 3.1, and shares neither code nor formats with Ajv. This module implements `format` for the formats of the contracts, and contains
 * a second implementation of the project's own two keywords, written from their description in openapi.yaml.
 */
export async function independent(
  document: Document,
  dialect: 'openapi-3.0' | 'openapi-3.1',
): Promise<(pointer: string) => Promise<Validator>> {
  const uri = `https://contracts.example/${(registered += 1)}`
  registerSchema(document as never, uri, DIALECTS[dialect])
  return (pointer) => validate(`${uri}#${encodeURI(pointer)}`)
}
let registered = 0

const OWN = 'https://contracts.example/keyword'
const DIALECTS = {
  'openapi-3.0': 'https://contracts.example/dialect/3.0',
  'openapi-3.1': 'https://contracts.example/dialect/3.1',
} as const

/** The formats; each ignores values of another type. */
const FORMATS: Readonly<Record<string, (value: unknown) => boolean>> = {
  'date-time': ifText(isDateTime),
  date: ifText(isDate),
  email: ifText(isEmail),
  uri: ifText(isUri),
  uuid: ifText(isUuid),
  // OpenAPI 3.0.3 defines int32 and int64 as signed integers. Double and password do not restrict JSON values.
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
  if (!holds) throw new Error(`The format ${name} has no check of its own; add one to FORMATS`)
  return holds(value)
})
addOwn(
  'x-max-bytes',
  (limit: number, value) =>
    typeof value !== 'object' ||
    value === null ||
    new TextEncoder().encode(JSON.stringify(value)).length <= limit,
)
addOwn('x-max-depth', (limit: number, value) => depthOf(value) <= limit)

/** Returns the depth of a value. It does not recurse, so that deep values cannot overflow the stack. */
function depthOf(value: unknown): number {
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
  // The linters check the documents themselves, so this meta-schema accepts every object.
  registerSchema({ type: 'object' }, id, 'http://json-schema.org/draft-04/schema#')
}
defineDialect(DIALECTS['openapi-3.0'], 'https://spec.openapis.org/oas/3.0/dialect')
defineDialect(DIALECTS['openapi-3.1'], 'https://json-schema.org/draft/2020-12/schema')
