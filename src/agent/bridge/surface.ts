import { canonicalize, sha256Hex } from '../../domain/crypto/hash.ts'
import type { Bridge, SkillDeclaration } from '../definition.ts'

/** The location of a foreign agent or server: the address that the user named, or a command. */
export type BridgeSource = Bridge['source']

/** The skills and description of a foreign agent or server, in the form of a manifest. */
export interface Surface {
  readonly protocol: Bridge['protocol']
  readonly version: string
  readonly source: BridgeSource
  /** Hex SHA-256 of its card or tools. */
  readonly digest: string
  readonly name: string
  readonly description: string
  /** The version that the foreign agent states for itself. */
  readonly release: string
  readonly skills: readonly SkillDeclaration[]
  readonly omitted: readonly Omitted[]
}

/** A foreign skill or tool that the bridge does not offer. */
export interface Omitted {
  readonly name: string
  readonly reason: string
}

/**
 * Thrown when the foreign agent, or one of its skills, cannot be bridged. The message for an agent says why, and what to do; the message
 * for a skill says why it is omitted.
 */
export class BridgeError extends Error {
  /** Whether the failure is unrelated to what is offered, as in an outage. */
  readonly temporary: boolean

  constructor(message: string, { temporary = false } = {}) {
    super(message)
    this.name = 'BridgeError'
    this.temporary = temporary
  }
}

/** The default time limit of a foreign skill, in milliseconds; the manifest can set another one. */
export const SKILL_TIMEOUT_MS = 60_000

/** Limits of a manifest (`schemas/svc.schema.json`). */
const MAX_SKILLS = 256
/** The maximum number of candidates that are examined. Compiling the schemas of a skill takes time even if the skill is left out. */
const MAX_CANDIDATES = 512
/** The maximum size of the skills as JSON, so that the manifest stays within its limit of 1 MiB. */
const MAX_SKILLS_BYTES = 512 * 1024
const MAX_SKILL_NAME = 128

/**
 * Returns the digest of what the foreign agent publishes, regardless of the order of its members
 * (docs/specification/bridge.md#pinned-digest).
 * @throws BridgeError if it contains a number that is too large for JSON.parse, which reads it as infinite
 */
export function digestOf(published: unknown): string {
  try {
    return sha256Hex(canonicalize(published))
  } catch (cause) {
    throw new BridgeError(
      `The agent or server cannot be bridged, because what it publishes has no digest: ${(cause as Error).message}.`,
    )
  }
}

/** Returns a value as text that a manifest accepts: with only tabs and line breaks as control characters, and at most `max` characters. */
export const manifestText = (value: unknown, max: number): string =>
  (typeof value === 'string' ? value : '')
    .toWellFormed()
    .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g, ' ')
    .slice(0, max)
    .toWellFormed()
    .trim()

/** Does the same as `manifestText`, and returns the text as a single line. */
export const manifestLine = (value: unknown, max: number): string =>
  manifestText(value, 4 * max)
    .replace(/\s+/g, ' ')
    .slice(0, max)
    .toWellFormed()

/** Returns a version in which the characters that a manifest does not allow are replaced. */
export const releaseOf = (value: unknown): string =>
  manifestLine(value, 40).replace(/[^!-~]/g, '-') || '0'

/**
 * Chooses the skills of a manifest from the candidates: leaves out those that have a fault, a name that no skill can have, or a name that
 * is taken, and those beyond the limit (docs/specification/bridge.md#left-out).
 */
export function chooseSkills(
  candidates: readonly {
    readonly name: unknown
    readonly declare: (name: string) => SkillDeclaration
  }[],
): Pick<Surface, 'skills' | 'omitted'> {
  const skills = new Map<string, SkillDeclaration>()
  const omitted: Omitted[] = []
  let bytes = 0
  const add = (name: string, declare: (name: string) => SkillDeclaration): void => {
    if (skills.has(name)) throw new BridgeError('its name is taken')
    if (skills.size >= MAX_SKILLS)
      throw new BridgeError(
        `the manifest already has ${MAX_SKILLS} skills, the most that it may have`,
      )
    const skill = declare(name)
    const bytes_with_skill = bytes + Buffer.byteLength(JSON.stringify(skill))
    if (bytes_with_skill > MAX_SKILLS_BYTES) throw new BridgeError('the manifest would be too long')
    bytes = bytes_with_skill
    skills.set(name, skill)
  }
  for (const [index, { name, declare }] of candidates.entries()) {
    const fault = faultOf(() => {
      if (index >= MAX_CANDIDATES)
        throw new BridgeError(`only the first ${MAX_CANDIDATES} skills are examined`)
      add(validName(name), declare)
    })
    if (fault) omitted.push({ name: manifestLine(name, MAX_SKILL_NAME), reason: fault.message })
  }
  return { skills: [...skills.values()], omitted }
}

/** Returns why an action was refused, or undefined if it was not. */
function faultOf(action: () => void): BridgeError | undefined {
  try {
    action()
    return undefined
  } catch (cause) {
    if (cause instanceof BridgeError) return cause
    throw cause
  }
}

/** Returns the name of a skill. @throws BridgeError if it is not valid */
function validName(name: unknown): string {
  if (typeof name !== 'string' || name === '') throw new BridgeError('it has no name')
  if (name.length > MAX_SKILL_NAME)
    throw new BridgeError(`its name is longer than ${MAX_SKILL_NAME} characters`)
  if (/[\0-\x1f\x7f]/.test(name) || !name.isWellFormed())
    throw new BridgeError('its name contains control characters or invalid Unicode')
  return name
}
