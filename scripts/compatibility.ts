import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { apiDiff, type Diff } from 'api-smart-diff'
import { compare, major } from 'semver'
import { parse } from 'yaml'
import { DEFAULT_MAX_BYTES } from '../src/contract/body.ts'
import { PLANS } from '../src/domain/organizations/plans.ts'

/** One difference between two versions of a contract. */
export interface Difference {
  /** `POST /installations/bootstrap`, or a part of the document that belongs to no operation. */
  readonly where: string
  /** `added: body, install_token, pattern`, in words. */
  readonly what: string
  readonly breaking: boolean
}
type Node = Readonly<Record<string, unknown>>
export interface ContractDocument {
  readonly info: { readonly version: string }
  readonly paths: Node
  readonly [member: string]: unknown
}

export const RELEASES = 'contracts'
export const AUTHORED = { platform: 'openapi.yaml', agent: 'a2a.openapi.yaml' } as const
export type ContractName = keyof typeof AUTHORED

export const readYaml = (path: string): ContractDocument =>
  parse(readFileSync(path, 'utf8')) as ContractDocument

/** Returns the latest release of a contract, or the latest one before `version` if it is given. Returns undefined if there is none. */
export function latestRelease(name: ContractName, version?: string): ContractDocument | undefined {
  const versions = readdirSync(RELEASES)
    .flatMap((file) => new RegExp(`^${name}-(\\d+\\.\\d+\\.\\d+)\\.yaml$`).exec(file)?.[1] ?? [])
    .filter((released) => version === undefined || compare(released, version) < 0)
    .toSorted(compare)
  return versions.length === 0
    ? undefined
    : readYaml(join(RELEASES, `${name}-${versions.at(-1)}.yaml`))
}

/** Returns the differences that clients can notice, breaking ones first. Descriptions, examples and server addresses are ignored. */
export function differencesOf(
  before: ContractDocument,
  after: ContractDocument,
): readonly Difference[] {
  if (
    isDeepStrictEqual(before.paths, after.paths) &&
    isDeepStrictEqual(before['components'], after['components']) &&
    isDeepStrictEqual(before['security'], after['security'])
  )
    return []
  const [old, current] = changedPaths(withoutReferences(before), withoutReferences(after))
  const found = (apiDiff(old, current) as readonly Diff[])
    .filter(({ path }) => path[0] === 'paths' || path[0] === 'security')
    .map((diff) => ({ diff, breaking: isBreaking(diff, after) }))
    .filter(({ diff, breaking }) => breaking || diff.type === 'non-breaking')
    .map(({ diff, breaking }) => ({
      where: placeOf(diff.path),
      what: `${WORDS[diff.action]}: ${inWords(diff)}`,
      breaking,
    }))
  const unique = [...new Map(found.map((one) => [`${one.where} ${one.what}`, one])).values()]
  return unique.toSorted((a, b) => Number(b.breaking) - Number(a.breaking))
}

/** Returns two documents without the paths that are the same in both, because the library spends most of its time on these. */
function changedPaths(
  before: ContractDocument,
  after: ContractDocument,
): readonly [ContractDocument, ContractDocument] {
  const changed = ({ paths }: ContractDocument, other: ContractDocument) =>
    Object.fromEntries(
      Object.entries(paths).filter(([path, item]) => !isDeepStrictEqual(item, other.paths[path])),
    )
  return [
    { ...before, paths: changed(before, after) },
    { ...after, paths: changed(after, before) },
  ]
}

/** Members that are only descriptive and have no effect on clients. */
const ANNOTATIONS = new Set(['description', 'summary', 'example', 'examples', 'title'])

/** Members whose own members have names that the contract chooses. */
const NAMED = new Set(['properties', 'headers', 'content', 'responses', 'schemas'])
/** Members whose values are data. */
const LITERAL = new Set(['default', 'enum', 'x-default', 'x-stated-default'])

/**
 * Resolves all references in the paths, so that naming a schema is not a difference, and leaves annotations out. Recursive references
 * stay.
 */
function withoutReferences(document: ContractDocument): ContractDocument {
  const follow = (node: unknown, inside: readonly string[], named = false): unknown => {
    if (Array.isArray(node)) return node.map((item) => follow(item, inside))
    if (typeof node !== 'object' || node === null) return node
    const { $ref } = node as { $ref?: unknown }
    if (typeof $ref !== 'string')
      return normalized(
        Object.fromEntries(
          Object.entries(node)
            .filter(([key]) => named || !ANNOTATIONS.has(key))
            .map(([key, value]) => [
              key,
              LITERAL.has(key) ? value : follow(value, inside, NAMED.has(key)),
            ]),
        ),
      )
    return inside.includes($ref) ? node : follow(resolve(document, { $ref }), [...inside, $ref])
  }
  // The result is a copy, because the library changes what it compares.
  return structuredClone({ ...document, paths: follow(document.paths, []) as Node })
}

/**
 * Writes a default as OpenAPI's `default`, so that a change between `default` and `x-default` is not a difference. Members that
 * only some responses of an operation always have count as required, so that they cannot be removed from those responses either.
 */
function normalized({
  'x-stated-default': stated,
  'x-default': defaultValue = stated,
  'x-required': always,
  ...authored
}: Node): Node {
  const { required = [] } = authored as { readonly required?: readonly string[] }
  const node: Node = {
    ...authored,
    ...(Array.isArray(always) && { required: [...required, ...(always as string[])] }),
    ...(typeof authored['pattern'] === 'string' && {
      pattern: normalizedPattern(authored['pattern']),
    }),
  }
  if (defaultValue === undefined) return node
  return 'in' in node
    ? { ...node, schema: { ...(node['schema'] as Node), default: defaultValue } }
    : { ...node, default: defaultValue }
}

/** Returns a pattern with characters as `\x1F` rather than `\u001F`, and one repetition of a group rather than two in a row. */
const normalizedPattern = (pattern: string): string =>
  pattern
    .replace(/(?<!\\)((?:\\\\)*)\\u00([0-9A-F]{2})/g, '$1\\x$2')
    .replace(
      /(\([^()]*\))\{0,(\d+)\}\1\{0,(\d+)\}/g,
      (_, group: string, one: string, other: string) =>
        `${group}{0,${Number(one) + Number(other)}}`,
    )

/** Returns whether a contract may be released: breaking changes need a higher major version. */
export const isAllowed = (
  before: ContractDocument,
  after: ContractDocument,
  differences = differencesOf(before, after),
): boolean =>
  major(after.info.version) > major(before.info.version) ||
  !differences.some(({ breaking }) => breaking)

const WORDS: Readonly<Record<string, string>> = {
  add: 'added',
  remove: 'removed',
  replace: 'changed',
  rename: 'renamed',
}

/**
 * Returns whether a difference is breaking. The library classifies schemas, statuses and security; this corrects its classification where
 * it is too lenient or too strict.
 */
function isBreaking(
  { type, action, path, before, after }: Diff,
  document: ContractDocument,
): boolean {
  const last = String(path.at(-1))
  const inRequest = path.includes('requestBody') || path.includes('parameters')
  // Clients get text and parse it themselves, so the schema does not matter to them.
  if (path.includes('application/yaml') && path.includes('schema')) return false
  const narrows = inRequest ? action !== 'remove' : action !== 'add'
  if (path.at(-2) === 'properties') return action === 'remove' || type === 'breaking'
  if (last === 'parameters')
    return (
      action === 'add' &&
      (after as readonly Node[]).some(
        (parameter) => resolve(document, parameter)['required'] === true,
      )
    )
  if (inRequest && last === 'additionalProperties') return after === false
  if (inRequest && last === 'pattern' && after === issuedCursorPattern(path, document)) return false
  if (last === 'type' || last === 'format') return narrows
  if (last === 'x-max-bytes' || last === 'x-max-depth')
    return inRequest && action !== 'remove' && !(Number(after) > Number(before))
  if (last === 'x-max-body-bytes') return maxBodyBytes(after) < maxBodyBytes(before)
  if (last === 'x-required-plan') return rank(after) > rank(before)
  if (last === 'x-required-scope') return action !== 'remove'
  return type === 'breaking' || last === 'operationId'
}

/**
 * Returns the pattern of `next_cursor` in the response of an operation, if the path names its parameter `cursor`. Clients send only what
 * they were given, so the parameter may become as narrow as the response.
 */
function issuedCursorPattern(path: Diff['path'], document: ContractDocument): unknown {
  const at = (node: unknown, ...keys: readonly (string | number)[]): Node =>
    keys.reduce((from, key) => resolve(document, (from[key] ?? {}) as Node), node as Node)
  const operation = at(document, ...path.slice(0, 3))
  const parameter = at(operation, ...path.slice(3, 5))
  if (parameter['name'] !== 'cursor' || path[5] !== 'schema') return undefined
  const page = at(operation, 'responses', '200', 'content', 'application/json', 'schema')
  return at(page, 'properties', 'next_cursor')['pattern']
}

/** Returns the maximum size of an operation's body (docs/specification/http.md#body-limits). */
const maxBodyBytes = (bytes: unknown): number => Number(bytes ?? DEFAULT_MAX_BYTES)

const rank = (plan: unknown): number => PLANS.indexOf((plan ?? 'free') as (typeof PLANS)[number])

function resolve(document: ContractDocument, node: Node): Node {
  const { $ref } = node as { $ref?: string }
  return $ref === undefined
    ? node
    : ($ref
        .split('/')
        .slice(1)
        .reduce<unknown>((at, key) => (at as Node)[key], document) as Node)
}

function placeOf([root, path, method]: Diff['path']): string {
  return root === 'paths'
    ? [method === undefined ? '' : String(method).toUpperCase(), path].join(' ').trim()
    : String(root)
}

const OMITTED = new Set(['content', 'application/json', 'schema', 'properties', 'items'])
const NAMES: Readonly<Record<string, string>> = {
  requestBody: 'body',
  responses: 'response',
  parameters: 'parameter',
}

function inWords({ path, before, after }: Diff): string {
  const rest = path[0] === 'paths' ? path.slice(3) : path.slice(1)
  const place = rest
    .map((step, index) => stepOf(step, rest[index - 1], after ?? before))
    .filter((step): step is string => step !== undefined && !OMITTED.has(step))
    .map((step) => NAMES[step] ?? step)
    .join(', ')
  const values = [before, after]
    .filter((value) => value !== undefined)
    .filter((value) => typeof value !== 'object')
  return [
    place === '' ? 'the operation' : place,
    values.map((value) => JSON.stringify(value)).join(' to '),
  ]
    .filter(Boolean)
    .join(' ')
}

/**
 * Names a step of a path: a parameter by its name, a credential by its scheme. The index in a list of required members is left out,
 * because it has no meaning.
 */
function stepOf(
  step: string | number,
  list: string | number | undefined,
  value: unknown,
): string | undefined {
  if (typeof step === 'string') return step
  if (list === 'required') return undefined
  if (typeof value !== 'object' || value === null) return String(step)
  if (list === 'parameters') return String((value as Node)['name'] ?? step)
  return list === 'security' ? Object.keys(value).join(' and ') : String(step)
}
