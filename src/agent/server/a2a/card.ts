import type { components } from '../../../../generated/agent.ts'
import { sha256Hex } from '../../../domain/crypto/hash.ts'
import type { AgentCard } from '../card.ts'
import { A2A_VERSIONS, SKILL_EXTENSION } from '../../protocols.ts'

export type A2aCard = components['schemas']['A2aCard']

/** Seconds for which a client can keep the card. */
export const CARD_MAX_AGE_S = 300

const BINDING = 'JSONRPC'
/** The version that A2A 0.3 clients read. That protocol also states its patch level. */
const LEGACY_VERSION = '0.3.0'
const MEDIA_TYPES = ['text/plain', 'application/json']

/** Returns the card of an agent in the format of A2A, for clients of A2A 1.0 and 0.3 (docs/specification/a2a.md#card). */
export function a2aCardOf({ name, description, version, url, skills }: AgentCard): A2aCard {
  const rpc_url = `${url.replace(/\/+$/, '')}/a2a`
  return {
    name,
    description,
    version,
    supportedInterfaces: A2A_VERSIONS.map((protocolVersion) => ({
      url: rpc_url,
      protocolBinding: BINDING,
      protocolVersion,
    })),
    protocolVersion: LEGACY_VERSION,
    url: rpc_url,
    preferredTransport: BINDING,
    additionalInterfaces: [{ url: rpc_url, transport: BINDING }],
    capabilities: {
      streaming: true,
      pushNotifications: false,
      extensions: [{ uri: SKILL_EXTENSION, description: EXTENSION_TEXT, required: false }],
    },
    defaultInputModes: [...MEDIA_TYPES],
    defaultOutputModes: [...MEDIA_TYPES],
    skills: skills.map((skill) => ({
      id: skill.name,
      name: skill.name,
      description: skill.description,
      tags: tagsOf(skill.name),
    })),
  }
}

const EXTENSION_TEXT = [
  `The metadata of a message or of its request names the skill: {"${SKILL_EXTENSION}": {"skill": "NAME"}}.`,
  'The card at /.well-known/agent.json has the input and output schemas of the skills.',
].join(' ')

/** Returns the words of a name in lower case, because A2A requires tags and manifests have none. */
function tagsOf(name: string): string[] {
  const words = name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [name]
  return [...new Set(words)]
}

/** Returns a strong entity tag, which differs whenever the card does. */
export const etagOf = (card: A2aCard): string => `"${sha256Hex(JSON.stringify(card)).slice(0, 32)}"`
