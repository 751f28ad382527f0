import type { Exchange, Judgement, Rule } from '../../../engine/types.ts'
import {
  check,
  firstFailure,
  integer,
  isStrings,
  notApplicable,
  object,
  OK,
  optional,
  present,
  string,
  value,
  violation,
} from '../../../judge/assertions.ts'
import { validSchema } from '../../../judge/json-schema.ts'
import { firstRepeated, formatValue, member } from '../../../judge/json.ts'
import { skillsOf } from '../../../probes/agent/card.ts'

const NO_SKILLS = notApplicable('The card has no skills.')

/** Judges every skill of a card by its JSON pointer. */
function eachSkill(card: Exchange, judge: (pointer: string) => Judgement): Judgement {
  const skills = member(card, '/skills')
  if (!Array.isArray(skills) || skills.length === 0) return NO_SKILLS
  return firstFailure(skills.map((_, i) => () => judge(`/skills/${i}`)))
}

/** Judges both schemas of every skill. */
const eachSchema = (card: Exchange, judge: (pointer: string) => Judgement): Judgement =>
  eachSkill(card, (pointer) =>
    firstFailure(
      ['input_schema', 'output_schema'].map((name) => () => judge(`${pointer}/${name}`)),
    ),
  )

/** Judges whether every capability is the name of a skill. */
export function allNamed(
  capabilities: readonly string[],
  skills: readonly string[],
  pointer: string,
): Judgement {
  const unknown = capabilities.findIndex((name) => !skills.includes(name))
  return unknown < 0
    ? OK
    : violation({
        pointer: `${pointer}/${unknown}`,
        expected: `one of ${formatValue(skills)}`,
        actual: formatValue(capabilities[unknown]),
      })
}

export const skillRules: readonly Rule[] = [
  {
    id: 'CARD-04',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/agent-protocol.md#skills',
    clause: { line: 118, quote: '| name | string, unique identifier of the skill | yes |' },
    title: 'Every skill has name, description, input_schema and output_schema',
    hint: 'Add the missing members; every skill needs name, description, input_schema and output_schema.',
    needs: ['CARD-03'],
    probes: ['card'],
    judge: ({ one }) =>
      eachSkill(one('card'), (pointer) =>
        check(
          one('card'),
          object(pointer),
          string(`${pointer}/name`),
          string(`${pointer}/description`),
          present(`${pointer}/input_schema`),
          present(`${pointer}/output_schema`),
        ),
      ),
  },
  {
    id: 'CARD-05',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/agent-protocol.md#skills',
    clause: { line: 118, quote: '| name | string, unique identifier of the skill | yes |' },
    title: 'The names of the skills are unique',
    hint: 'Rename one of the two skills. Tasks are routed by name, so only one of them could be reached.',
    accepts: 'Names that differ only in case.',
    needs: ['CARD-04'],
    probes: ['card'],
    judge: ({ one }) => {
      const names = skillsOf(one('card')).map(({ name }) => name)
      const repeated = firstRepeated(names)
      if (names.length === 0) return NO_SKILLS
      return repeated < 0
        ? OK
        : violation({
            pointer: `body/skills/${repeated}/name`,
            expected: 'a unique name',
            actual: formatValue(names[repeated]),
          })
    },
  },
  {
    id: 'CARD-06',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/agent-protocol.md#skills',
    clause: { line: 120, quote: '| input_schema | JSON Schema | yes |' },
    title: 'Every input_schema and output_schema is a valid JSON Schema',
    hint: 'A JSON Schema is an object, true or false. Check the spelling of types, and that keywords which take a list have one.',
    accepts:
      'Any dialect, unknown keywords, and patterns in the syntax of ECMAScript, PCRE, Python, Java, .NET, Ruby or Go.',
    needs: ['CARD-04'],
    probes: ['card'],
    judge: ({ one }) =>
      eachSchema(one('card'), (pointer) => {
        const found = validSchema(pointer)(one('card'))
        return found ? violation(found) : OK
      }),
  },
  {
    id: 'CARD-07',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/agent-protocol.md#skills',
    clause: { line: 122, quote: '| timeout_ms | integer, maximum execution time | no |' },
    title: 'The timeout_ms of a skill is an integer',
    hint: 'Send milliseconds as a JSON integer: 5000, not "5s" or 1.5.',
    accepts: 'A skill without timeout_ms.',
    needs: ['CARD-04'],
    probes: ['card'],
    judge: ({ one }) =>
      eachSkill(one('card'), (pointer) =>
        check(one('card'), optional(`${pointer}/timeout_ms`, integer(`${pointer}/timeout_ms`))),
      ),
  },
  {
    id: 'CARD-07.positive',
    level: 'SHOULD',
    basis: 'inferred',
    specification: 'docs/specification/agent-protocol.md#skills',
    clause: { line: 122, quote: 'integer, maximum execution time' },
    title: 'The timeout_ms of a skill is greater than 0',
    hint: 'Send a positive number of milliseconds, or leave timeout_ms out if there is no limit.',
    needs: ['CARD-07'],
    probes: ['card'],
    judge: ({ one }) =>
      eachSkill(one('card'), (pointer) =>
        check(
          one('card'),
          optional(
            `${pointer}/timeout_ms`,
            value(`${pointer}/timeout_ms`, 'a number greater than 0', (it) => Number(it) > 0),
          ),
        ),
      ),
  },
  {
    id: 'CARD-13',
    level: 'SHOULD',
    basis: 'inferred',
    specification: 'docs/specification/agent-protocol.md#capabilities',
    clause: {
      line: 337,
      quote:
        'Capability names in `capabilities.provides` must equal the skill strings that are routed.',
    },
    title: 'Every capability of the card is the name of one of its skills',
    hint: 'Spell capabilities exactly like skills: tasks are routed by the exact string, so Web-Search and web_search differ.',
    needs: ['CARD-10', 'CARD-04'],
    probes: ['card'],
    judge: ({ one }) => {
      const names = skillsOf(one('card')).map(({ name }) => name)
      const capabilities = member(one('card'), '/capabilities')
      if (!isStrings(capabilities) || capabilities.length === 0)
        return notApplicable('The card has no capabilities.')
      return allNamed(capabilities, names, 'body/capabilities')
    },
  },
]
