import type { Check } from './backend.ts'
import type { OperationObject } from './document.ts'
import { issue, issuesOf, token, MAX_ISSUES } from './issues.ts'
import { Problem } from './outcome.ts'
import { compileParameter, type ParameterSpec } from './parameter-shape.ts'
import type { Issue } from './typed.ts'

type Values = Record<string, unknown>
/** Parameters as handlers receive them: typed, with defaults, headers under their documented names. */
export interface Parameters {
  readonly path: Readonly<Values>
  readonly query: Readonly<Values>
  readonly headers: Readonly<Values>
}
type TextValues = Readonly<Record<string, string | undefined>>
/** Reads decoded path values, a raw query string (without `?`) and headers (lower-case names). */
export type ParameterReader = (
  path: TextValues,
  search: string,
  headers: TextValues,
) => Parameters | Problem

/** Compiles the reader of one operation's parameters. Throws at start on those it cannot read. */
export function compileParameters(operation: OperationObject, check: Check): ParameterReader {
  const parameters = operation.parameters.map((parameter) => compileParameter(operation, parameter))
  const inside = (place: string) => parameters.filter((parameter) => parameter.in === place)
  const [path, query, header] = [inside('path'), inside('query'), inside('header')]
  const readQuery = compileQuery(query)

  return (pathValues, search, headers) => {
    const issues: Issue[] = []
    const read = {
      path: path.length ? readEach(path, pathValues, issues) : NONE,
      query: query.length || search ? readQuery(search, issues) : NONE,
      header: header.length ? readEach(header, headers, issues) : NONE,
    }
    if (issues.length > 0) return invalidParameter(issues)
    if (parameters.length > 0 && !check.passes(read))
      return invalidParameter(issuesOf(check.faults(read)))
    return {
      path: read.path,
      query: read.query,
      headers: header.length ? documentedNames(header, read.header) : NONE,
    }
  }
}

const NONE: Readonly<Values> = Object.freeze({})
const invalidParameter = (issues: Issue[]): Problem =>
  new Problem('INVALID_PARAMETER', { issues: issues.slice(0, MAX_ISSUES) })

// ---- Converting texts ----------------------------------------------------------------------------------------------

const mustBe = (type: string): string => `must be ${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`

function readEach(
  parameters: readonly ParameterSpec[],
  texts: TextValues,
  issues: Issue[],
): Values {
  const values: Values = {}
  for (const { key, in: place, convert, type, defaultValue: fallback } of parameters) {
    const text = texts[key]
    const value = text === undefined ? fallback : convert(text)
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
 * Splits the query as browsers do (WHATWG URL, application/x-www-form-urlencoded): `+` is a space, and an invalid escape stays as it is.
 */
function compileQuery(
  parameters: readonly ParameterSpec[],
): (search: string, issues: Issue[]) => Values {
  const known = new Map(parameters.map((parameter) => [parameter.name, parameter]))
  const optional = parameters.filter(({ defaultValue: fallback }) => fallback !== undefined)
  const defaults = Object.fromEntries(
    optional.map(({ name, defaultValue: fallback }) => [name, fallback]),
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

/** Adds one `name=text` pair to the given values; returns what is wrong with it. */
function addPair(
  parameter: ParameterSpec | undefined,
  text: string,
  given: Values,
): string | undefined {
  if (!parameter) return 'is not a parameter of this operation'
  const { name, list, convert, type } = parameter
  const before = given[name]
  if (before !== undefined && list !== 'repeated') return 'must be given only once'
  const items = (list === 'commas' ? text.split(',') : [text]).map(convert)
  given[name] = list === 'none' ? items[0] : [...((before as unknown[]) ?? []), ...items]
  return items.includes(undefined) ? mustBe(type) : undefined
}
