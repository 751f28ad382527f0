import type { Exchange, Judgement, Rule, Seen } from '../../engine/types.ts'
import {
  answered,
  badRequest,
  check,
  each,
  firstOf,
  not404,
  notApplicable,
  ok,
  OK,
  untested,
  violation,
} from '../../judge/atoms.ts'
import { member, show } from '../../judge/json.ts'
import { endingOf, isTaskAnswer, wantsCredentials } from '../../judge/task.ts'
import { controlOf } from '../../probes/agent/tasks.ts'

const NOTHING = notApplicable('Nothing was sent.')
const BUSY = untested(
  'The agent limits its rate (429); run again when it is less busy, or raise its limit.',
)
const CREDENTIALS = untested(
  'The agent asks for credentials before it takes a task; hand them in with --header "Authorization: $NAME".',
)

const control = (seen: Seen): Exchange =>
  controlOf(seen.of('task.canonical')) ?? seen.one('task.canonical')

/** Which status and state an answer shows, in words. */
function told(exchange: Exchange): string {
  const { outcome } = exchange
  return outcome.kind === 'answer'
    ? `status ${outcome.status} and ${show(member(exchange, '/status'))}`
    : outcome.says
}

/** The one thing that was changed makes no difference: what the control completes is completed, what it refuses may be refused. */
const accepted =
  (probe: string) =>
  (seen: Seen): Judgement => {
    const here = endingOf(seen.one(probe))
    if (here === 'busy') return BUSY
    if (here === 'completed' || here === endingOf(control(seen))) return OK
    return violation({
      pointer: 'status',
      expected: 'completed, as the canonical request is',
      actual: told(seen.one(probe)),
      exchange: seen.one(probe).key,
    })
  }

/** Well formed, and not refused for its form: with the message as a string the same task would be refused as well. */
function canonicalIsAccepted(seen: Seen): Judgement {
  const exchange = control(seen)
  const { outcome } = exchange
  if (outcome.kind === 'failure' && outcome.phase === 'connect')
    return untested(`Nobody answers at ${seen.settings.base}: ${outcome.says}.`)
  if (wantsCredentials(exchange)) return CREDENTIALS
  if (endingOf(exchange) === 'busy') return BUSY
  if (outcome.kind !== 'answer') return check(exchange, answered)
  const expected =
    'a task answer: task_id, status completed or failed, and result and output or error'
  if (!isTaskAnswer(exchange))
    return violation({
      pointer: 'body',
      expected,
      actual:
        outcome.body === '' ? `status ${outcome.status} and an empty body` : show(outcome.body),
      exchange: exchange.key,
    })
  const other = seen.of('task.string')[0]
  const formRefused =
    outcome.status === 415 ||
    (endingOf(exchange) === 'failed' &&
      [400, 422].includes(outcome.status) &&
      other !== undefined &&
      endingOf(other) === 'completed')
  return formRefused
    ? violation({
        pointer: 'status',
        expected: 'completed, as with the message as a string',
        actual: told(exchange),
        exchange: exchange.key,
      })
    : OK
}

const ACCEPTS_FAILURE =
  'A well-formed failure is a legal answer, and it is compared with the failure of the canonical request.'

export const acceptedRules: readonly Rule[] = [
  {
    id: 'TASK-01',
    level: 'MUST',
    basis: 'quoted',
    clause: { line: 336, quote: 'A call to `POST /a2a/tasks` must not return 404.' },
    title: 'POST /a2a/tasks with a canonical task is not answered with 404',
    needs: [],
    probes: ['task.canonical'],
    judge: ({ of }) => each(of('task.canonical'), NOTHING, not404),
    hint: 'The route is missing, or mounted elsewhere: discovery works and every forwarded task fails.',
  },
  {
    id: 'TASK-02',
    level: 'MUST',
    basis: 'quoted',
    clause: { line: 336, quote: 'A call to `POST /a2a/tasks` must not return 404.' },
    title: 'A task for a skill that the agent does not have is not answered with 404',
    needs: ['TASK-01'],
    probes: ['task.unknown_skill'],
    judge: ({ one }) => check(one('task.unknown_skill'), not404),
    hint: 'Answer 422 or 400 with status failed: 404 says that there is no task endpoint.',
    accepts: 'Any other 4xx or 5xx, and completing the task all the same.',
  },
  {
    id: 'TASK-03',
    level: 'MUST',
    basis: 'quoted',
    clause: { line: 336, quote: 'A call to `POST /a2a/tasks` must not return 404.' },
    title: 'An empty body, broken JSON and another content type are not answered with 404',
    needs: ['TASK-01'],
    probes: ['task.empty', 'task.malformed', 'task.wrong_type'],
    judge: ({ of }) => each(of('task.empty', 'task.malformed', 'task.wrong_type'), NOTHING, not404),
    hint: 'A route that matches by content type or body falls through to the 404 page; match by path alone.',
  },
  {
    id: 'TASK-04',
    level: 'MUST',
    basis: 'quoted',
    clause: { line: 336, quote: 'A call to `POST /a2a/tasks` must not return 404.' },
    title: 'A task from a workspace and a requester that nobody knows is not answered with 404',
    needs: ['TASK-01'],
    probes: ['task.strange_context'],
    judge: ({ one }) => check(one('task.strange_context'), not404),
    hint: 'Refuse with 403 and status failed, if at all.',
  },
  {
    id: 'TASK-05',
    level: 'MUST',
    basis: 'quoted',
    clause: {
      line: 333,
      quote:
        'The handler must accept the task request shape and tolerate variations: `message` may be a string or an object, and `type` may be absent.',
    },
    title: 'A canonical task is accepted: it gets a task answer',
    needs: ['TASK-01'],
    probes: ['task.canonical'],
    observes: ['task.string'],
    judge: canonicalIsAccepted,
    hint: 'The body has task_id, type, input {skill, message {role, parts}} and context, as lines 139 to 144 list them.',
    accepts:
      'A failure in the shape of a task answer; an agent that asks for credentials first is not judged.',
  },
  {
    id: 'TASK-06',
    level: 'MUST',
    basis: 'quoted',
    clause: { line: 333, quote: '`message` may be a string or an object' },
    title: 'A message that is a string is accepted like one that is an object',
    needs: ['TASK-05'],
    probes: ['task.canonical', 'task.string'],
    judge: accepted('task.string'),
    hint: 'Take a string as the text itself.',
    accepts: ACCEPTS_FAILURE,
  },
  {
    id: 'TASK-07',
    level: 'MUST',
    basis: 'quoted',
    clause: { line: 142, quote: 'the skill name; optional for the receiver' },
    title: 'A task without type is accepted',
    needs: ['TASK-05'],
    probes: ['task.canonical', 'task.no_type'],
    judge: accepted('task.no_type'),
    hint: 'The skill is named by input.skill as well; a missing type is no reason to refuse.',
    accepts: ACCEPTS_FAILURE,
  },
  {
    id: 'TASK-08',
    level: 'MUST',
    basis: 'quoted',
    clause: {
      line: 333,
      quote: '`message` may be a string or an object, and `type` may be absent',
    },
    title: 'A task with a string for its message and without type is accepted',
    needs: ['TASK-06', 'TASK-07'],
    probes: ['task.canonical', 'task.string_no_type'],
    judge: accepted('task.string_no_type'),
    hint: 'Each works alone; look where one of the two is used to tell what the other is.',
    accepts: ACCEPTS_FAILURE,
  },
  {
    id: 'TASK-09',
    level: 'MUST',
    basis: 'quoted',
    clause: {
      line: 144,
      quote: 'fields: skill (string, optional), workspace_id (string), requester_id (string)',
    },
    title: 'A task without context.skill is accepted',
    needs: ['TASK-05'],
    probes: ['task.canonical', 'task.no_context_skill'],
    judge: accepted('task.no_context_skill'),
    hint: 'context.skill is optional; input.skill names the skill.',
    accepts: ACCEPTS_FAILURE,
  },
  {
    id: 'TASK-10',
    level: 'SHOULD',
    basis: 'inferred',
    clause: { line: 333, quote: 'tolerate variations' },
    title: 'A task with members that nobody documented is accepted',
    needs: ['TASK-05'],
    probes: ['task.canonical', 'task.extra'],
    judge: accepted('task.extra'),
    hint: 'Platforms grow members; pass over those you do not know.',
    accepts: ACCEPTS_FAILURE,
  },
  {
    id: 'TASK-26',
    level: 'SHOULD',
    basis: 'inferred',
    clause: { line: 398, quote: 'When a request body is invalid, the status is 400 or 422.' },
    title: 'Broken JSON is answered with 400 or 422',
    needs: ['TASK-05'],
    probes: ['task.malformed'],
    judge: ({ one }) => check(one('task.malformed'), badRequest),
    hint: 'A parser that throws becomes 500 in many frameworks; catch it.',
  },
  {
    id: 'TASK-27',
    level: 'MUST',
    basis: 'quoted',
    clause: { line: 335, quote: 'On failure it returns a 4xx or 5xx status with status `failed`' },
    title: 'Broken JSON is never completed',
    needs: ['TASK-05'],
    probes: ['task.malformed'],
    judge: ({ one }) =>
      member(one('task.malformed'), '/status') === 'completed'
        ? violation({
            pointer: 'body/status',
            expected: 'anything but "completed"',
            actual: '"completed"',
            exchange: one('task.malformed').key,
          })
        : check(one('task.malformed'), answered),
    hint: 'Nothing can be completed that could not be read.',
  },
  {
    id: 'TASK-33',
    level: 'INFO',
    basis: 'inferred',
    clause: { line: 327, quote: '| POST | /a2a/tasks | A2A task request | A2A task response |' },
    title: 'What GET /a2a/tasks is answered with',
    needs: ['TASK-01'],
    probes: ['task.get'],
    judge: ({ one }) => {
      const { outcome } = one('task.get')
      return ok(
        outcome.kind === 'answer' ? `GET is answered with ${outcome.status}.` : outcome.says,
      )
    },
    hint: 'Only POST is stated.',
  },
  {
    id: 'TASK-34',
    level: 'SHOULD',
    basis: 'by-reference',
    clause: { line: 196, quote: 'Request bodies are JSON with `Content-Type: application/json`.' },
    title: 'application/json; charset=utf-8 is accepted like application/json',
    needs: ['TASK-05'],
    probes: ['task.canonical', 'task.charset'],
    judge: accepted('task.charset'),
    hint: 'A media type may have parameters (RFC 9110 section 8.3.1); compare what stands before the semicolon.',
    accepts: ACCEPTS_FAILURE,
  },
  {
    id: 'TASK-37',
    level: 'SHOULD',
    basis: 'quoted',
    clause: {
      line: 338,
      quote:
        'If discovery works but the task endpoint is missing, routing succeeds and task forwarding fails.',
    },
    title: 'An agent that can be discovered can be given tasks',
    needs: ['CARD-01'],
    probes: ['task.canonical'],
    judge: ({ of }) =>
      firstOf(of('task.canonical').map((exchange) => () => check(exchange, not404))),
    hint: 'The card is there and the task endpoint is not: tasks are routed here and then lost. See TASK-01.',
  },
  {
    id: 'TASK-38',
    level: 'MUST',
    basis: 'quoted',
    clause: {
      line: 143,
      quote: 'message (object: role string, parts array of {type string, text string})',
    },
    title: 'A message with several text parts is accepted',
    needs: ['TASK-05'],
    probes: ['task.canonical', 'task.parts'],
    judge: accepted('task.parts'),
    hint: 'parts is an array: read all of it.',
    accepts: ACCEPTS_FAILURE,
  },
  {
    id: 'TASK-38.types',
    level: 'INFO',
    basis: 'inferred',
    clause: { line: 143, quote: 'parts array of {type string, text string}' },
    title: 'What comes of a part of a type that nobody knows',
    needs: ['TASK-05'],
    probes: ['task.odd_part'],
    judge: ({ one }) =>
      ok(
        `It is ${({ completed: 'completed', failed: 'refused or failed', busy: 'put off', none: 'not answered' } as const)[endingOf(one('task.odd_part'))]}.`,
      ),
    hint: 'Which types there are besides text is not stated.',
  },
]
