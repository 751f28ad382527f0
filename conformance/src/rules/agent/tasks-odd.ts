import type { Exchange, Judgement, Rule } from '../../engine/types.ts'
import { each, firstOf, notApplicable, ok, OK, violation, check } from '../../judge/atoms.ts'
import { member, show } from '../../judge/json.ts'
import { endingOf, illegalTask } from '../../judge/task.ts'
import { skillsOf } from '../../probes/agent/card.ts'
import { counterexample } from '../../probes/agent/fuzz.ts'
import { taskOf } from '../../probes/agent/task-request.ts'

const GRACE = 1.1
/** Whatever is looked at closer here was looked at for a single task before. */
const SINGLE = ['TASK-11', 'TASK-12', 'TASK-15'] as const
const NOTHING = notApplicable('Nothing was sent.')

function withinTimeout(exchange: Exchange, timeout_ms: number): Judgement {
  const { outcome } = exchange
  const late =
    outcome.ms > timeout_ms * GRACE || (outcome.kind === 'failure' && outcome.code === 'timeout')
  return late
    ? violation({
        pointer: 'time',
        expected: `at most the ${timeout_ms} ms that the skill declares, and a tenth more`,
        actual: 'more',
        exchange: exchange.key,
      })
    : OK
}

function crossed(exchanges: readonly Exchange[]): Judgement {
  const ids = new Set(exchanges.map((exchange) => taskOf(exchange).task_id))
  return firstOf(
    exchanges.map((exchange) => () => {
      const [mine, told] = [taskOf(exchange).task_id, member(exchange, '/task_id')]
      const foreign = told !== mine && typeof told === 'string' && ids.has(told)
      return foreign
        ? violation({
            pointer: 'body/task_id',
            expected: show(mine),
            actual: `${show(told)}, which is the id of another task sent at the same time`,
            exchange: exchange.key,
            together: true,
          })
        : OK
    }),
  )
}

export const oddRules: readonly Rule[] = [
  {
    id: 'TASK-28',
    level: 'MUST',
    basis: 'quoted',
    clause: {
      line: 337,
      quote:
        'Capability names in `capabilities.provides` must equal the skill strings that are routed.',
    },
    title: 'Every skill of the card can be asked for: never 404, always a task answer',
    needs: [...SINGLE, 'CARD-03'],
    probes: ['card', 'task.skills'],
    judge: ({ of }) => each(of('task.skills'), NOTHING, illegalTask),
    hint: 'The card promises a skill that the handler does not know by that name, or that breaks it.',
    accepts: 'A well-formed failure: what a skill takes beside its text is its own affair.',
  },
  {
    id: 'TASK-29',
    level: 'SHOULD',
    basis: 'inferred',
    clause: { line: 122, quote: '| timeout_ms | integer, maximum execution time | no |' },
    title: 'A skill answers within its timeout_ms',
    needs: ['TASK-05', 'CARD-07.positive'],
    probes: ['card', 'task.skills'],
    judge: ({ one, of }) => {
      const limits = new Map(
        skillsOf(one('card')).map(({ name, timeout_ms }) => [name, timeout_ms]),
      )
      const judges = of('task.skills').flatMap((exchange) => {
        const limit = limits.get(taskOf(exchange).input.skill)
        return limit === undefined ? [] : [() => withinTimeout(exchange, limit)]
      })
      return judges.length === 0 ? notApplicable('No skill has timeout_ms.') : firstOf(judges)
    },
    hint: 'End the task as failed when the time is over, or declare more.',
  },
  {
    id: 'TASK-30',
    level: 'SHOULD',
    basis: 'inferred',
    clause: { line: 150, quote: '| task_id | string | |' },
    title: 'Of twenty tasks at once, none is answered with the id of another',
    needs: ['TASK-16'],
    probes: ['task.crowd'],
    judge: ({ of }) => crossed(of('task.crowd')),
    hint: 'The id is kept where all requests share it; keep it with the request.',
  },
  {
    id: 'TASK-31',
    level: 'SHOULD',
    basis: 'inferred',
    clause: {
      line: 143,
      quote:
        'fields: skill (string), message (object: role string, parts array of {type string, text string})',
    },
    title: 'Emoji, text from right to left, U+0000 and 64 kB of text get a task answer',
    needs: SINGLE,
    probes: ['task.texts'],
    judge: ({ of }) => each(of('task.texts'), NOTHING, illegalTask),
    hint: 'A text is any JSON string. What is too much for a skill fails like a task: 4xx with status failed.',
    accepts: 'A limit of size, told in the shape of a task answer.',
  },
  {
    id: 'TASK-32',
    level: 'INFO',
    basis: 'inferred',
    clause: {
      line: 192,
      quote:
        'Task states other than `completed` and `failed`, and transitions between them: not shown.',
    },
    title: 'What comes of the same task_id twice',
    needs: ['TASK-05'],
    probes: ['task.twice'],
    judge: ({ of }) => {
      const [first, second] = of('task.twice').map(endingOf)
      return ok(`First ${first}, then ${second}.`)
    },
    hint: 'Whether a task is repeated, refused or remembered is not stated.',
  },
  {
    id: 'TASK-36',
    level: 'MUST',
    basis: 'quoted',
    clause: {
      line: 333,
      quote: 'The handler must accept the task request shape and tolerate variations',
    },
    title: 'Generated tasks within the shape all end in one of the two legal ways',
    needs: [...SINGLE, 'TASK-21'],
    probes: ['task.fuzz'],
    observes: ['task.shrunk'],
    judge: ({ of }) => {
      const found = counterexample(of('task.fuzz'), of('task.shrunk'))
      return found ? check(found, illegalTask) : OK
    },
    hint: 'The request shown is the smallest that was found; everything in it is within lines 139 to 144.',
    accepts: 'Failing, as long as it is a failure in the shape of lines 150 to 155.',
  },
]
