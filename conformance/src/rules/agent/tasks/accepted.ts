import type { Evidence, Exchange, Judgement, Rule } from '../../../engine/types.ts'
import {
  BUSY,
  check,
  CREDENTIALS_REQUIRED,
  hasResponse,
  ok,
  OK,
  untested,
  violation,
} from '../../../judge/assertions.ts'
import { formatValue, member } from '../../../judge/json.ts'
import { isTaskResponse, requiresCredentials, taskOutcomeOf } from '../../../judge/task.ts'
import { controlOf } from '../../../probes/agent/tasks.ts'
import { OUTCOMES } from './responses.ts'

const control = (evidence: Evidence): Exchange =>
  controlOf(evidence.of('task.canonical')) ?? evidence.one('task.canonical')

/** Describes the HTTP status and the status in the body. */
function describeResponse(exchange: Exchange): string {
  const { outcome } = exchange
  return outcome.kind === 'response'
    ? `status ${outcome.status} and ${formatValue(member(exchange, '/status'))}`
    : outcome.says
}

/**
 * Judges a variation of the control task: the agent has to complete it if the control task was completed, and may refuse it otherwise.
 */
const isAcceptedLikeControl =
  (probe: string) =>
  (evidence: Evidence): Judgement => {
    const exchange = evidence.one(probe)
    const outcome = taskOutcomeOf(exchange)
    if (outcome === 'busy') return BUSY
    if (outcome === 'completed' || outcome === taskOutcomeOf(control(evidence))) return OK
    return violation({
      pointer: 'status',
      expected: 'completed, or the same outcome as the canonical task',
      actual: describeResponse(exchange),
      exchange: exchange.key,
    })
  }

function judgeCanonicalTask(evidence: Evidence): Judgement {
  const exchange = control(evidence)
  const { outcome } = exchange
  if (outcome.kind === 'failure' && outcome.phase === 'connect')
    return untested(`There is no response at ${evidence.settings.base}: ${outcome.says}.`)
  if (requiresCredentials(exchange)) return CREDENTIALS_REQUIRED
  if (taskOutcomeOf(exchange) === 'busy') return BUSY
  if (outcome.kind !== 'response') return check(exchange, hasResponse)
  if (!isTaskResponse(exchange))
    return violation({
      pointer: 'body',
      expected:
        'a task response: task_id, status completed or failed, and result and output or error',
      actual:
        outcome.body === ''
          ? `status ${outcome.status} and an empty body`
          : formatValue(outcome.body),
      exchange: exchange.key,
    })
  const isTypeRefused = outcome.status === 415
  return isTypeRefused || isOnlyStringAccepted(exchange, outcome.status, evidence)
    ? violation({
        pointer: 'status',
        expected: isTypeRefused
          ? 'any status but 415 for application/json'
          : 'completed, as with a string message',
        actual: describeResponse(exchange),
        exchange: exchange.key,
      })
    : OK
}

/** Returns whether a task is refused because its message is an object: with a string message it is completed. */
function isOnlyStringAccepted(exchange: Exchange, status: number, evidence: Evidence): boolean {
  const [withString] = evidence.of('task.string')
  return (
    taskOutcomeOf(exchange) === 'failed' &&
    [400, 422].includes(status) &&
    withString !== undefined &&
    taskOutcomeOf(withString) === 'completed'
  )
}

const ACCEPTS_FAILURE = 'A well-formed failure, if the canonical task fails as well.'

export const acceptanceRules: readonly Rule[] = [
  {
    id: 'TASK-05',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/agent-protocol.md#task-forms',
    clause: {
      line: 333,
      quote:
        'The handler must accept the task request shape and tolerate variations: `message` may be a string or an object, and `type` may be absent.',
    },
    title: 'A canonical task gets a task response',
    hint: 'Accept task_id, type, input {skill, message {role, parts}} and context {skill, workspace_id, requester_id}.',
    accepts:
      'A failure in the shape of a task response. An agent that requires credentials is not judged.',
    needs: ['TASK-01'],
    probes: ['task.canonical'],
    observes: ['task.string'],
    judge: judgeCanonicalTask,
  },
  {
    id: 'TASK-06',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/agent-protocol.md#task-forms',
    clause: { line: 333, quote: '`message` may be a string or an object' },
    title: 'A message that is a string is accepted like one that is an object',
    hint: 'Use the string as the text of the message.',
    accepts: ACCEPTS_FAILURE,
    needs: ['TASK-05'],
    probes: ['task.canonical', 'task.string'],
    judge: isAcceptedLikeControl('task.string'),
  },
  {
    id: 'TASK-07',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/agent-protocol.md#task-forms',
    clause: { line: 142, quote: 'the skill name; optional for the receiver' },
    title: 'A task without type is accepted',
    hint: 'Take the skill from input.skill; type is optional.',
    accepts: ACCEPTS_FAILURE,
    needs: ['TASK-05'],
    probes: ['task.canonical', 'task.no_type'],
    judge: isAcceptedLikeControl('task.no_type'),
  },
  {
    id: 'TASK-08',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/agent-protocol.md#task-forms',
    clause: {
      line: 333,
      quote: '`message` may be a string or an object, and `type` may be absent',
    },
    title: 'A task with a string message and without type is accepted',
    hint: 'Do not infer the form of the message from type, or the reverse: each variation is accepted on its own.',
    accepts: ACCEPTS_FAILURE,
    needs: ['TASK-06', 'TASK-07'],
    probes: ['task.canonical', 'task.string_no_type'],
    judge: isAcceptedLikeControl('task.string_no_type'),
  },
  {
    id: 'TASK-09',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/agent-protocol.md#task-forms',
    clause: {
      line: 144,
      quote: 'fields: skill (string, optional), workspace_id (string), requester_id (string)',
    },
    title: 'A task without context.skill is accepted',
    hint: 'Take the skill from input.skill; context.skill is optional.',
    accepts: ACCEPTS_FAILURE,
    needs: ['TASK-05'],
    probes: ['task.canonical', 'task.no_context_skill'],
    judge: isAcceptedLikeControl('task.no_context_skill'),
  },
  {
    id: 'TASK-10',
    level: 'SHOULD',
    basis: 'inferred',
    specification: 'docs/specification/agent-protocol.md#task-forms',
    clause: { line: 333, quote: 'tolerate variations' },
    title: 'A task with undocumented members is accepted',
    hint: 'Ignore unknown members; platforms add new ones.',
    accepts: ACCEPTS_FAILURE,
    needs: ['TASK-05'],
    probes: ['task.canonical', 'task.extra'],
    judge: isAcceptedLikeControl('task.extra'),
  },
  {
    id: 'TASK-34',
    level: 'SHOULD',
    basis: 'by-reference',
    specification: 'docs/specification/agent-protocol.md#task-forms',
    clause: { line: 196, quote: 'Request bodies are JSON with `Content-Type: application/json`.' },
    title: 'application/json; charset=utf-8 is accepted like application/json',
    hint: 'Ignore parameters of the media type (RFC 9110, section 8.3.1); compare what precedes the semicolon.',
    accepts: ACCEPTS_FAILURE,
    needs: ['TASK-05'],
    probes: ['task.canonical', 'task.charset'],
    judge: isAcceptedLikeControl('task.charset'),
  },
  {
    id: 'TASK-38',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/agent-protocol.md#skill-input',
    clause: {
      line: 143,
      quote: 'message (object: role string, parts array of {type string, text string})',
    },
    title: 'A message with several text parts is accepted',
    hint: 'Read all elements of parts.',
    accepts: ACCEPTS_FAILURE,
    needs: ['TASK-05'],
    probes: ['task.canonical', 'task.parts'],
    judge: isAcceptedLikeControl('task.parts'),
  },
  {
    id: 'TASK-38.types',
    level: 'INFO',
    basis: 'inferred',
    specification: 'docs/specification/agent-protocol.md#skill-input',
    clause: { line: 143, quote: 'parts array of {type string, text string}' },
    title: 'Reports the outcome of a message part with an unknown type',
    hint: 'The interface states no type other than text.',
    needs: ['TASK-05'],
    probes: ['task.odd_part'],
    judge: ({ one }) => ok(`Outcome: ${OUTCOMES[taskOutcomeOf(one('task.odd_part'))]}.`),
  },
]
