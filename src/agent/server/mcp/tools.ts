import type { components } from '../../../../generated/agent.ts'
import type { AgentCard } from '../card.ts'

type Tool = components['schemas']['McpTool']
type CardSkill = AgentCard['skills'][number]
type Schema = Readonly<Record<string, unknown>>

const MAX_NAME = 128

/**
 * Returns the skills by the names of their tools: characters that MCP does not allow are replaced with underscores, and a number is
 * appended to a name that is taken (docs/specification/mcp.md#tool-names).
 */
export function toolNames(skills: readonly CardSkill[]): ReadonlyMap<string, CardSkill> {
  const valid = skills.filter(({ name }) => mapped(name) === name)
  const taken = new Map(valid.map((skill) => [skill.name, skill]))
  for (const skill of skills) if (!valid.includes(skill)) taken.set(freeName(skill, taken), skill)
  return taken
}

const mapped = (name: string): string => name.replace(/[^A-Za-z0-9_.-]/gu, '_').slice(0, MAX_NAME)

function freeName({ name }: CardSkill, taken: ReadonlyMap<string, CardSkill>): string {
  const base = mapped(name)
  let candidate = base
  for (let number = 2; taken.has(candidate); number += 1) {
    const suffix = `_${number}`
    candidate = base.slice(0, MAX_NAME - suffix.length) + suffix
  }
  return candidate
}

/** Returns the tools of an agent, in the order of its skills. */
export function toolsOf(skills: readonly CardSkill[]): Tool[] {
  const names = new Map([...toolNames(skills)].map(([name, skill]) => [skill, name]))
  return skills.map((skill) => toolOf(skill, names.get(skill)!))
}

const toolOf = (skill: CardSkill, name: string): Tool => {
  const { name: title, description, input_schema, output_schema } = skill
  return {
    name,
    ...(name !== title && { title }),
    description,
    inputSchema: { ...(input_schema as Schema), type: 'object' },
    ...((output_schema as Schema)['type'] === 'object' && { outputSchema: output_schema }),
  }
}
