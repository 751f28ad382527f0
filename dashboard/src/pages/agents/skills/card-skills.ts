import type { Agent } from '../../../api/agents.ts'
import { isObject } from '../../../api/json.ts'
import { visibleName } from '../../../parts/text/visible.ts'

export type JsonSchema = Readonly<Record<string, unknown>>

/** A skill as the card and the capabilities of an agent describe it. */
export interface Skill {
  /** The string that routing compares with capabilities. */
  readonly name: string
  readonly title: string
  readonly description: string | undefined
  readonly input: JsonSchema | undefined
  readonly output: JsonSchema | undefined
  readonly timeout_ms: number | undefined
  readonly cost: string | undefined
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined
const MAX_SKILLS = 50

/** Returns the skills of the registered card, then the capabilities that the card does not describe. */
export function skillsOf({
  card,
  capabilities,
}: Pick<Agent, 'card' | 'capabilities'>): readonly Skill[] {
  const described = Array.isArray(card?.['skills'])
    ? card['skills'].filter(isObject).map((skill) => skillOf(skill, capabilities))
    : []
  const named = described.filter((skill) => skill !== undefined)
  const unique = named.filter(
    ({ name }, index) => named.findIndex((other) => other.name === name) === index,
  )
  const others = capabilities.filter((name) => !unique.some((skill) => skill.name === name))
  return [...unique, ...others.map(undescribed)].slice(0, MAX_SKILLS)
}

/** The contract identifies a skill by `name`, other protocols by `id`. The one that is a capability can be routed. */
function skillOf(
  skill: Readonly<Record<string, unknown>>,
  capabilities: readonly string[],
): Skill | undefined {
  const [id, name] = [textOf(skill['id']), textOf(skill['name'])]
  const routed = [name, id].find((each) => each !== undefined && capabilities.includes(each))
  const routable = routed ?? id ?? name
  if (routable === undefined) return undefined
  const { timeout_ms, cost_estimate } = skill
  return {
    name: routable,
    title: visibleName(name ?? routable),
    description: textOf(skill['description']),
    input: schemaOf(skill, 'input'),
    output: schemaOf(skill, 'output'),
    timeout_ms: typeof timeout_ms === 'number' && timeout_ms > 0 ? timeout_ms : undefined,
    cost:
      cost_estimate === undefined
        ? undefined
        : visibleName(textOf(cost_estimate) ?? JSON.stringify(cost_estimate)),
  }
}

function schemaOf(skill: Readonly<Record<string, unknown>>, side: 'input' | 'output') {
  const schema = skill[`${side}_schema`] ?? skill[`${side}Schema`]
  return isObject(schema) ? schema : undefined
}

const undescribed = (name: string): Skill => ({
  name,
  title: visibleName(name),
  description: undefined,
  input: undefined,
  output: undefined,
  timeout_ms: undefined,
  cost: undefined,
})
