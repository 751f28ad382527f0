import type { OperationObject, ParameterObject, Schema } from './document.ts'

/** Returns undefined if the text is not a value of the type. */
type Convert = (text: string) => unknown
const INTEGER = /^-?(0|[1-9][0-9]*)$/
const NUMBER = /^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$/

/**
 * Ajv's coercion accepts `0x10`, ` 5` and `1e1` as integers. Other validators of the contract do not, so these converters do not either.
 */
const CONVERTERS: Readonly<Record<string, Convert>> = {
  string: (text) => text,
  integer: (text) =>
    INTEGER.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) + 0 : undefined,
  number: (text) =>
    NUMBER.test(text) && Number.isFinite(Number(text)) ? Number(text) + 0 : undefined,
  boolean: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
}

/** How one parameter is read from a request. */
export interface ParameterSpec {
  readonly name: string
  readonly in: string
  /** The name to look up in requests; header names are case-insensitive. */
  readonly key: string
  readonly type: string
  readonly convert: Convert
  readonly list: 'none' | 'repeated' | 'commas'
  readonly defaultValue: unknown
}

const IGNORED_BY_OPENAPI = new Set(['accept', 'content-type', 'authorization'])

/** Compiles one parameter. Throws on parameters that this server cannot read, and on those that OpenAPI would ignore. */
export function compileParameter(
  operation: OperationObject,
  parameter: ParameterObject,
): ParameterSpec {
  const { name, in: place, schema } = parameter
  const refuse = (why: string) => {
    throw new Error(`${operation.operationId}: parameter ${name} ${why}`)
  }
  if (!schema) return refuse('has no schema')
  if (!['path', 'query', 'header'].includes(place))
    return refuse(`is in ${place}, which is not supported`)
  const namesakes = operation.parameters.filter(
    (other) => other.name === name && other.in === place,
  )
  if (namesakes.length > 1) return refuse('is declared twice')
  if (place === 'header' && IGNORED_BY_OPENAPI.has(name.toLowerCase()))
    return refuse('is a header that OpenAPI ignores as a parameter')

  const list = listStyle(parameter, schema)
  if (!list) return refuse('is a list of a style that is not supported (only form, in the query)')
  const type = (list === 'none' ? schema.type : schema.items?.type) ?? 'unknown'
  const convert = CONVERTERS[type]
  if (!convert) return refuse(`is of type ${type}, which is not supported`)
  return {
    name,
    in: place,
    key: place === 'header' ? name.toLowerCase() : name,
    type,
    convert,
    list,
    defaultValue: schema.default,
  }
}

/** `style: form` is the default of the query, and `explode: true` the default of form (OpenAPI 3.0.3, Parameter Object). */
function listStyle(
  { in: place, style = 'form', explode = true }: ParameterObject,
  schema: Schema,
): ParameterSpec['list'] | undefined {
  if (schema.type !== 'array') return 'none'
  if (place !== 'query' || style !== 'form') return undefined
  return explode ? 'repeated' : 'commas'
}
