import type { Evidence, Exchange, Rule, Section } from '../../engine/types.ts'
import {
  check,
  CREDENTIALS_REQUIRED,
  each,
  equals,
  firstFailure,
  hasResponse,
  integer,
  isObject,
  jsonObject,
  notApplicable,
  ok,
  OK,
  routeExists,
  string,
  value,
  violation,
  type Assertion,
} from '../../judge/assertions.ts'
import { bodyOf, member } from '../../judge/json.ts'
import { requiresCredentials, taskOutcomeOf } from '../../judge/task.ts'
import { callId } from '../../probes/agent/rpc.ts'
import { controlOf } from '../../probes/agent/tasks.ts'
import { noForeignIds } from './concurrency.ts'
import { orderById } from '../../engine/select.ts'
import { CALL, has, rpcErrorRules } from './rpc-errors.ts'

const INVALID_CALLS = [
  'rpc.unknown_method',
  'rpc.no_method',
  'rpc.no_skill',
  'rpc.malformed',
] as const

const responses = (evidence: Evidence): readonly Exchange[] =>
  evidence.of('rpc.send', ...INVALID_CALLS).filter((exchange) => isObject(bodyOf(exchange)))

/** A null error counts as absent. */
const hasError = (exchange: Exchange): boolean =>
  has(exchange, 'error') && member(exchange, '/error') !== null

const notBoth: Assertion = (exchange) =>
  has(exchange, 'result') && hasError(exchange)
    ? { pointer: 'body', expected: 'result or error', actual: 'both' }
    : undefined

const describeOutcome = (exchange: Exchange | undefined): string => {
  if (!exchange) return 'not sent'
  const { outcome } = exchange
  return outcome.kind === 'response' ? String(outcome.status) : outcome.says
}

const rpcRules: readonly Rule[] = [
  {
    id: 'RPC-01',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/agent-protocol.md#json-rpc',
    clause: { line: 326, quote: CALL },
    title: 'POST /a2a responds to tasks/send with a JSON object, not with 404 or 405',
    hint: 'Add a route for JSON-RPC next to /a2a/tasks.',
    accepts: 'Any other status, and a JSON-RPC error.',
    needs: [],
    probes: ['rpc.send'],
    judge: ({ one }) =>
      requiresCredentials(one('rpc.send')) && !has(one('rpc.send'), 'jsonrpc')
        ? CREDENTIALS_REQUIRED
        : check(one('rpc.send'), routeExists, jsonObject),
  },
  {
    id: 'RPC-02',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/agent-protocol.md#json-rpc',
    clause: {
      line: 423,
      quote:
        'The agent-to-agent JSON-RPC interface uses protocol version `2.0` in the `jsonrpc` field.',
    },
    title: 'The response to tasks/send has jsonrpc: "2.0"',
    hint: 'Send the string "2.0" in every response.',
    needs: ['RPC-01'],
    probes: ['rpc.send'],
    judge: ({ one }) => check(one('rpc.send'), equals('/jsonrpc', '2.0')),
  },
  {
    id: 'RPC-03',
    level: 'MUST',
    basis: 'by-reference',
    specification: 'docs/specification/agent-protocol.md#json-rpc',
    clause: { line: 326, quote: CALL },
    title: 'The response to tasks/send has the id of its request, as a string',
    hint: 'Send the id of the request back unchanged, with the same type (JSON-RPC 2.0, section 5).',
    needs: ['RPC-02'],
    probes: ['rpc.send'],
    judge: ({ one }) => check(one('rpc.send'), equals('/id', callId(one('rpc.send')))),
  },
  {
    id: 'RPC-04',
    level: 'MUST',
    basis: 'by-reference',
    specification: 'docs/specification/agent-protocol.md#json-rpc-results',
    clause: { line: 326, quote: CALL },
    title: 'A response has either result or error',
    hint: 'Send exactly one of the two (JSON-RPC 2.0, section 5).',
    accepts: 'error: null in addition to a result.',
    needs: ['RPC-02'],
    probes: ['rpc.send'],
    observes: INVALID_CALLS,
    judge: (evidence) =>
      firstFailure([
        () =>
          check(
            evidence.one('rpc.send'),
            value('', 'result or error', (it) => isObject(it) && ('result' in it || 'error' in it)),
          ),
        () => each(responses(evidence), OK, notBoth),
      ]),
  },
  {
    id: 'RPC-05',
    level: 'MUST',
    basis: 'by-reference',
    specification: 'docs/specification/agent-protocol.md#json-rpc-results',
    clause: { line: 326, quote: CALL },
    title: 'An error has an integer code and a string message',
    hint: 'Send both members (JSON-RPC 2.0, section 5.1).',
    needs: ['RPC-04'],
    probes: ['rpc.send'],
    observes: INVALID_CALLS,
    judge: (evidence) =>
      each(
        responses(evidence).filter(hasError),
        notApplicable('No response was an error.'),
        integer('/error/code'),
        string('/error/message'),
      ),
  },
  {
    id: 'RPC-10',
    level: 'MUST',
    basis: 'by-reference',
    specification: 'docs/specification/agent-protocol.md#json-rpc',
    clause: { line: 326, quote: CALL },
    title: 'None of 20 concurrent calls gets a response with the id of another',
    hint: 'Keep the id with its request instead of in state that requests share.',
    needs: ['RPC-03'],
    probes: ['rpc.crowd'],
    judge: ({ of }) => noForeignIds(of('rpc.crowd'), '/id', callId),
  },
  {
    id: 'RPC-11',
    level: 'INFO',
    basis: 'inferred',
    specification: 'docs/specification/agent-protocol.md#json-rpc',
    clause: { line: 326, quote: 'JSON-RPC response body is not shown' },
    title: 'Reports the responses to a notification, a batch and a numeric id',
    hint: 'The interface shows only single calls with a string id.',
    needs: ['RPC-01'],
    probes: ['rpc.odd'],
    judge: ({ of }) => {
      const [notification, batch, numeric] = of('rpc.odd')
      return ok(
        `Notification: ${describeOutcome(notification)}, batch: ${describeOutcome(batch)}, numeric id: ${describeOutcome(numeric)}.`,
      )
    },
  },
  {
    id: 'RPC-12',
    level: 'SHOULD',
    basis: 'inferred',
    specification: 'docs/specification/agent-protocol.md#json-rpc',
    clause: {
      line: 333,
      quote: 'The handler must accept the task request shape and tolerate variations',
    },
    title: 'The same skill and text have the same outcome through /a2a and /a2a/tasks',
    hint: 'Let both endpoints call the same handler.',
    needs: ['RPC-04', 'TASK-05'],
    probes: ['rpc.send', 'task.canonical'],
    judge: ({ one, of }) => {
      const control = controlOf(of('task.canonical')) ?? one('task.canonical')
      const [received, expected] = [
        has(one('rpc.send'), 'result') ? 'completed' : 'failed',
        taskOutcomeOf(control),
      ]
      return received === expected
        ? check(one('rpc.send'), hasResponse)
        : violation({
            pointer: 'body',
            expected: `${expected}, as through /a2a/tasks`,
            actual: received,
            exchange: one('rpc.send').key,
          })
    },
  },
]

export const rpc: Section = {
  id: 'rpc',
  title: 'JSON-RPC (/a2a)',
  rules: orderById(rpcRules, rpcErrorRules),
}
