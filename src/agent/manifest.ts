import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { readFileSync } from 'node:fs'
import { isMap, isPair, isScalar, LineCounter, parseDocument, type Document, type Node } from 'yaml'
import { sha256Hex } from '../domain/crypto/hash.ts'
import { canonicalize, type JsonObject } from '../domain/crypto/jcs.ts'
import { suggest } from '../terminal/suggest.ts'
import type { AgentManifest } from './definition.ts'

/** A manifest as `svc.yml` has it: what the agent serves with, and what only registration and the command line look at. */
export interface Manifest extends AgentManifest {
  readonly category?: string
  readonly llm_provider?: string
  readonly permissions?: JsonObject
  /** The file with the skills, relative to the manifest. */
  readonly entry?: string
}

/** Something about a manifest, and where: line and column count from 1. */
export interface Remark {
  readonly line: number
  readonly column: number
  readonly message: string
}
export type ManifestReading =
  | {
      readonly kind: 'sound'
      readonly manifest: Manifest
      readonly hash: string
      readonly warnings: readonly Remark[]
    }
  | { readonly kind: 'faulty'; readonly faults: readonly Remark[] }

const MOST_BYTES = 1024 * 1024
const schema = JSON.parse(
  readFileSync(new URL('../../schemas/svc.schema.json', import.meta.url), 'utf8'),
) as { properties: object }

/**
 * Reads the text of a `svc.yml` (docs/specification/agent-protocol.md#manifest) and validates it against `schemas/svc.schema.json`. Never
 * throws, whatever the text contains.
 */
export function readManifest(text: string): ManifestReading {
  if (Buffer.byteLength(text) > MOST_BYTES)
    return {
      kind: 'faulty',
      faults: [{ line: 1, column: 1, message: `it is longer than ${MOST_BYTES} bytes` }],
    }
  const lines = new LineCounter()
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    logLevel: 'error',
  })
  const at = placesIn(document, lines)
  if (document.errors.length > 0)
    return {
      kind: 'faulty',
      faults: document.errors.map(({ pos, message }) => ({
        ...at.offset(pos[0]),
        message: `this is not YAML: ${message}`,
      })),
    }

  const value = valueOf(document)
  if (value instanceof Error)
    return { kind: 'faulty', faults: [{ line: 1, column: 1, message: value.message }] }
  if (!validate()(value))
    return {
      kind: 'faulty',
      faults: (validate().errors ?? []).filter(isTelling).map((error) => faultOf(error, at)),
    }
  const manifest = withDefaults(value as unknown as Manifest)
  const doubled = doubles(manifest)
  if (doubled.length > 0)
    return {
      kind: 'faulty',
      faults: doubled.map(({ path, message }) => ({ ...at.value(path), message })),
    }
  return {
    kind: 'sound',
    manifest,
    hash: manifestHash(value),
    warnings: unmatched(manifest).map(({ path, message }) => ({ ...at.value(path), message })),
  }
}

/** `manifest_hash`: hex SHA-256 over the JCS form of everything the manifest says, so neither comments nor layout count. */
export const manifestHash = (value: unknown): string => sha256Hex(canonicalize(value))

const withDefaults = (manifest: Manifest): Manifest => ({
  ...manifest,
  capabilities: {
    provides: manifest.capabilities.provides,
    requires: manifest.capabilities.requires ?? [],
  },
})

/** What the text says, as JSON; or why it has no JSON form. */
function valueOf(document: Document): JsonObject | Error {
  try {
    const value = document.toJS() as JsonObject
    canonicalize(value)
    return value
  } catch (cause) {
    return new Error(`it cannot be written as JSON: ${(cause as Error).message}`)
  }
}

// ---- Faults in words ------------------------------------------------------------------------------------------------

let compiled: ReturnType<Ajv2020['compile']> | undefined
/** Compiled when first needed, so that a command that reads no manifest does not wait for it. */
function validate(): ReturnType<Ajv2020['compile']> {
  compiled ??= addFormats
    .default(new Ajv2020({ allErrors: true, verbose: true, allowUnionTypes: true }))
    .compile(schema)
  return compiled
}

/** The pattern of an address says the same as its format. */
const isTelling = ({ keyword, schema: rule }: ErrorObject): boolean =>
  !(keyword === 'format' && rule === 'uri')

function faultOf(error: ErrorObject, at: Places): Remark {
  const path = error.instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  const place =
    error.keyword === 'additionalProperties'
      ? at.key([...path, String(error.params['additionalProperty'])])
      : at.value(path)
  return { ...place, message: `${nameOf(path)}${sentence(error, at.source(path))}` }
}

/** A path as its author writes it: `skills[0].timeout_ms`. */
const nameOf = (path: readonly string[]): string => {
  const name = path
    .map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`))
    .join('')
    .replace(/^\./, '')
  return name === '' ? 'the manifest ' : `${name} `
}

function sentence(
  { keyword, params, message, data, parentSchema }: ErrorObject,
  source: string,
): string {
  switch (keyword) {
    case 'required':
      return `lacks ${String(params['missingProperty'])}; add it`
    case 'additionalProperties':
      return unknownKey(
        String(params['additionalProperty']),
        Object.keys((parentSchema as { properties: object }).properties),
      )
    case 'type':
      return `must be ${article(params['type'] as string | string[])}, but it is ${shown(data)}${params['type'] === 'string' && isPlain(data) ? `; put it in quotes: "${source}"` : ''}`
    case 'pattern':
      return String(params['pattern']).startsWith('^https?')
        ? `must be an absolute address that begins with http:// or https://, but it is ${shown(data)}`
        : `holds characters that it may not hold: ${shown(data)}`
    case 'minLength':
    case 'minItems':
      return 'must not be empty'
    default:
      return message ?? `breaks the rule ${keyword}`
  }
}

function unknownKey(key: string, known: readonly string[]): string {
  const meant = suggest(key, known)
  return `has no key ${JSON.stringify(key)}${meant === undefined ? `; known are ${known.join(', ')}` : `; did you mean ${meant}?`}`
}
const article = (types: string | readonly string[]): string =>
  [types]
    .flat()
    .map(
      (type) =>
        ({
          object: 'a mapping',
          array: 'a list',
          integer: 'a whole number',
          number: 'a number',
          string: 'a text',
          boolean: 'true or false',
        })[type] ?? type,
    )
    .join(' or ')
const shown = (data: unknown): string => {
  if (Array.isArray(data)) return 'a list'
  if (typeof data === 'object' && data !== null) return 'a mapping'
  const text = JSON.stringify(data) ?? String(data)
  return text.length > 60 ? `${text.slice(0, 57)}...` : text
}
const isPlain = (data: unknown): boolean => typeof data === 'number' || typeof data === 'boolean'

// ---- What a schema cannot say ---------------------------------------------------------------------------------------

interface At {
  readonly path: readonly string[]
  readonly message: string
}

function doubles({ skills }: Manifest): At[] {
  const names = skills.map(({ name }) => name)
  return names.flatMap((name, index) =>
    names.indexOf(name) < index
      ? [
          {
            path: ['skills', String(index), 'name'],
            message: `skill ${name} is declared twice; names of skills are unique`,
          },
        ]
      : [],
  )
}

/**
 * Finds capabilities without a skill of the same name, and skills that are no capability. The platform compares the names exactly and
 * routes no task by a name that differs (docs/specification/agent-protocol.md#capabilities).
 */
function unmatched({ skills, capabilities: { provides } }: Manifest): At[] {
  const names = skills.map(({ name }) => name)
  const orphans = provides.flatMap((name, index) =>
    names.includes(name)
      ? []
      : [
          {
            path: ['capabilities', 'provides', String(index)],
            message: `capability ${name} is no skill of this agent${meantSkill(name, names)}; tasks routed to it would fail`,
          },
        ],
  )
  const unrouted = names.flatMap((name, index) =>
    provides.includes(name)
      ? []
      : [
          {
            path: ['skills', String(index), 'name'],
            message: `skill ${name} is not in capabilities.provides, so the platform routes no task to it`,
          },
        ],
  )
  return [...orphans, ...unrouted]
}
const meantSkill = (name: string, names: readonly string[]): string => {
  const meant = suggest(name, names)
  return meant === undefined ? '' : ` (did you mean ${meant}?)`
}

// ---- Places ---------------------------------------------------------------------------------------------------------

type Place = Pick<Remark, 'line' | 'column'>
interface Places {
  offset(offset: number): Place
  /** Where the value at a path begins; the nearest one above it when there is none. */
  value(path: readonly string[]): Place
  key(path: readonly string[]): Place
  /** The value at a path as it is written. */
  source(path: readonly string[]): string
}

function placesIn(document: Document, lines: LineCounter): Places {
  const offset = (position: number): Place => {
    const { line, col } = lines.linePos(position)
    return { line: Math.max(1, line), column: Math.max(1, col) }
  }
  const value = (path: readonly string[]): Place => {
    const node =
      path.length === 0
        ? document.contents
        : (document.getIn(path.map(index), true) as Node | undefined)
    if (node?.range) return offset(node.range[0])
    return path.length === 0 ? { line: 1, column: 1 } : value(path.slice(0, -1))
  }
  return {
    offset,
    value,
    source(path) {
      const node = document.getIn(path.map(index), true)
      return isScalar(node) ? (node.source ?? '') : ''
    },
    key(path) {
      const parent =
        path.length === 1 ? document.contents : document.getIn(path.slice(0, -1).map(index), true)
      const pair = isMap(parent)
        ? parent.items.find(
            (item) => isPair(item) && isScalar(item.key) && String(item.key.value) === path.at(-1),
          )
        : undefined
      const range = isScalar(pair?.key) ? pair.key.range : undefined
      return range ? offset(range[0]) : value(path.slice(0, -1))
    },
  }
}

const index = (part: string): string | number => (/^\d+$/.test(part) ? Number(part) : part)
