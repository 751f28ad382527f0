import type { Evidence, Exchange, Rule } from '../../../engine/types.ts'
import {
  absent,
  equals,
  isJson,
  object,
  string,
  type Assertion,
} from '../../../judge/assertions.ts'
import {
  eachFailure,
  eachTask,
  FIRST_PROBE,
  hasState,
  httpStatus,
  noneWithStatus,
  NO_SUCCESS,
  OTHER_PROBES,
  requestHasId,
  taskResponses,
  where,
} from './responses.ts'

const refusals = (evidence: Evidence): readonly Exchange[] =>
  taskResponses(evidence).filter((exchange) => httpStatus(exchange) >= 400)
/** Accepts 429, unlike `status`, because it judges only task responses. */
const isErrorStatus: Assertion = (exchange) => {
  const found = httpStatus(exchange)
  return found >= 400 && found <= 599
    ? undefined
    : { pointer: 'status', expected: 'a 4xx or 5xx status', actual: String(found) }
}

export const failureRules: readonly Rule[] = [
  {
    id: 'TASK-19',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/agent-protocol.md#task-failure',
    clause: {
      line: 335,
      quote:
        'On failure it returns a 4xx or 5xx status with status `failed` and an `error` object holding `code` and `message`.',
    },
    title: 'A failed task gets a 4xx or 5xx response',
    hint: 'Change the status. Clients that read only the status mistake a failure with 200 for a success.',
    needs: ['TASK-05'],
    probes: [FIRST_PROBE],
    observes: OTHER_PROBES,
    judge: eachFailure(where(hasState('failed'), isErrorStatus)),
  },
  {
    id: 'TASK-20',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/agent-protocol.md#task-failure',
    clause: { line: 335, quote: 'On failure it returns a 4xx or 5xx status with status `failed`' },
    title: 'A task that gets a 4xx or 5xx response has the status failed',
    hint: 'Format every error as a task response, including those that the framework returns before the handler runs.',
    needs: ['TASK-23'],
    probes: [FIRST_PROBE],
    observes: OTHER_PROBES,
    judge: (evidence) =>
      eachTask(
        refusals(evidence),
        noneWithStatus(evidence, 'failed', 'TASK-19'),
        equals('/status', 'failed'),
      ),
  },
  {
    id: 'TASK-21',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/agent-protocol.md#task-failure',
    clause: {
      line: 155,
      quote: 'on failure; fields: code (string, for example `internal_error`), message (string)',
    },
    title: 'A failed task has an error object with the strings code and message',
    hint: 'Send {"code": "internal_error", "message": "…"} instead of plain text.',
    accepts: 'Any code.',
    needs: ['TASK-23'],
    probes: [FIRST_PROBE],
    observes: OTHER_PROBES,
    judge: eachFailure(object('/error'), string('/error/code'), string('/error/message')),
  },
  {
    id: 'TASK-22',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/agent-protocol.md#task-failure',
    clause: {
      line: 396,
      quote:
        'Agent task failure: status 4xx or 5xx with {task_id, status `failed`, error: {code, message}}',
    },
    title: 'A failed task has a task_id string',
    hint: 'Read the task_id before anything can fail.',
    accepts: 'A response without task_id if the request had none.',
    needs: ['TASK-23'],
    probes: [FIRST_PROBE],
    observes: OTHER_PROBES,
    judge: eachFailure(where(requestHasId, string('/task_id'))),
  },
  {
    id: 'TASK-23',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/agent-protocol.md#task-failure',
    clause: {
      line: 335,
      quote: 'On failure it returns a 4xx or 5xx status with status `failed` and an `error` object',
    },
    title: 'The response to a failed task is a JSON object',
    hint: 'Replace the error page of the framework, or the empty body, with a task response.',
    needs: ['TASK-05'],
    probes: [FIRST_PROBE],
    observes: OTHER_PROBES,
    judge: eachFailure(isJson, object('')),
  },
  {
    id: 'TASK-25',
    level: 'SHOULD',
    basis: 'inferred',
    specification: 'docs/specification/agent-protocol.md#task-failure',
    clause: { line: 155, quote: '| error | object | on failure;' },
    title: 'A completed task has no error, and a failed task has neither result nor output',
    hint: 'Leave out the members of the other outcome; with both, a caller cannot tell how the task ended.',
    accepts: 'null instead of an absent member.',
    needs: ['TASK-05'],
    probes: [FIRST_PROBE],
    observes: OTHER_PROBES,
    judge: (evidence) =>
      eachTask(
        taskResponses(evidence),
        NO_SUCCESS,
        where(hasState('completed'), absent('/error')),
        where(hasState('failed'), absent('/result'), absent('/output')),
      ),
  },
]
