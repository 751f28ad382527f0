import type { Exchange, Judgement, Rule, Seen } from '../../engine/types.ts'
import { header } from '../../engine/http.ts'
import {
  each,
  equals,
  firstOf,
  integer,
  isJson,
  notApplicable,
  object,
  ok,
  status,
  string,
  untested,
  value,
  type Atom,
} from '../../judge/atoms.ts'
import { jsonOf, member, same, show } from '../../judge/json.ts'
import { endingOf } from '../../judge/task.ts'
import { taskOf } from '../../probes/agent/task-request.ts'

/** Single tasks as the interface shows them. What comes of many, of each skill and of odd texts has rules of its own. */
const TASKS = [
  'task.canonical',
  'task.string',
  'task.no_type',
  'task.string_no_type',
  'task.no_context_skill',
  'task.parts',
  'task.unknown_skill',
  'task.strange_context',
  'task.fail_sample',
] as const
const [FIRST, ...OTHERS] = TASKS

const NO_SUCCESS = untested(
  'No task was completed, so nothing is known about successes. Give an input that a skill completes: --sample SKILL=FILE.',
)
const NO_FAILURE = untested(
  'No task failed, so nothing is known about failures. Give a task that the agent fails: --fail-sample FILE.',
)

const httpStatus = ({ outcome }: Exchange): number =>
  outcome.kind === 'answer' ? outcome.status : 0
const tasks = (seen: Seen): readonly Exchange[] =>
  seen
    .of(...TASKS)
    .filter((exchange) => exchange.outcome.kind === 'answer' && endingOf(exchange) !== 'busy')
/** Answers that are successes by their status or by their own word. */
const successes = (seen: Seen): readonly Exchange[] =>
  tasks(seen).filter(
    (exchange) =>
      member(exchange, '/status') === 'completed' ||
      (httpStatus(exchange) === 200 && member(exchange, '/status') !== 'failed'),
  )
const failures = (seen: Seen): readonly Exchange[] =>
  tasks(seen).filter(
    (exchange) => member(exchange, '/status') === 'failed' || httpStatus(exchange) >= 400,
  )
const refusals = (seen: Seen): readonly Exchange[] =>
  tasks(seen).filter((exchange) => httpStatus(exchange) >= 400)

const timed = (seen: Seen): readonly Exchange[] =>
  tasks(seen).filter((exchange) => member(exchange, '/execution_time_ms') !== undefined)
const UNTIMED = notApplicable('No answer has execution_time_ms.')

const onSuccess =
  (...atoms: readonly Atom[]) =>
  (seen: Seen): Judgement =>
    each(successes(seen), NO_SUCCESS, ...atoms)
const onFailure =
  (...atoms: readonly Atom[]) =>
  (seen: Seen): Judgement =>
    each(failures(seen), NO_FAILURE, ...atoms)
const where =
  (fits: (exchange: Exchange) => boolean, ...atoms: readonly Atom[]): Atom =>
  (exchange) =>
    fits(exchange) ? firstViolation(exchange, atoms) : undefined
const firstViolation = (exchange: Exchange, atoms: readonly Atom[]): ReturnType<Atom> =>
  atoms.map((atom) => atom(exchange)).find((found) => found !== undefined)

const says =
  (state: string) =>
  (exchange: Exchange): boolean =>
    member(exchange, '/status') === state
const absent = (pointer: string): Atom =>
  value(pointer, 'absent', (it) => it === undefined || it === null)
const requestHasId = (exchange: Exchange): boolean => typeof taskOf(exchange).task_id === 'string'

const sameContent: Atom = (exchange) => {
  const [result, output] = [member(exchange, '/result'), member(exchange, '/output')]
  return same(result, output)
    ? undefined
    : {
        pointer: 'body/output',
        expected: `the same content as result: ${show(result)}`,
        actual: show(output),
      }
}
const sameId: Atom = (exchange) => equals('/task_id', taskOf(exchange).task_id)(exchange)
const saysJson: Atom = ({ outcome }) => {
  const type = outcome.kind === 'answer' ? header(outcome, 'Content-Type') : undefined
  return /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type ?? '')
    ? undefined
    : { pointer: 'header Content-Type', expected: 'application/json', actual: type ?? 'absent' }
}

export const answeredRules: readonly Rule[] = [
  {
    id: 'TASK-11',
    level: 'MUST',
    basis: 'quoted',
    clause: {
      line: 334,
      quote:
        'On success it returns HTTP 200 with status `completed` and both `result` and `output`.',
    },
    title: 'A completed task is answered with exactly 200',
    needs: ['TASK-05'],
    probes: [FIRST],
    observes: OTHERS,
    judge: (seen) =>
      each(
        successes(seen),
        NO_SUCCESS,
        where(
          says('completed'),
          status('200', (it) => it === 200),
        ),
      ),
    hint: 'Not 201 and not 202: the task has ended when it is answered.',
  },
  {
    id: 'TASK-12',
    level: 'MUST',
    basis: 'quoted',
    clause: {
      line: 334,
      quote:
        'On success it returns HTTP 200 with status `completed` and both `result` and `output`.',
    },
    title: 'A task answered with 200 says completed',
    needs: ['TASK-05'],
    probes: [FIRST],
    observes: OTHERS,
    judge: (seen) =>
      each(
        tasks(seen).filter((exchange) => httpStatus(exchange) === 200),
        NO_SUCCESS,
        equals('/status', 'completed'),
      ),
    hint: 'completed in lower case, neither success nor done; and what failed is not answered with 200.',
  },
  {
    id: 'TASK-13',
    level: 'MUST',
    basis: 'quoted',
    clause: { line: 152, quote: '| result | object | on success |' },
    title: 'A completed task has result, an object',
    needs: ['TASK-05'],
    probes: [FIRST],
    observes: OTHERS,
    judge: onSuccess(object('/result')),
    hint: 'Wrap a text in an object: {"text": "…"}.',
  },
  {
    id: 'TASK-14',
    level: 'MUST',
    basis: 'quoted',
    clause: { line: 153, quote: '| output | object | on success; same content as result |' },
    title: 'A completed task has output, an object',
    needs: ['TASK-05'],
    probes: [FIRST],
    observes: OTHERS,
    judge: onSuccess(object('/output')),
    hint: 'Some callers read result, others output: send both.',
  },
  {
    id: 'TASK-15',
    level: 'MUST',
    basis: 'quoted',
    clause: { line: 153, quote: 'on success; same content as result' },
    title: 'output has the same content as result',
    needs: ['TASK-13', 'TASK-14'],
    probes: [FIRST],
    observes: OTHERS,
    judge: onSuccess(sameContent),
    hint: 'Build the object once and send it under both names.',
    accepts: 'Another order of members, and 1.0 for 1.',
  },
  {
    id: 'TASK-16',
    level: 'MUST',
    basis: 'quoted',
    clause: { line: 150, quote: '| task_id | string | |' },
    title: 'A completed task has task_id, a string',
    needs: ['TASK-05'],
    probes: [FIRST],
    observes: OTHERS,
    judge: onSuccess(string('/task_id')),
    hint: 'Send back the task_id that came with the request.',
  },
  {
    id: 'TASK-17',
    level: 'SHOULD',
    basis: 'inferred',
    clause: { line: 150, quote: '| task_id | string | |' },
    title: 'The task_id of the answer is that of the request',
    needs: ['TASK-16'],
    probes: [FIRST],
    observes: OTHERS,
    judge: onSuccess(where(requestHasId, sameId)),
    hint: 'Callers match answers to tasks by it.',
  },
  {
    id: 'TASK-18',
    level: 'MUST',
    basis: 'quoted',
    clause: { line: 154, quote: '| execution_time_ms | integer | optional |' },
    title: 'execution_time_ms, where there is one, is an integer',
    needs: ['TASK-05'],
    probes: [FIRST],
    observes: OTHERS,
    judge: (seen) => each(timed(seen), UNTIMED, integer('/execution_time_ms')),
    hint: 'Round it: 12, neither 12.5 nor "12".',
  },
  {
    id: 'TASK-18.sign',
    level: 'SHOULD',
    basis: 'inferred',
    clause: { line: 154, quote: '| execution_time_ms | integer | optional |' },
    title: 'execution_time_ms, where there is one, is not negative',
    needs: ['TASK-18'],
    probes: [FIRST],
    observes: OTHERS,
    judge: (seen) =>
      each(
        timed(seen),
        UNTIMED,
        value('/execution_time_ms', '0 or more', (it) => Number(it) >= 0),
      ),
    hint: 'Take the difference of a monotonic clock, the end less the beginning.',
  },
  {
    id: 'TASK-18.time',
    level: 'INFO',
    basis: 'inferred',
    clause: { line: 154, quote: '| execution_time_ms | integer | optional |' },
    title: 'Whether execution_time_ms is within the time that the answer took',
    needs: ['TASK-18'],
    probes: [FIRST],
    observes: OTHERS,
    judge: (seen) =>
      ok(
        timed(seen).every(
          (exchange) =>
            Number(member(exchange, '/execution_time_ms')) <= Math.ceil(exchange.outcome.ms),
        )
          ? 'It is.'
          : 'It says more than the answer took.',
      ),
    hint: 'What is measured is not stated.',
  },
  {
    id: 'TASK-19',
    level: 'MUST',
    basis: 'quoted',
    clause: {
      line: 335,
      quote:
        'On failure it returns a 4xx or 5xx status with status `failed` and an `error` object holding `code` and `message`.',
    },
    title: 'A failed task is answered with a 4xx or 5xx status',
    needs: ['TASK-05'],
    probes: [FIRST],
    observes: OTHERS,
    judge: (seen) =>
      each(
        failures(seen),
        NO_FAILURE,
        where(
          says('failed'),
          status('a 4xx or 5xx status', (it) => it >= 400 && it <= 599),
        ),
      ),
    hint: 'A failure with status 200 looks like a success to everybody who reads the status only.',
  },
  {
    id: 'TASK-20',
    level: 'MUST',
    basis: 'quoted',
    clause: { line: 335, quote: 'On failure it returns a 4xx or 5xx status with status `failed`' },
    title: 'A task answered with 4xx or 5xx says failed',
    needs: ['TASK-23'],
    probes: [FIRST],
    observes: OTHERS,
    judge: (seen) => each(refusals(seen), NO_FAILURE, equals('/status', 'failed')),
    hint: 'Refusals of the framework in front of the handler count too: give them the shape of a task answer.',
  },
  {
    id: 'TASK-21',
    level: 'MUST',
    basis: 'quoted',
    clause: {
      line: 155,
      quote: 'on failure; fields: code (string, for example `internal_error`), message (string)',
    },
    title: 'A failed task has error, an object with the strings code and message',
    needs: ['TASK-23'],
    probes: [FIRST],
    observes: OTHERS,
    judge: onFailure(object('/error'), string('/error/code'), string('/error/message')),
    hint: '{"code": "internal_error", "message": "…"}, not a bare text.',
    accepts: 'Any code.',
  },
  {
    id: 'TASK-22',
    level: 'MUST',
    basis: 'quoted',
    clause: {
      line: 396,
      quote:
        'Agent task failure: status 4xx or 5xx with {task_id, status `failed`, error: {code, message}}',
    },
    title: 'A failed task has task_id, a string',
    needs: ['TASK-23'],
    probes: [FIRST],
    observes: OTHERS,
    judge: onFailure(where(requestHasId, string('/task_id'))),
    hint: 'Read the task_id before anything can fail.',
    accepts: 'Nothing is asked for when the request had none.',
  },
  {
    id: 'TASK-23',
    level: 'MUST',
    basis: 'quoted',
    clause: {
      line: 335,
      quote: 'On failure it returns a 4xx or 5xx status with status `failed` and an `error` object',
    },
    title: 'A failed task is answered with a JSON object',
    needs: ['TASK-05'],
    probes: [FIRST],
    observes: OTHERS,
    judge: onFailure(isJson, object('')),
    hint: 'An error page of the framework, or nothing, tells the caller nothing.',
  },
  {
    id: 'TASK-24',
    level: 'MUST',
    basis: 'quoted',
    clause: { line: 151, quote: '| status | string | `completed` or `failed` |' },
    title: 'Every task answer says completed or failed',
    needs: ['TASK-12', 'TASK-20'],
    probes: [FIRST],
    observes: OTHERS,
    judge: (seen) =>
      each(
        tasks(seen),
        NO_SUCCESS,
        value('/status', '"completed" or "failed"', (it) => it === 'completed' || it === 'failed'),
      ),
    hint: 'The answer comes when the task has ended; there is no third state.',
  },
  {
    id: 'TASK-25',
    level: 'SHOULD',
    basis: 'inferred',
    clause: { line: 155, quote: '| error | object | on failure;' },
    title: 'A completed task has no error, a failed one neither result nor output',
    needs: ['TASK-05'],
    probes: [FIRST],
    observes: OTHERS,
    judge: (seen) =>
      firstOf([
        () =>
          each(
            tasks(seen),
            NO_SUCCESS,
            where(says('completed'), absent('/error')),
            where(says('failed'), absent('/result'), absent('/output')),
          ),
      ]),
    hint: 'Whoever sees both cannot tell how the task ended.',
    accepts: 'null counts as absent.',
  },
  {
    id: 'TASK-35',
    level: 'SHOULD',
    basis: 'inferred',
    clause: { line: 196, quote: 'Request bodies are JSON with `Content-Type: application/json`.' },
    title: 'Task answers say that they are JSON',
    needs: ['TASK-05'],
    probes: [FIRST],
    observes: OTHERS,
    judge: (seen) =>
      each(
        tasks(seen).filter((exchange) => jsonOf(exchange).kind === 'json'),
        NO_SUCCESS,
        saysJson,
      ),
    hint: 'Content-Type: application/json.',
    accepts: 'Types that end in +json, and parameters.',
  },
]
