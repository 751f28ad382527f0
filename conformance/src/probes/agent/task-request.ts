import type { Lab } from '../../engine/lab.ts'
import type { Exchange } from '../../engine/types.ts'
import { isObject, isString } from '../../judge/atoms.ts'
import { skillsOf, type Skill } from './card.ts'
import { generate, TEXT } from './inputs.ts'

export const TASKS_PATH = '/a2a/tasks'

/** A task request as the interface shows it (lines 139-144), with the members a skill's own schema asks for beside its message. */
export interface TaskRequest {
  readonly task_id: string
  readonly type?: string
  readonly input: Readonly<Record<string, unknown>> & {
    readonly skill: string
    readonly message: unknown
  }
  readonly context: Readonly<Record<string, unknown>>
}

const UNNAMED: Skill = { name: 'summarize', input_schema: {}, timeout_ms: undefined }

/** The skills to ask for: those of the card, or any name when it names none, since a failure is an answer too. */
export function askable(lab: Lab): readonly [Skill, ...Skill[]] {
  const [first = UNNAMED, ...rest] = [...callable(lab)].sort(
    (a, b) => Number(hasSample(lab, b)) - Number(hasSample(lab, a)),
  )
  return [first, ...rest]
}

/** Skills that are called, at most, and the longest name of one: a card may list more than anybody has time for. */
const MOST_SKILLS = 100
const LONGEST_NAME = 1000
export const callable = (lab: Lab): readonly Skill[] =>
  skillsOf(lab.seen('card')[0])
    .filter(({ name }) => name.length <= LONGEST_NAME)
    .slice(0, MOST_SKILLS)

const hasSample = (lab: Lab, { name }: Skill): boolean => Object.hasOwn(lab.settings.samples, name)

export const partsOf = (...texts: readonly string[]): object => ({
  role: 'user',
  parts: texts.map((text) => ({ type: 'text', text })),
})

/** The request every other one differs from in one thing. */
export function canonical(lab: Lab, skill: Skill, how: 'plain' | 'by_schema'): TaskRequest {
  const input = hasSample(lab, skill)
    ? lab.settings.samples[skill.name]
    : generate(skill.input_schema, lab.random)
  const { text, members } = split(input)
  const beside = how === 'by_schema' || hasSample(lab, skill) ? members : {}
  const { name } = skill
  return {
    task_id: lab.random.uuid(),
    type: name,
    input: { ...beside, skill: name, message: partsOf(text) },
    context: {
      skill: name,
      workspace_id: `ws_${lab.random.hex(12)}`,
      requester_id: `org_${lab.random.hex(12)}`,
    },
  }
}

/** An input as the text of a message and what stands beside it. */
function split(input: unknown): {
  readonly text: string
  readonly members: Readonly<Record<string, unknown>>
} {
  if (isString(input)) return { text: input, members: {} }
  if (!isObject(input)) return { text: JSON.stringify(input) ?? TEXT, members: {} }
  const { text, message, skill: _, ...members } = input
  const said = [text, message].find(isString)
  return {
    text: said ?? (Object.keys(members).length > 0 ? JSON.stringify(members) : TEXT),
    members,
  }
}

/** Whether a skill's schema asks for more than a text. */
export function asksForMembers({ input_schema }: Skill): boolean {
  const required = isObject(input_schema) ? input_schema['required'] : undefined
  return Array.isArray(required) && required.some((name) => name !== 'text' && name !== 'message')
}

/** The task a recorded request held. */
export const taskOf = (exchange: Exchange): TaskRequest =>
  JSON.parse(exchange.request.body ?? '{}') as TaskRequest

export const textOf = ({ input }: TaskRequest): string => {
  const parts = isObject(input.message) ? input.message['parts'] : undefined
  return Array.isArray(parts) && isObject(parts[0]) && isString(parts[0]['text'])
    ? parts[0]['text']
    : TEXT
}
