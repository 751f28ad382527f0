import type { Rule, Section } from '../../../engine/types.ts'
import { declares } from '../../../judge/a2a-card.ts'
import { A2A_03 } from '../../../probes/agent/a2a-dialects.ts'
import { a2a03CallRules } from './v03-calls.ts'
import { a2a03CardRules, clause } from './v03-card.ts'
import { refusalRules } from './shared-rules.ts'
import { finalEvent, streamEvents, streamOrder } from './stream-judges.ts'

const CODES = clause(
  'section 11.1.5',
  'Error handling: MUST use the error codes defined in Section 8.',
)

const refused = refusalRules(A2A_03, 'A2A03')

const errorRules: readonly Rule[] = [
  refused(16, 'get_unknown', -32001, {
    clause: CODES,
    needs: ['A2A03-10'],
    title: 'tasks/get for an unknown task returns the error -32001',
    hint: 'Return TaskNotFoundError.',
  }),
  refused(17, 'cancel', -32002, {
    clause: CODES,
    needs: ['A2A03-15'],
    title: 'tasks/cancel for a task that has ended returns the error -32002',
    hint: 'Return TaskNotCancelableError, because a task that has ended cannot be canceled.',
  }),
  refused(18, 'unknown_method', -32601, {
    clause: CODES,
    needs: ['A2A03-10'],
    title: 'An unknown method is rejected with the error -32601',
    hint: 'Return "Method not found".',
  }),
  refused(19, 'no_message_id', -32602, {
    clause: CODES,
    needs: ['A2A03-10'],
    title: 'A message without messageId is rejected with the error -32602',
    hint: 'Return "Invalid method parameters" before a task is created.',
  }),
  refused(20, 'malformed', -32700, {
    clause: CODES,
    needs: ['A2A03-10'],
    title: 'Malformed JSON is rejected with the error -32700',
    hint: 'Return "Invalid JSON payload" if the body cannot be parsed.',
  }),
  refused(21, 'notify', -32003, {
    clause: CODES,
    needs: ['A2A03-05', 'A2A03-10'],
    title: 'Push notifications are refused with the error -32003 unless the card declares them',
    hint: 'Return PushNotificationNotSupportedError, or declare pushNotifications on the card.',
    specification: 'docs/specification/a2a.md#methods',
  }),
]

const streamRules: readonly Rule[] = [
  {
    id: 'A2A03-22',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/a2a.md#streams',
    clause: clause(
      'section 3.3.1',
      'Each SSE `data` field contains a complete JSON-RPC 2.0 Response object',
    ),
    title: 'Each event of message/stream is a JSON-RPC response with one object',
    hint: 'Send status 200, the type text/event-stream, and in the data of each event a response with the id of the request and a result with its kind.',
    accepts: 'Comments, ids and names of events, and an agent that does not declare streaming.',
    needs: ['A2A03-05', 'A2A03-10'],
    probes: ['a2a03.stream'],
    judge: streamEvents(A2A_03),
  },
  {
    id: 'A2A03-23',
    level: 'SHOULD',
    basis: 'inferred',
    specification: 'docs/specification/a2a.md#streams',
    clause: clause(
      'section 7.2',
      'subscribes the client to real-time updates for that task via Server-Sent Events (SSE).',
    ),
    title: 'A stream is one message, or belongs to one task and ends with it',
    hint: 'Send the updates of one task with its id, and the one with the final state last.',
    accepts: 'A stream that ends while the task waits for its client.',
    needs: ['A2A03-11', 'A2A03-22'],
    probes: ['a2a03.stream'],
    judge: streamOrder(A2A_03),
  },
  {
    id: 'A2A03-24',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/a2a.md#streams',
    clause: clause(
      'section 7.2.2',
      'If true, this is the final event in the stream for this interaction.',
    ),
    title: 'final is true in the last status update and false in all others',
    hint: 'Send final with every status update: true with the last one, false with the others.',
    needs: ['A2A03-22'],
    probes: ['a2a03.stream'],
    judge: finalEvent(A2A_03),
  },
  refused(25, 'no_stream', -32004, {
    clause: CODES,
    needs: ['A2A03-05', 'A2A03-10'],
    title: 'message/stream is refused with the error -32004 unless the card declares streaming',
    hint: 'Return UnsupportedOperationError, or declare streaming on the card.',
    specification: 'docs/specification/a2a.md#methods',
  }),
]

export const a2a03: Section = {
  id: 'a2a-0.3',
  title: 'A2A 0.3',
  rules: [...a2a03CardRules, ...a2a03CallRules, ...errorRules, ...streamRules].map((rule) => ({
    since: '2',
    ...rule,
  })),
  protocol: {
    identified_by: 'A2A03-01',
    isDeclared: declares('0.3'),
    undeclared: 'The card does not name A2A 0.3',
  },
}
