import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { createRequire } from 'node:module'
import { addLinearFormats } from '../../contract/vocabulary.ts'
import type { JsonSchema } from '../definition.ts'

/** Returns a short reason why a value is invalid, or undefined if it is valid. */
export type Check = (value: unknown) => string | undefined

/**
 * Unknown keywords and formats are ignored, but invalid schemas throw. Values are neither coerced nor completed with defaults. References
 * are not replaced by their targets, because a small schema could then become a very large program.
 */
const OPTIONS: Options = { strict: false, logger: false, inlineRefs: false }
const DRAFT_06 = createRequire(import.meta.url)('ajv/dist/refs/json-schema-draft-06.json') as object

/** A version of JSON Schema. The meta-schema is compiled once, because that takes longer than compiling the schemas of most skills. */
interface Dialect {
  readonly uri: RegExp
  readonly create: (options: Options) => Ajv
  meta?: Ajv
}
const DIALECTS: readonly Dialect[] = [
  {
    uri: /^https?:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/,
    create: (options) => new Ajv2020(options),
  },
  {
    uri: /^https?:\/\/json-schema\.org\/draft\/2019-09\/schema#?$/,
    create: (options) => new Ajv2019(options),
  },
  {
    uri: /^https?:\/\/json-schema\.org\/draft-0[67]\/schema#?$/,
    create: (options) => new Ajv(options).addMetaSchema(DRAFT_06),
  },
]
const DEFAULT_DIALECT = 'https://json-schema.org/draft/2020-12/schema'

/** Compiles a schema, or returns why it is invalid. Each schema has its own Ajv, so that equal `$id`s do not conflict. */
export function compileSchema(schema: JsonSchema): Check | string {
  const isObjectOrBoolean =
    typeof schema === 'boolean' ||
    (typeof schema === 'object' && schema !== null && !Array.isArray(schema))
  if (!isObjectOrBoolean) return 'is not a JSON Schema: it must be an object or a boolean'
  const named: unknown = typeof schema === 'object' ? schema['$schema'] : undefined
  const uri = named ?? DEFAULT_DIALECT
  if (typeof uri !== 'string') return 'is not a JSON Schema: $schema must be a string'
  const dialect = DIALECTS.find((candidate) => candidate.uri.test(uri))
  if (!dialect)
    return `has the unknown dialect ${uri}; the supported ones are 2020-12, 2019-09, draft-07 and draft-06`
  if (typeof schema === 'object' && '$async' in schema)
    return 'is asynchronous, which is not supported'
  try {
    dialect.meta ??= dialect.create(OPTIONS)
    const keywords = withoutDialect(schema)
    void dialect.meta.validateSchema(keywords, true)
    const ajv = dialect.create({ ...OPTIONS, validateSchema: false })
    addLinearFormats(ajv)
    return checkOf(ajv.compile(keywords))
  } catch (error) {
    return `is not a JSON Schema: ${(error as Error).message.replace(/^schema is invalid: /, '')}`
  }
}

/** Removes `$schema`, because the dialect is already chosen and Ajv accepts only one spelling of each. */
function withoutDialect(schema: JsonSchema): JsonSchema {
  if (typeof schema === 'boolean' || schema['$schema'] === undefined) return schema
  const { $schema, ...keywords } = schema
  return keywords
}

function checkOf(validate: ValidateFunction): Check {
  return (value) => (validate(value) ? undefined : describe(validate.errors?.[0]))
}

function describe(fault: ErrorObject | undefined): string {
  if (!fault) return 'does not match its schema'
  const { instancePath, keyword, message, params } = fault
  const extra =
    keyword === 'additionalProperties' ? ` (${String(params['additionalProperty'])})` : ''
  const text = `${instancePath === '' ? 'it' : instancePath} ${message ?? `must satisfy ${keyword}`}${extra}`
  return text.slice(0, 256).toWellFormed()
}
