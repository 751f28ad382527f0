import { parseDocument, stringify } from 'yaml'
import { canonicalize } from '../../domain/crypto/hash.ts'
import type { Bridge, SkillDeclaration } from '../definition.ts'
import { readManifest } from '../folder/manifest.ts'
import { BridgeError, type Surface } from './surface.ts'

/** The maximum number of skills that a manifest can offer for routing. */
const MAX_PROVIDED = 64

const HEADER = `# The manifest of a bridge, written by \`svc-agent bridge\`. It forwards tasks to a foreign agent or server, whose skills are below.
# \`svc-agent bridge --update\` rewrites \`skills\`, \`capabilities.provides\`, \`version\` and \`bridge\`; you can edit everything else.
# Every change creates a new version of the agent, with a new id: register and install it again.

`

/** Returns the text of the manifest of a new bridge. @throws BridgeError if it would not be valid */
export function newManifest(
  surface: Surface,
  { name, upstream_url }: { readonly name: string; readonly upstream_url: string },
): string {
  const { description, skills } = surface
  const content = {
    name,
    version: versionOf(surface),
    description: description || `Bridge to ${name}.`,
    skills,
    capabilities: { provides: providedOf(skills), requires: [] },
    a2a: { upstream_url },
    bridge: bridgeOf(surface),
  }
  return valid(HEADER + stringify(content, YAML))
}

/** Aliases are not used, because a reader limits their number. */
const YAML = { aliasDuplicateObjects: false, lineWidth: 0 } as const

/**
 * Returns the text of a manifest for what the foreign agent offers now. Everything outside `version`, `skills`, `capabilities.provides` and
 * `bridge` is kept, and so are the time limits of skills that still exist.
 * @throws BridgeError if it would not be valid
 */
export function updatedManifest(
  text: string,
  current: readonly SkillDeclaration[],
  surface: Surface,
): string {
  const timeouts = new Map(current.map(({ name, timeout_ms }) => [name, timeout_ms]))
  const skills = surface.skills.map((skill) => ({
    ...skill,
    timeout_ms: timeouts.get(skill.name) ?? skill.timeout_ms,
  }))
  const document = parseDocument(text)
  const set = (path: readonly string[], value: unknown): void =>
    document.setIn(path, document.createNode(value, { aliasDuplicateObjects: false }))
  set(['version'], versionOf(surface))
  set(['skills'], skills)
  set(['capabilities', 'provides'], providedOf(skills))
  set(['bridge'], bridgeOf(surface))
  return valid(document.toString({ lineWidth: 0 }))
}

/** Returns the version of the foreign agent, with the beginning of the digest, so that each published content has a unique version. */
const versionOf = ({ release, digest }: Surface): string => `${release}+${digest.slice(0, 8)}`

export const providedOf = (skills: readonly SkillDeclaration[]): string[] =>
  skills.slice(0, MAX_PROVIDED).map(({ name }) => name)

const bridgeOf = ({ protocol, version, source, digest }: Surface): Bridge => ({
  protocol,
  version,
  source,
  digest,
})

function valid(text: string): string {
  const result = readManifest(text)
  if (result.kind === 'valid') return text
  const [fault] = result.faults
  throw new BridgeError(
    `The agent or server cannot be bridged, because its manifest would be invalid: ${fault!.message}.`,
  )
}

/** The names of skills that differ between a manifest and what the foreign agent offers now. */
export interface SkillChanges {
  readonly added: readonly string[]
  readonly removed: readonly string[]
  readonly changed: readonly string[]
}

/** Compares the skills of a manifest with those that the foreign agent offers now. */
export function changesBetween(
  before: readonly SkillDeclaration[],
  now: readonly SkillDeclaration[],
): SkillChanges {
  const old = new Map(before.map((skill) => [skill.name, comparable(skill)]))
  const added = now.filter(({ name }) => !old.has(name))
  const changed = now.filter(
    (skill) => old.has(skill.name) && old.get(skill.name) !== comparable(skill),
  )
  const names = new Set(now.map(({ name }) => name))
  const nameOf = ({ name }: SkillDeclaration): string => name
  return {
    added: added.map(nameOf),
    removed: before.map(nameOf).filter((name) => !names.has(name)),
    changed: changed.map(nameOf),
  }
}

const comparable = ({ description, input_schema, output_schema }: SkillDeclaration): string =>
  canonicalize({ description, input_schema, output_schema })
