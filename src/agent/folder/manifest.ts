import { LineCounter, parseDocument, type Document } from 'yaml'
import { suggest } from '../../terminal/text.ts'
import { sha256Hex, canonicalize } from '../../domain/crypto/hash.ts'
import type { JsonObject } from '../../domain/json.ts'
import type { AgentManifest } from '../definition.ts'
import { schemaFaults, shorten, validateManifest } from './manifest-schema.ts'
import { positionsIn, type Position } from './positions.ts'
import { bridgeFaults, runFaults, UNUSABLE_URL, type PathIssue } from './run-rules.ts'

/** The content of a `svc.yml`: the settings for serving, and members that only registration and the command line use. */
export interface Manifest extends AgentManifest {
  readonly category?: string
  readonly llm_provider?: string
  readonly permissions?: JsonObject
  /** The file with the skills, relative to the manifest. */
  readonly entry?: string
}

/** An error or a warning about a manifest, with its position. */
export interface ManifestIssue extends Position {
  readonly message: string
}
export type ManifestResult =
  | {
      readonly kind: 'valid'
      readonly manifest: Manifest
      readonly hash: string
      readonly warnings: readonly ManifestIssue[]
    }
  | { readonly kind: 'invalid'; readonly faults: readonly ManifestIssue[] }

const MAX_BYTES = 1024 * 1024

/**
 * Reads the text of a `svc.yml` (docs/specification/agent-protocol.md#manifest) and validates it against `schemas/svc.schema.json`. Never
 * throws, whatever the text contains.
 */
export function readManifest(text: string): ManifestResult {
  if (Buffer.byteLength(text) > MAX_BYTES)
    return invalid([{ ...START, message: `it is longer than ${MAX_BYTES} bytes` }])
  const lines = new LineCounter()
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    logLevel: 'error',
  })
  const positions = positionsIn(document, lines)
  const located = ({ path, message }: PathIssue): ManifestIssue => ({
    ...positions.value(path),
    message,
  })
  if (document.errors.length > 0)
    return invalid(
      document.errors.map(({ pos, message }) => ({
        ...positions.offset(pos[0]),
        message: `this is not valid YAML: ${message}`,
      })),
    )
  const value = valueOf(document)
  if (value instanceof Error) return invalid([{ ...START, message: value.message }])
  if (!validateManifest(value)) return invalid(schemaFaults(positions))
  const manifest = withDefaults(value)
  const faults = [
    ...unusableUrls(manifest),
    ...duplicateSkills(manifest),
    ...runFaults(manifest.skills),
    ...bridgeFaults(manifest),
  ]
  if (faults.length > 0) return invalid(faults.map(located))
  return {
    kind: 'valid',
    manifest,
    hash: manifestHash(value),
    warnings: unmatchedCapabilities(manifest).map(located),
  }
}

const START: Position = { line: 1, column: 1 }
const invalid = (faults: readonly ManifestIssue[]): ManifestResult => ({ kind: 'invalid', faults })

/** Returns `manifest_hash`: the hex SHA-256 of the content in JCS form, so that comments and formatting do not change it. */
export const manifestHash = (value: unknown): string => sha256Hex(canonicalize(value))

const withDefaults = (manifest: Manifest): Manifest => ({
  ...manifest,
  capabilities: {
    provides: manifest.capabilities.provides,
    requires: manifest.capabilities.requires ?? [],
  },
})

/** Returns the content as JSON, or an error if it cannot be written as JSON. */
function valueOf(document: Document): JsonObject | Error {
  try {
    const value = document.toJS() as JsonObject
    canonicalize(value)
    return value
  } catch (cause) {
    return new Error(`it cannot be written as JSON: ${(cause as Error).message}`)
  }
}

// ---- Rules that a schema cannot express -----------------------------------------------------------------------------

/** Finds URLs of the agent that cannot be parsed although they have the form of a URL, such as those with a port above 65535. */
function unusableUrls({ url, a2a: { upstream_url } }: Manifest): PathIssue[] {
  const urls = [
    { path: ['url'], text: url },
    { path: ['a2a', 'upstream_url'], text: upstream_url },
  ]
  return urls.flatMap(({ path, text }) =>
    text === undefined || URL.canParse(text)
      ? []
      : [
          {
            path,
            message: `${path.join('.')} ${UNUSABLE_URL}, but it is ${shorten(text)}`,
          },
        ],
  )
}

function duplicateSkills({ skills }: Manifest): PathIssue[] {
  const names = skills.map(({ name }) => name)
  return names.flatMap((name, index) =>
    names.indexOf(name) < index
      ? [
          {
            path: ['skills', String(index), 'name'],
            message: `skill ${name} is declared twice; the names of skills must be unique`,
          },
        ]
      : [],
  )
}

/**
 * Finds capabilities without a skill of the same name, and skills that are not listed as capabilities. The platform routes a task only if
 * the names match exactly (docs/specification/agent-protocol.md#capabilities).
 */
function unmatchedCapabilities({ skills, capabilities: { provides } }: Manifest): PathIssue[] {
  const names = skills.map(({ name }) => name)
  const withoutSkill = provides.flatMap((name, index) =>
    names.includes(name)
      ? []
      : [
          {
            path: ['capabilities', 'provides', String(index)],
            message: `capability ${name} is not a skill of this agent${suggestion(name, names)}, so the agent cannot be served with it`,
          },
        ],
  )
  const unrouted = names.flatMap((name, index) =>
    provides.includes(name)
      ? []
      : [
          {
            path: ['skills', String(index), 'name'],
            message: `skill ${name} is not in capabilities.provides, so the platform does not route tasks to it`,
          },
        ],
  )
  return [...withoutSkill, ...unrouted]
}
const suggestion = (name: string, names: readonly string[]): string => {
  const similar = suggest(name, names)
  return similar === undefined ? '' : ` (did you mean ${similar}?)`
}
