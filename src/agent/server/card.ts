import type { components } from '../../../generated/agent.ts'
import { contractAjv } from '../../contract/vocabulary.ts'
import type { Document } from '../../contract/document.ts'
import type { AgentManifest, JsonSchema, SkillDeclaration } from '../definition.ts'
import type { PlatformLink } from '../platform/link.ts'
import { AgentDefinitionError } from '../tasks/skills.ts'

export type AgentCard = components['schemas']['AgentCard']
type CardSkill = components['schemas']['Skill']

/** The data that a card is made from. */
export interface CardInput {
  readonly manifest: AgentManifest
  readonly svc_id: string
  readonly url: string
  readonly capabilities: readonly string[]
  readonly platform: Pick<PlatformLink, 'base_url' | 'trustStatus'>
}

/**
 * Returns the agent's card. While the agent runs with its platform, the card also contains its capabilities, and the status and reputation
 * that the platform reported (docs/specification/agent-protocol.md#card).
 */
export function cardOf({ manifest, svc_id, url, capabilities, platform }: CardInput): AgentCard {
  const { name, version, description, skills } = manifest
  const { mode, verification_status, reputation } = platform.trustStatus()
  return {
    name,
    svc_id,
    version,
    description,
    url,
    skills: skills.map(cardSkill),
    authentication: { type: 'svc_trust', verify_url: `${platform.base_url}/trust/verify` },
    ...(mode === 'running' && {
      capabilities: [...capabilities],
      verification_status,
      reputation: wholeScore(reputation),
    }),
  }
}

/** Returns a reputation in the form of cards and headers: an integer from 0 to 100. */
export const wholeScore = (reputation: number): number =>
  Math.round(Math.min(100, Math.max(0, reputation)))

const cardSkill = ({
  name,
  description,
  input_schema,
  output_schema,
  timeout_ms,
  cost_estimate,
}: SkillDeclaration): CardSkill => ({
  name,
  description,
  input_schema: schemaObject(input_schema),
  output_schema: schemaObject(output_schema),
  ...(timeout_ms !== undefined && { timeout_ms }),
  ...(cost_estimate !== undefined && { cost_estimate: cost_estimate as number }),
})

/** Returns a schema as an object, the only form that a card allows. */
const schemaObject = (schema: JsonSchema): Readonly<Record<string, unknown>> => {
  if (typeof schema !== 'boolean') return schema
  return schema ? {} : { not: {} }
}

/** Validates a card against the contract. @throws AgentDefinitionError listing every invalid member */
export function checkCard(card: AgentCard, document: Document): void {
  const ajv = contractAjv({ allErrors: true }).addSchema({
    $id: 'agent',
    components: document.components as object,
  })
  const validate = ajv.compile({ $ref: 'agent#/components/schemas/AgentCard' })
  if (validate(card)) return
  const faults = (validate.errors ?? []).map(
    ({ instancePath, message = 'is invalid' }) =>
      `${instancePath.slice(1).replaceAll('/', '.')} ${message}`,
  )
  throw new AgentDefinitionError(faults)
}

export const TASKS_PATH = '/a2a/tasks'

/** Returns the URL of an agent from its task endpoint: everything before `/a2a/tasks`, or the origin if the endpoint has another path. */
export function baseUrlOf(upstream_url: string): string {
  const { origin, pathname } = new URL(upstream_url)
  return origin + (pathname.endsWith(TASKS_PATH) ? pathname.slice(0, -TASKS_PATH.length) : '')
}
