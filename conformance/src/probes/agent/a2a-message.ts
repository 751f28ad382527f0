import type { ProbeContext } from '../../engine/probe-context.ts'
import { isArray, isObject, isString } from '../../judge/assertions.ts'
import { member } from '../../judge/json.ts'
import type { A2aDialect } from './a2a-dialects.ts'
import { skillsOf, type Skill } from './card.ts'
import { attemptsOf, canonicalTask, preferredSkills, textOf } from './task-request.ts'

/** The extension of this registry that names the skill of a message (docs/specification/a2a.md#skill). */
const SKILL_EXTENSION = 'urn:svc:a2a:skill:v1'

const MAX_NAME_LENGTH = 1000

/**
 * Returns the parameters of the messages that the suite tries. An A2A card has no schemas, so the input comes from the user's
 * samples or from the schemas on the card that the interface defines, or is text that suits many skills.
 */
export function messagesToTry(context: ProbeContext, dialect: A2aDialect): readonly object[] {
  return attemptsOf(skillsToTry(context)).map(({ skill, how }) =>
    paramsFor(context, dialect, skill, how),
  )
}

/** Returns the skills on the card that the interface defines, or else those on the A2A card. */
function skillsToTry(context: ProbeContext): readonly Skill[] {
  const [card] = context.recorded('card')
  if (skillsOf(card).length > 0) return preferredSkills(context)
  const listed = context.recorded('a2a.card').map((a2a) => member(a2a, '/skills'))[0]
  const ids = (isArray(listed) ? listed : []).flatMap((skill) =>
    isObject(skill) && isString(skill['id']) && skill['id'].length <= MAX_NAME_LENGTH
      ? [skill['id']]
      : [],
  )
  const { samples } = context.settings
  return (ids.length > 0 ? ids : ['default'])
    .toSorted((a, b) => Number(Object.hasOwn(samples, b)) - Number(Object.hasOwn(samples, a)))
    .map((name) => ({ name, input_schema: {}, timeout_ms: undefined }))
}

function paramsFor(
  context: ProbeContext,
  dialect: A2aDialect,
  skill: Skill,
  how: 'plain' | 'by_schema',
): object {
  const task = canonicalTask(context, skill, how)
  const { skill: _, message: __, ...members } = task.input
  const hasMembers = Object.keys(members).length > 0
  return {
    message: {
      ...dialect.message,
      messageId: context.random.uuid(),
      parts: [
        { ...dialect.text, text: textOf(task) },
        ...(hasMembers ? [{ ...dialect.data, data: members }] : []),
      ],
    },
    ...dialect.params,
    ...(declaresSkillExtension(context)
      ? { metadata: { [SKILL_EXTENSION]: { skill: skill.name } } }
      : {}),
  }
}

function declaresSkillExtension(context: ProbeContext): boolean {
  return context.recorded('a2a.card').some((card) => {
    const extensions = member(card, '/capabilities/extensions')
    return (
      isArray(extensions) &&
      extensions.some((extension) => isObject(extension) && extension['uri'] === SKILL_EXTENSION)
    )
  })
}
