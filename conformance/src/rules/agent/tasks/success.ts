import { header } from '../../../engine/transport/http.ts'
import type { Evidence, Exchange, Rule } from '../../../engine/types.ts'
import {
  equals,
  hasStatus,
  integer,
  notApplicable,
  object,
  ok,
  string,
  value,
  type Assertion,
} from '../../../judge/assertions.ts'
import { formatValue, jsonEquals, member, parsedBody } from '../../../judge/json.ts'
import { taskOf } from '../../../probes/agent/task-request.ts'
import {
  eachSuccess,
  eachTask,
  FIRST_PROBE,
  hasState,
  httpStatus,
  NO_SUCCESS,
  noneWithStatus,
  OTHER_PROBES,
  requestHasId,
  taskResponses,
  where,
} from './responses.ts'

const timed = (evidence: Evidence): readonly Exchange[] =>
  taskResponses(evidence).filter((exchange) => member(exchange, '/execution_time_ms') !== undefined)
const NOT_TIMED = notApplicable('No response has execution_time_ms.')

const hasSameContent: Assertion = (exchange) => {
  const [result, output] = [member(exchange, '/result'), member(exchange, '/output')]
  return jsonEquals(result, output)
    ? undefined
    : {
        pointer: 'body/output',
        expected: `the same content as result: ${formatValue(result)}`,
        actual: formatValue(output),
      }
}
const hasIdOfRequest: Assertion = (exchange) =>
  equals('/task_id', taskOf(exchange).task_id)(exchange)
const hasJsonType: Assertion = ({ outcome }) => {
  const type = outcome.kind === 'response' ? header(outcome, 'Content-Type') : undefined
  return /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type ?? '')
    ? undefined
    : { pointer: 'header Content-Type', expected: 'application/json', actual: type ?? 'no header' }
}

export const successRules: readonly Rule[] = [
  {
    id: 'TASK-11',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/agent-protocol.md#task-success',
    clause: {
      line: 334,
      quote:
        'On success it returns HTTP 200 with status `completed` and both `result` and `output`.',
    },
    title: 'A completed task gets a 200 response',
    hint: 'Return 200, not 201 or 202: the task has ended when the response is sent.',
    needs: ['TASK-05'],
    probes: [FIRST_PROBE],
    observes: OTHER_PROBES,
    judge: eachSuccess(where(hasState('completed'), hasStatus(200))),
  },
  {
    id: 'TASK-12',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/agent-protocol.md#task-success',
    clause: {
      line: 334,
      quote:
        'On success it returns HTTP 200 with status `completed` and both `result` and `output`.',
    },
    title: 'A task that gets a 200 response has the status completed',
    hint: 'Send "completed" in lower case, not "success" or "done". Respond to a failed task with 4xx or 5xx.',
    needs: ['TASK-05'],
    probes: [FIRST_PROBE],
    observes: OTHER_PROBES,
    judge: (evidence) =>
      eachTask(
        taskResponses(evidence).filter((exchange) => httpStatus(exchange) === 200),
        noneWithStatus(evidence, 'completed', 'TASK-11'),
        equals('/status', 'completed'),
      ),
  },
  {
    id: 'TASK-13',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/agent-protocol.md#task-success',
    clause: { line: 152, quote: '| result | object | on success |' },
    title: 'A completed task has a result object',
    hint: 'Wrap plain text in an object: {"text": "…"}.',
    needs: ['TASK-05'],
    probes: [FIRST_PROBE],
    observes: OTHER_PROBES,
    judge: eachSuccess(object('/result')),
  },
  {
    id: 'TASK-14',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/agent-protocol.md#task-success',
    clause: { line: 153, quote: '| output | object | on success; same content as result |' },
    title: 'A completed task has an output object',
    hint: 'Send result and output; callers may read either.',
    needs: ['TASK-05'],
    probes: [FIRST_PROBE],
    observes: OTHER_PROBES,
    judge: eachSuccess(object('/output')),
  },
  {
    id: 'TASK-15',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/agent-protocol.md#task-success',
    clause: { line: 153, quote: 'on success; same content as result' },
    title: 'output has the same content as result',
    hint: 'Build the object once and send it under both names.',
    accepts: 'Members in a different order, and 1.0 for 1.',
    needs: ['TASK-13', 'TASK-14'],
    probes: [FIRST_PROBE],
    observes: OTHER_PROBES,
    judge: eachSuccess(hasSameContent),
  },
  {
    id: 'TASK-16',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/agent-protocol.md#task-success',
    clause: { line: 150, quote: '| task_id | string | |' },
    title: 'A completed task has a task_id string',
    hint: 'Send the task_id of the request back.',
    needs: ['TASK-05'],
    probes: [FIRST_PROBE],
    observes: OTHER_PROBES,
    judge: eachSuccess(string('/task_id')),
  },
  {
    id: 'TASK-17',
    level: 'SHOULD',
    basis: 'inferred',
    specification: 'docs/specification/agent-protocol.md#task-success',
    clause: { line: 150, quote: '| task_id | string | |' },
    title: 'The task_id of the response equals that of the request',
    hint: 'Send the task_id back unchanged; callers match responses to tasks by it, and a registry that routes tasks may reject a result with another id.',
    needs: ['TASK-16'],
    probes: [FIRST_PROBE],
    observes: OTHER_PROBES,
    judge: eachSuccess(where(requestHasId, hasIdOfRequest)),
  },
  {
    id: 'TASK-18',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/agent-protocol.md#task-success',
    clause: { line: 154, quote: '| execution_time_ms | integer | optional |' },
    title: 'execution_time_ms is an integer',
    hint: 'Round the value: 12, not 12.5 or "12".',
    needs: ['TASK-05'],
    probes: [FIRST_PROBE],
    observes: OTHER_PROBES,
    judge: (evidence) => eachTask(timed(evidence), NOT_TIMED, integer('/execution_time_ms')),
  },
  {
    id: 'TASK-18.sign',
    level: 'SHOULD',
    basis: 'inferred',
    specification: 'docs/specification/agent-protocol.md#task-success',
    clause: { line: 154, quote: '| execution_time_ms | integer | optional |' },
    title: 'execution_time_ms is not negative',
    hint: 'Subtract the start from the end, both read from a monotonic clock.',
    needs: ['TASK-18'],
    probes: [FIRST_PROBE],
    observes: OTHER_PROBES,
    judge: (evidence) =>
      eachTask(
        timed(evidence),
        NOT_TIMED,
        value('/execution_time_ms', '0 or greater', (it) => Number(it) >= 0),
      ),
  },
  {
    id: 'TASK-18.time',
    level: 'INFO',
    basis: 'inferred',
    specification: 'docs/specification/agent-protocol.md#task-success',
    clause: { line: 154, quote: '| execution_time_ms | integer | optional |' },
    title: 'Reports whether execution_time_ms is at most the duration of the request',
    hint: 'The interface does not state what is measured.',
    needs: ['TASK-18'],
    probes: [FIRST_PROBE],
    observes: OTHER_PROBES,
    judge: (evidence) =>
      ok(
        timed(evidence).every(
          (exchange) =>
            Number(member(exchange, '/execution_time_ms')) <= Math.ceil(exchange.outcome.ms),
        )
          ? 'It is at most the duration of the request.'
          : 'It is greater than the duration of the request.',
      ),
  },
  {
    id: 'TASK-24',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/agent-protocol.md#task-success',
    clause: { line: 151, quote: '| status | string | `completed` or `failed` |' },
    title: 'Every task response has the status completed or failed',
    hint: 'Respond when the task has ended; there is no third state.',
    needs: ['TASK-12', 'TASK-20'],
    probes: [FIRST_PROBE],
    observes: OTHER_PROBES,
    judge: (evidence) =>
      eachTask(
        taskResponses(evidence),
        NO_SUCCESS,
        value('/status', '"completed" or "failed"', (it) => it === 'completed' || it === 'failed'),
      ),
  },
  {
    id: 'TASK-35',
    level: 'SHOULD',
    basis: 'inferred',
    specification: 'docs/specification/agent-protocol.md#task-success',
    clause: { line: 196, quote: 'Request bodies are JSON with `Content-Type: application/json`.' },
    title: 'Task responses have a JSON content type',
    hint: 'Send Content-Type: application/json.',
    accepts: 'Types that end in +json, and parameters.',
    needs: ['TASK-05'],
    probes: [FIRST_PROBE],
    observes: OTHER_PROBES,
    judge: (evidence) =>
      eachTask(
        taskResponses(evidence).filter((exchange) => parsedBody(exchange).kind === 'json'),
        NO_SUCCESS,
        hasJsonType,
      ),
  },
]
