import type { Exchange, Probe, Seen } from '../../engine/types.ts'
import { isArray, isObject, isString } from '../../judge/atoms.ts'
import { member } from '../../judge/json.ts'

export const CARD_PATH = '/.well-known/agent.json'

export const cardProbes: readonly Probe[] = [
  { id: 'card', effect: 'read', run: async (lab) => void (await lab.send({ path: CARD_PATH })) },
  { id: 'card.again', effect: 'read', after: ['card'], run: async (lab) => void (await lab.send({ path: CARD_PATH })) },
  { id: 'health', effect: 'read', run: async (lab) => void (await lab.send({ path: '/health' })) },
]

/** A skill as far as its card says anything usable. */
export interface Skill {
  readonly name: string
  readonly input_schema: unknown
  readonly timeout_ms: number | undefined
}

/** The skills that a recorded card names. */
export function skillsOf(card: Exchange | undefined): readonly Skill[] {
  const skills = card && member(card, '/skills')
  if (!isArray(skills)) return []
  return skills.flatMap((skill) => {
    if (!isObject(skill) || !isString(skill['name'])) return []
    const { timeout_ms } = skill
    return [{ name: skill['name'], input_schema: skill['input_schema'], timeout_ms: typeof timeout_ms === 'number' ? timeout_ms : undefined }]
  })
}

export const svcIdOf = (seen: Seen): unknown => member(seen.one('card'), '/svc_id')
