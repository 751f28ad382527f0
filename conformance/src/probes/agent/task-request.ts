import type { ProbeContext } from '../../engine/probe-context.ts'
import type { Exchange } from '../../engine/types.ts'
import { isObject, isString } from '../../judge/assertions.ts'
import { skillsOf, type Skill } from './card.ts'
import { generate, TEXT } from './inputs.ts'

export const TASKS_PATH = '/a2a/tasks'

/**
 * A task request of the interface (docs/specification/agent-protocol.md#task-forms). `input` may have further members that the schema
 * of the skill requires.
 */
export interface TaskRequest {
  readonly task_id: string
  readonly type?: string
  readonly input: Readonly<Record<string, unknown>> & {
    readonly skill: string
    readonly message: unknown
  }
  readonly context: Readonly<Record<string, unknown>>
}

/** The skill that is requested from an agent whose card names none, because a failure is a valid response as well. */
const DEFAULT_SKILL: Skill = { name: 'summarize', input_schema: {}, timeout_ms: undefined }

/** Limits the skills that are called, and the length of their names. */
const MAX_SKILLS = 100
const MAX_NAME_LENGTH = 1000
/** The maximum number of skills that are tried in each form of the input. */
const MAX_TRIES = 3

/** Returns the skills on the card that the suite calls. */
export const callableSkills = (context: ProbeContext): readonly Skill[] =>
  skillsOf(context.recorded('card')[0])
    .filter(({ name }) => name.length <= MAX_NAME_LENGTH)
    .slice(0, MAX_SKILLS)

/** Returns the callable skills or a default one; those for which the user gave a sample come first. */
export function preferredSkills(context: ProbeContext): readonly [Skill, ...Skill[]] {
  const [first = DEFAULT_SKILL, ...rest] = [...callableSkills(context)].sort(
    (a, b) => Number(hasSample(context, b)) - Number(hasSample(context, a)),
  )
  return [first, ...rest]
}

const hasSample = (context: ProbeContext, { name }: Skill): boolean =>
  Object.hasOwn(context.settings.samples, name)

/** Returns a message with one text part for each text. */
export const messageOf = (...texts: readonly string[]): object => ({
  role: 'user',
  parts: texts.map((text) => ({ type: 'text', text })),
})

export const withMessage = (task: TaskRequest, message: unknown): TaskRequest => ({
  ...task,
  input: { ...task.input, message },
})

/** Returns an object without one of its members. */
export const without = <T extends object, K extends keyof T>(value: T, name: K): Omit<T, K> =>
  Object.fromEntries(Object.entries(value).filter(([key]) => key !== name)) as Omit<T, K>

/**
 * Returns the request from which all others are derived. With `by_schema`, its input has the members that the schema of the skill requires.
 */
export function canonicalTask(
  context: ProbeContext,
  skill: Skill,
  how: 'plain' | 'by_schema',
): TaskRequest {
  const input = hasSample(context, skill)
    ? context.settings.samples[skill.name]
    : generate(skill.input_schema, context.random)
  const { text, members } = split(input)
  const { name } = skill
  return {
    task_id: context.random.uuid(),
    type: name,
    input: {
      ...(how === 'by_schema' || hasSample(context, skill) ? members : {}),
      skill: name,
      message: messageOf(text),
    },
    context: {
      skill: name,
      workspace_id: `ws_${context.random.hex(12)}`,
      requester_id: `org_${context.random.hex(12)}`,
    },
  }
}

/** Splits an input into the text of a message and the other members. */
function split(input: unknown): {
  readonly text: string
  readonly members: Readonly<Record<string, unknown>>
} {
  if (isString(input)) return { text: input, members: {} }
  if (!isObject(input)) return { text: JSON.stringify(input) ?? TEXT, members: {} }
  const { text, message, skill: _, ...members } = input
  const given = [text, message].find(isString)
  return {
    text: given ?? (Object.keys(members).length > 0 ? JSON.stringify(members) : TEXT),
    members,
  }
}

/** A skill, and the form of the input with which it is called. */
interface Attempt {
  readonly skill: Skill
  readonly how: 'plain' | 'by_schema'
}

/** Returns the calls that are tried until one is accepted: with text only, and then with the members that the schemas require. */
export const attemptsOf = (skills: readonly Skill[]): readonly Attempt[] => [
  ...skills.slice(0, MAX_TRIES).map((skill) => ({ skill, how: 'plain' as const })),
  ...skills
    .filter(requiresMembers)
    .slice(0, MAX_TRIES)
    .map((skill) => ({ skill, how: 'by_schema' as const })),
]

/** Returns whether the schema of a skill requires more than text. */
function requiresMembers({ input_schema }: Skill): boolean {
  const required = isObject(input_schema) ? input_schema['required'] : undefined
  return Array.isArray(required) && required.some((name) => name !== 'text' && name !== 'message')
}

/** Returns the task that a recorded request contains. */
export const taskOf = (exchange: Exchange): TaskRequest =>
  JSON.parse(exchange.request.body ?? '{}') as TaskRequest

/** Returns the first text of a task. */
export const textOf = ({ input }: TaskRequest): string => {
  const parts = isObject(input.message) ? input.message['parts'] : undefined
  return Array.isArray(parts) && isObject(parts[0]) && isString(parts[0]['text'])
    ? parts[0]['text']
    : TEXT
}
