import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import { addressFault } from '../folder/run-rules.ts'
import type { SkillDeclaration, UrlSource } from '../definition.ts'
import { A2A_VERSIONS, SKILL_EXTENSION, type A2aVersion } from '../protocols.ts'
import {
  BridgeError,
  chooseSkills,
  digestOf,
  manifestLine,
  manifestText,
  releaseOf,
  SKILL_TIMEOUT_MS,
  type Surface,
} from './surface.ts'

const BINDING = 'JSONRPC'

/** Returns whether a document is an A2A agent card. */
export const isA2aCard = (card: JsonObject): boolean =>
  Array.isArray(card['skills']) &&
  (Array.isArray(card['supportedInterfaces']) || typeof card['protocolVersion'] === 'string')

/** Returns what an agent offers according to its card. @throws BridgeError if the card cannot be used */
export function a2aSurface(card: JsonObject, source: UrlSource): Surface {
  const { url, version } = interfaceIn(card, source)
  const namesSkill = supportsSkillExtension(card)
  const skills = (card['skills'] as Json[]).filter(isJsonObject)
  const chosen = chooseSkills(
    skills.map((skill) => ({
      name: skill['id'],
      declare: (name) => declarationOf(skill, name, { url, version, namesSkill, source }),
    })),
  )
  const { signatures: _, ...published } = card
  return {
    protocol: 'a2a',
    version,
    source,
    digest: digestOf(published),
    name: manifestLine(card['name'], 200),
    description: manifestText(card['description'], 2000),
    release: releaseOf(card['version']),
    ...chosen,
  }
}

interface Target {
  readonly url: string
  readonly version: A2aVersion
  /** Whether messages name the skill. */
  readonly namesSkill: boolean
  readonly source: UrlSource
}

const INPUT = {
  type: 'object',
  required: ['text'],
  properties: { text: { type: 'string' }, data: { type: 'object' } },
  additionalProperties: false,
}
const OUTPUT = {
  type: 'object',
  required: ['text'],
  properties: {
    text: { type: 'string' },
    data: {},
    files: { type: 'array', items: { type: 'object' } },
  },
}

const declarationOf = (
  skill: JsonObject,
  name: string,
  { url, version, namesSkill, source: { headers_env } }: Target,
): SkillDeclaration => ({
  name,
  description: manifestText(skill['description'], 4096) || manifestText(skill['name'], 4096),
  input_schema: INPUT,
  output_schema: OUTPUT,
  timeout_ms: SKILL_TIMEOUT_MS,
  run: {
    a2a: url,
    version,
    ...(namesSkill && { skill: name }),
    ...(headers_env && { headers_env }),
  },
})

/** Returns the address and the version to use: the newest that both sides support (docs/specification/bridge.md#a2a-card). */
function interfaceIn(card: JsonObject, { url: given, headers_env }: UrlSource) {
  const listed = Array.isArray(card['supportedInterfaces'])
    ? (card['supportedInterfaces'] as Json[]).filter(isJsonObject)
    : []
  const offered = [...listed.map(currentInterface), ...legacyInterfaces(card)].filter(
    ({ binding }) => binding === BINDING,
  )
  const found = A2A_VERSIONS.flatMap((version) =>
    offered.filter((candidate) => candidate.version === version),
  )[0]
  if (!found)
    throw new BridgeError(
      `The card offers no interface with the binding ${BINDING} and A2A ${A2A_VERSIONS.join(' or ')}, so it cannot be bridged.`,
    )
  const url = addressOf(found.url, given)
  const fault = addressFault(url, headers_env)
  if (fault !== undefined) throw new BridgeError(`The address of the agent ${fault}.`)
  return { url, version: found.version as A2aVersion }
}

interface Offered {
  readonly url: unknown
  readonly binding: unknown
  readonly version: string
}

const minorOf = (version: unknown): string =>
  /^\d+\.\d+/.exec(typeof version === 'string' ? version : '')?.[0] ?? ''

const currentInterface = ({ url, protocolBinding, protocolVersion }: JsonObject): Offered => ({
  url,
  binding: protocolBinding,
  version: minorOf(protocolVersion),
})

/** Returns the interfaces of a card in the form of A2A 0.3. */
function legacyInterfaces(card: JsonObject): Offered[] {
  const version = minorOf(card['protocolVersion'])
  const main = { url: card['url'], binding: card['preferredTransport'] ?? BINDING, version }
  const others = Array.isArray(card['additionalInterfaces'])
    ? (card['additionalInterfaces'] as Json[]).filter(isJsonObject)
    : []
  return [main, ...others.map(({ url, transport }) => ({ url, binding: transport, version }))]
}

/** Returns the address that a card names. A card cannot send tasks and credentials to an origin other than the one that was given. */
function addressOf(named: unknown, given: string): string {
  const url = typeof named === 'string' && named.length <= 2048 ? URL.parse(named) : null
  if (!url) throw new BridgeError('The card does not name a valid address for the agent.')
  if (url.origin !== new URL(given).origin)
    throw new BridgeError(
      `The card names an address on another origin, ${manifestLine(url.origin, 200)}. If you trust that origin, give its address to \`svc-agent bridge\` instead.`,
    )
  return url.href
}

/** Returns whether the agent declares the extension with which messages name a skill. */
function supportsSkillExtension({ capabilities }: JsonObject): boolean {
  const extensions = isJsonObject(capabilities) ? capabilities['extensions'] : undefined
  return (
    Array.isArray(extensions) &&
    (extensions as Json[]).some(
      (extension) => isJsonObject(extension) && extension['uri'] === SKILL_EXTENSION,
    )
  )
}
