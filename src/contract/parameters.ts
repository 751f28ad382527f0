import type { Check } from './backend.ts'
import type { OperationObject, ParameterObject, Schema } from './document.ts'
import { issue, issuesOf, problemOf, token, MAX_ISSUES } from './issues.ts'
import { Problem } from './response.ts'
import type { Issue } from './typed.ts'

type Values = Record<string, unknown>
const NONE: Readonly<Values> = Object.freeze({})
/** Parameters as handlers receive them: typed, with defaults, and with headers under their documented names. */
interface Parameters {
  readonly path: Readonly<Values>
  readonly query: Readonly<Values>
  readonly headers: Readonly<Values>
}
type TextValues = Readonly<Record<string, string | undefined>>
/** Reads the parameters of one operation. */
export interface ParameterReader {
  /**
   * The parameters of every request without a query if the operation declares none. Undefined if it declares any, because they have to be
   * read.
   */
  readonly constant: Parameters | undefined
  /** Reads decoded path values, a raw query string (without `?`) and headers (lower-case names). */
  read(path: TextValues, search: string, headers: TextValues): Parameters | Problem
}

/** Compiles the reader of one operation's parameters. Throws at startup if there is a parameter that it cannot read. */
export function compileParameters(operation: OperationObject, check: Check): ParameterReader {
  const parameters = operation.parameters.map((parameter) => compileParameter(operation, parameter))
  const declaredIn = (place: string) => parameters.filter((parameter) => parameter.in === place)
  const [path, query, header] = [declaredIn('path'), declaredIn('query'), declaredIn('header')]
  const readQuery = compileQuery(query)

  const read: ParameterReader['read'] = (pathValues, search, headers) => {
    const issues: Issue[] = []
    const found = {
      path: path.length ? readEach(path, pathValues, issues) : NONE,
      query: query.length || search ? readQuery(search, issues) : NONE,
      header: header.length ? readEach(header, headers, issues) : NONE,
    }
    if (issues.length > 0) return invalidParameter(issues)
    if (parameters.length > 0 && !check.passes(found)) {
      const faults = check.faults(found)
      return invalidParameter(issuesOf(faults), problemOf(faults))
    }
    return {
      path: found.path,
      query: found.query,
      headers: header.length ? documentedNames(header, found.header) : NONE,
    }
  }
  const constant = parameters.length === 0 ? { path: NONE, query: NONE, headers: NONE } : undefined
  return { constant, read }
}

const invalidParameter = (issues: Issue[], code = 'INVALID_PARAMETER'): Problem =>
  new Problem(code, { issues: issues.slice(0, MAX_ISSUES) })

// ---- Values of the path and the headers ----------------------------------------------------------------------------------------------

const mustBe = (type: string): string => `must be ${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`

function readEach(
  parameters: readonly ParameterSpec[],
  texts: TextValues,
  issues: Issue[],
): Values {
  const values: Values = {}
  for (const { key, in: place, convert, type, defaultValue } of parameters) {
    const text = texts[key]
    const value = text === undefined ? defaultValue : convert(text)
    if (value !== undefined) values[key] = value
    else if (text !== undefined) issues.push(issue(`/${place}/${token(key)}`, mustBe(type)))
  }
  return values
}

const documentedNames = (parameters: readonly ParameterSpec[], read: Readonly<Values>): Values =>
  Object.fromEntries(
    parameters.filter(({ key }) => key in read).map(({ name, key }) => [name, read[key]]),
  )

// ---- Query parameters ----------------------------------------------------------------------------------------------

/**
 * Compiles the reader of the query, which is split as in browsers (WHATWG URL, application/x-www-form-urlencoded): `+` is a space, and an
 * invalid escape is left unchanged.
 */
function compileQuery(
  parameters: readonly ParameterSpec[],
): (search: string, issues: Issue[]) => Values {
  const known = new Map(parameters.map((parameter) => [parameter.name, parameter]))
  const optional = parameters.filter(({ defaultValue }) => defaultValue !== undefined)
  const defaults = Object.fromEntries(
    optional.map(({ name, defaultValue }) => [name, defaultValue]),
  )
  return (search, issues) => {
    if (search === '') return { ...defaults }
    const given = Object.create(null) as Values
    for (const [name, text] of new URLSearchParams(search)) {
      const fault = addPair(known.get(name), text, given)
      if (fault && issues.length < MAX_ISSUES) issues.push(issue(`/query/${token(name)}`, fault))
    }
    return { ...defaults, ...given }
  }
}

/** Adds one `name=text` pair to the given values. Returns the fault, or undefined if the pair is valid. */
function addPair(
  parameter: ParameterSpec | undefined,
  text: string,
  given: Values,
): string | undefined {
  if (!parameter) return 'is not a parameter of this operation'
  const { name, list, convert, type } = parameter
  const previous = given[name]
  if (previous !== undefined && list !== 'repeated') return 'must be given only once'
  const items = (list === 'commas' ? text.split(',') : [text]).map(convert)
  given[name] = list === 'none' ? items[0] : [...((previous as unknown[]) ?? []), ...items]
  return items.includes(undefined) ? (type === 'boolean' ? NOT_BOOLEAN : mustBe(type)) : undefined
}

/** Clients in Python send `True` for a boolean unless they convert it, so the message states the spelling. */
const NOT_BOOLEAN = 'must be true or false, in lower case'

// ---- Declarations ----------------------------------------------------------------------------------------------------

/** Converts a string to a value of a type; returns undefined if it is not one. */
type Convert = (text: string) => unknown
const INTEGER = /^-?(0|[1-9][0-9]*)$/
const NUMBER = /^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$/

/**
 * Converters by type. Ajv's coercion accepts `0x10`, ` 5` and `1e1` as integers. Other validators of the contract do not, so these
 * converters do not either.
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
interface ParameterSpec {
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
function compileParameter(operation: OperationObject, parameter: ParameterObject): ParameterSpec {
  const { name, in: place, schema } = parameter
  const refuse = (reason: string) => {
    throw new Error(`${operation.operationId}: parameter ${name} ${reason}`)
  }
  if (!schema) return refuse('has no schema')
  if (!['path', 'query', 'header'].includes(place))
    return refuse(`is in ${place}, which is not supported`)
  const declarations = operation.parameters.filter(
    (other) => other.name === name && other.in === place,
  )
  if (declarations.length > 1) return refuse('is declared twice')
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
    defaultValue: parameter['x-default'] ?? schema.default,
  }
}

/**
 * Returns the format of lists in a parameter, or undefined if it is not supported. In the query, `style: form` and `explode: true` are the
 * defaults (OpenAPI 3.0.3, Parameter Object).
 */
function listStyle(
  { in: place, style = 'form', explode = true }: ParameterObject,
  schema: Schema,
): ParameterSpec['list'] | undefined {
  if (schema.type !== 'array') return 'none'
  if (place !== 'query' || style !== 'form') return undefined
  return explode ? 'repeated' : 'commas'
}
