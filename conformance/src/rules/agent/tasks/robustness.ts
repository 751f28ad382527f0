import type { Evidence, Judgement, Rule } from '../../../engine/types.ts'
import {
  check,
  each,
  firstFailure,
  notApplicable,
  NOTHING_SENT,
  ok,
  OK,
  untested,
  type Assertion,
} from '../../../judge/assertions.ts'
import { taskOutcomeOf, wellFormedTask } from '../../../judge/task.ts'
import { skillsOf } from '../../../probes/agent/card.ts'
import { counterexample } from '../../../probes/agent/fuzz.ts'
import { taskOf } from '../../../probes/agent/task-request.ts'
import { noForeignIds } from '../concurrency.ts'
import { OUTCOMES } from './responses.ts'

/** How much longer than its timeout a skill may take. */
const TOLERANCE = 1.1
/** The rules about single tasks, which have to pass before more tasks are judged. */
const SINGLE_TASK_RULES = ['TASK-11', 'TASK-12', 'TASK-15'] as const

const endsWithin =
  (timeout_ms: number): Assertion =>
  ({ outcome }) =>
    outcome.ms > timeout_ms * TOLERANCE ||
    (outcome.kind === 'failure' && outcome.code === 'timeout')
      ? {
          pointer: 'time',
          expected: `at most ${timeout_ms} ms, as the skill declares, plus 10 percent`,
          actual: 'more',
        }
      : undefined

/** Returns the judgement if a sample is for a skill that the card does not have, which is usually a misspelling. */
function unusedSample({ one, settings }: Evidence): Judgement | undefined {
  // The tools of an MCP endpoint have samples as well.
  if (settings.mcp_url !== undefined) return undefined
  const names = new Set(skillsOf(one('card')).map(({ name }) => name))
  const unknown = Object.keys(settings.samples).find((name) => !names.has(name))
  if (unknown === undefined) return undefined
  return untested(
    `--sample names ${unknown}, but the card has no such skill; correct the name, or use --mcp if it is a tool.`,
  )
}

/** The rules about many tasks, and about unusual ones. */
export const robustnessRules: readonly Rule[] = [
  {
    id: 'TASK-28',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/agent-protocol.md#never-404',
    clause: {
      line: 337,
      quote:
        'Capability names in `capabilities.provides` must equal the skill strings that are routed.',
    },
    title: 'Every skill of the card gets a task response and never 404',
    hint: 'Have the handler recognize every skill of the card by its exact name, and respond with a failed task if the skill fails.',
    accepts: 'A well-formed failure, because a skill may require input besides the text.',
    needs: [...SINGLE_TASK_RULES, 'CARD-03'],
    probes: ['card', 'task.skills'],
    judge: (evidence) =>
      unusedSample(evidence) ?? each(evidence.of('task.skills'), NOTHING_SENT, wellFormedTask),
  },
  {
    id: 'TASK-29',
    level: 'SHOULD',
    basis: 'inferred',
    specification: 'docs/specification/agent-protocol.md#skills',
    clause: { line: 122, quote: '| timeout_ms | integer, maximum execution time | no |' },
    title: 'A skill responds within its timeout_ms',
    hint: 'Fail the task when its time is up, or declare a longer timeout.',
    needs: ['TASK-05', 'CARD-07.positive'],
    probes: ['card', 'task.skills'],
    judge: ({ one, of }) => {
      const limits = new Map(
        skillsOf(one('card')).map(({ name, timeout_ms }) => [name, timeout_ms]),
      )
      const judges = of('task.skills').flatMap((exchange) => {
        const limit = limits.get(taskOf(exchange).input.skill)
        return limit === undefined ? [] : [() => check(exchange, endsWithin(limit))]
      })
      return judges.length === 0 ? notApplicable('No skill has timeout_ms.') : firstFailure(judges)
    },
  },
  {
    id: 'TASK-30',
    level: 'SHOULD',
    basis: 'inferred',
    specification: 'docs/specification/agent-protocol.md#task-forms',
    clause: { line: 150, quote: '| task_id | string | |' },
    title: 'None of 20 concurrent tasks gets a response with the id of another',
    hint: 'Keep the id with its request instead of in state that requests share.',
    needs: ['TASK-16'],
    probes: ['task.crowd'],
    judge: ({ of }) =>
      noForeignIds(of('task.crowd'), '/task_id', (exchange) => taskOf(exchange).task_id),
  },
  {
    id: 'TASK-31',
    level: 'SHOULD',
    basis: 'inferred',
    specification: 'docs/specification/agent-protocol.md#skill-input',
    clause: {
      line: 143,
      quote:
        'fields: skill (string), message (object: role string, parts array of {type string, text string})',
    },
    title: 'Emoji, right-to-left text, U+0000 and 65 kB of text get a task response',
    hint: 'Accept any JSON string as text. If the text is too large for a skill, return 4xx with status failed.',
    accepts: 'A size limit that is reported in a task response.',
    needs: SINGLE_TASK_RULES,
    probes: ['task.texts'],
    judge: ({ of }) => each(of('task.texts'), NOTHING_SENT, wellFormedTask),
  },
  {
    id: 'TASK-32',
    level: 'INFO',
    basis: 'inferred',
    specification: 'docs/specification/agent-protocol.md#calling-twice',
    clause: {
      line: 192,
      quote:
        'Task states other than `completed` and `failed`, and transitions between them: not shown.',
    },
    title: 'Reports the outcome of sending the same task_id twice',
    hint: 'The interface does not state whether a task is repeated, refused or remembered.',
    needs: ['TASK-05'],
    probes: ['task.twice'],
    judge: ({ of }) => {
      const [first, second] = of('task.twice').map((exchange) => OUTCOMES[taskOutcomeOf(exchange)])
      return ok(`First: ${first}, second: ${second}.`)
    },
  },
  {
    id: 'TASK-36',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/agent-protocol.md#task-forms',
    clause: {
      line: 333,
      quote: 'The handler must accept the task request shape and tolerate variations',
    },
    title: 'Every generated task gets a well-formed success or failure',
    hint: 'Fix the handling of the request shown. It is the smallest one that was found, and it is a valid task request.',
    accepts:
      'A failure: status 4xx or 5xx with the status failed and an error {code, message} in the body.',
    needs: [...SINGLE_TASK_RULES, 'TASK-21'],
    probes: ['task.fuzz'],
    observes: ['task.shrunk'],
    judge: ({ of }) => {
      const found = counterexample(of('task.fuzz'), of('task.shrunk'))
      return found ? check(found, wellFormedTask) : OK
    },
  },
]
