import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { readFileSync } from 'node:fs'
import { oneOf, suggest } from '../../terminal/text.ts'
import type { Manifest, ManifestIssue } from './manifest.ts'
import type { Positions } from './positions.ts'

const schema = JSON.parse(
  readFileSync(new URL('../../../schemas/svc.schema.json', import.meta.url), 'utf8'),
) as { properties: object }

let compiled: ValidateFunction<Manifest> | undefined
/** Compiles the schema on first use, so that commands that read no manifest start faster. */
function validator(): ValidateFunction<Manifest> {
  compiled ??= addFormats
    .default(new Ajv2020({ allErrors: true, verbose: true, allowUnionTypes: true }))
    .compile<Manifest>(schema)
  return compiled
}

/** Validates the content of a `svc.yml` against `schemas/svc.schema.json`. */
export const validateManifest = (value: unknown): value is Manifest => validator()(value)

/** Returns the errors that the last validation found, as messages with their positions. */
export const schemaFaults = (positions: Positions): readonly ManifestIssue[] =>
  (validator().errors ?? []).filter(isInformative).map((error) => faultOf(error, positions))

/** Returns whether an error is worth reporting. A `format` error of a URL is not if a `pattern` error reports the same value. */
const isInformative = (
  { keyword, instancePath }: ErrorObject,
  _: number,
  errors: readonly ErrorObject[],
): boolean =>
  keyword !== 'format' ||
  !errors.some((other) => other.keyword === 'pattern' && other.instancePath === instancePath)

function faultOf(error: ErrorObject, positions: Positions): ManifestIssue {
  const path = error.instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  const position =
    error.keyword === 'additionalProperties'
      ? positions.key([...path, String(error.params['additionalProperty'])])
      : positions.value(path)
  return { ...position, message: `${nameOf(path)}${describe(error, positions.source(path))}` }
}

/** Returns a path as authors write it, such as `skills[0].timeout_ms`. */
const nameOf = (path: readonly string[]): string => {
  const name = path
    .map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`))
    .join('')
    .replace(/^\./, '')
  return name === '' ? 'the manifest ' : `${name} `
}

function describe(
  { keyword, params, message, data, parentSchema }: ErrorObject,
  source: string,
): string {
  switch (keyword) {
    case 'required':
      return `is missing the key ${String(params['missingProperty'])}`
    case 'additionalProperties':
      return unknownKey(
        String(params['additionalProperty']),
        Object.keys((parentSchema as { properties: object }).properties),
      )
    case 'type':
      return `must be ${typeName(params['type'] as string | string[])}, but it is ${shorten(data)}${params['type'] === 'string' && isNumberOrBoolean(data) ? `; put it in quotes: "${source}"` : ''}`
    case 'enum':
      return `must be ${oneOf((params['allowedValues'] as unknown[]).map(String))}, but it is ${shorten(data)}`
    case 'pattern':
      return describePattern(String(params['pattern']), shorten(data))
    case 'format':
      return `must be a valid URL, but it is ${shorten(data)}`
    case 'minLength':
    case 'minItems':
      return 'must not be empty'
    default:
      return message ?? `must satisfy ${keyword}`
  }
}

function describePattern(pattern: string, value: string): string {
  if (pattern.startsWith('^https?'))
    return `must be an absolute URL that begins with http:// or https://, but it is ${value}`
  const isSetOfCharacters = /^\^\[[^\]]+\]\*\$$/.test(pattern)
  return isSetOfCharacters
    ? `contains invalid characters: ${value}`
    : `must match the pattern ${pattern}, but it is ${value}`
}

function unknownKey(key: string, known: readonly string[]): string {
  const similar = suggest(key, known)
  return `has the unknown key ${JSON.stringify(key)}${similar === undefined ? `; the known keys are ${known.join(', ')}` : `; did you mean ${similar}?`}`
}
const typeName = (types: string | readonly string[]): string =>
  [types]
    .flat()
    .map(
      (type) =>
        ({
          object: 'a mapping',
          array: 'a list',
          integer: 'a whole number',
          number: 'a number',
          string: 'a string',
          boolean: 'true or false',
        })[type] ?? type,
    )
    .join(' or ')
/** Returns a value as JSON in a form that a message can contain. */
export const shorten = (data: unknown): string => {
  if (Array.isArray(data)) return 'a list'
  if (typeof data === 'object' && data !== null) return 'a mapping'
  const text = JSON.stringify(data) ?? String(data)
  return text.length > 60 ? `${text.slice(0, 57)}...` : text
}
const isNumberOrBoolean = (data: unknown): boolean =>
  typeof data === 'number' || typeof data === 'boolean'
