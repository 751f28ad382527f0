import type { Rule, Section } from '../../../engine/types.ts'
import { declares } from '../../../judge/a2a-card.ts'
import { A2A_10 } from '../../../probes/agent/a2a-dialects.ts'
import { a2a10CallRules } from './v10-calls.ts'
import { a2a10CardRules, clause } from './v10-card.ts'
import { refusalRules } from './shared-rules.ts'
import { streamEvents, streamOrder } from './stream-judges.ts'

const MAPPED =
  'All A2A-specific errors defined in Section 3.3.2 MUST be mapped to binding-specific error representations.'

const refused = refusalRules(A2A_10, 'A2A10')

const errorRules: readonly Rule[] = [
  refused(18, 'get_unknown', -32001, {
    clause: clause('section 5.4', MAPPED),
    title: 'GetTask for an unknown task returns the error -32001',
    hint: 'Return TaskNotFoundError.',
    needs: ['A2A10-11'],
  }),
  refused(19, 'cancel', -32002, {
    clause: clause('section 5.4', MAPPED),
    title: 'CancelTask for a task that has ended returns the error -32002',
    hint: 'Return TaskNotCancelableError, because a task that has ended cannot be canceled.',
    needs: ['A2A10-17'],
  }),
  refused(20, 'unknown_method', -32601, {
    basis: 'by-reference',
    clause: clause(
      'section 9.5',
      'JSON-RPC error responses use the standard JSON-RPC 2.0 error object structure',
    ),
    title: 'An unknown method is rejected with the error -32601',
    hint: 'Return MethodNotFoundError.',
    needs: ['A2A10-11'],
  }),
  refused(21, 'no_message_id', -32602, {
    clause: clause('section 3.3.2', 'Servers MUST validate all input parameters before processing'),
    title: 'A message without messageId is rejected with the error -32602',
    hint: 'Return InvalidParamsError before a task is created.',
    needs: ['A2A10-11'],
  }),
  refused(22, 'malformed', -32700, {
    basis: 'by-reference',
    clause: clause('section 9.5', 'The server received invalid JSON'),
    title: 'Malformed JSON is rejected with the error -32700',
    hint: 'Return JSONParseError if the body cannot be parsed.',
    needs: ['A2A10-11'],
  }),
  refused(23, 'version', -32009, {
    specification: 'docs/specification/a2a.md#version',
    clause: clause(
      'section 3.6.2',
      'If the version is not supported by the interface, agents MUST return a VersionNotSupportedError.',
    ),
    title: 'A call with an unsupported A2A-Version is rejected with the error -32009',
    hint: 'Read the A2A-Version header before calling the method.',
    needs: ['A2A10-11'],
  }),
  refused(24, 'unknown_task', -32001, {
    specification: 'docs/specification/a2a.md#messages',
    clause: clause(
      'section 3.4.2',
      'Agents MUST return a TaskNotFoundError if the provided `taskId` does not correspond to an existing task',
    ),
    title: 'A message to an unknown task is rejected with the error -32001',
    hint: 'Do not create a task with an id that the client chose.',
    needs: ['A2A10-11'],
  }),
  refused(25, 'notify', -32003, {
    specification: 'docs/specification/a2a.md#methods',
    clause: clause(
      'section 3.3.4',
      'operations related to push notification configuration (Create, Get, List, Delete) MUST return PushNotificationNotSupportedError.',
    ),
    title: 'Push notifications are refused with the error -32003 unless the card declares them',
    hint: 'Return PushNotificationNotSupportedError, or declare pushNotifications on the card.',
    needs: ['A2A10-04', 'A2A10-11'],
  }),
]

const streamRules: readonly Rule[] = [
  {
    id: 'A2A10-26',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/a2a.md#streams',
    clause: clause('section 9.4.2', 'Response: HTTP 200 with `Content-Type: text/event-stream`'),
    title: 'Each event of SendStreamingMessage is a JSON-RPC response with one object',
    hint: 'Send status 200, the type text/event-stream, and in the data of each event a response with the id of the request and one of task, message, statusUpdate and artifactUpdate.',
    accepts: 'Comments, ids and names of events, and an agent that does not declare streaming.',
    needs: ['A2A10-04', 'A2A10-11'],
    probes: ['a2a10.stream'],
    judge: streamEvents(A2A_10),
  },
  {
    id: 'A2A10-27',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/a2a.md#streams',
    clause: clause('section 3.1.2', 'The stream MUST close when the task reaches a terminal state'),
    title: 'A stream is one message, or a task and its updates in order, and ends with the task',
    hint: 'Send the task first, then its updates with its id, the one with the final state last, and close the stream.',
    accepts: 'A stream that ends while the task waits for its client.',
    needs: ['A2A10-12', 'A2A10-26'],
    probes: ['a2a10.stream'],
    judge: streamOrder(A2A_10),
  },
  refused(28, 'no_stream', -32004, {
    specification: 'docs/specification/a2a.md#methods',
    clause: clause(
      'section 3.3.4',
      'attempts to use `SendStreamingMessage` or `SubscribeToTask` operations MUST return UnsupportedOperationError.',
    ),
    title:
      'SendStreamingMessage is refused with the error -32004 unless the card declares streaming',
    hint: 'Return UnsupportedOperationError, or declare streaming on the card.',
    needs: ['A2A10-04', 'A2A10-11'],
  }),
]

export const a2a10: Section = {
  id: 'a2a-1.0',
  title: 'A2A 1.0',
  rules: [...a2a10CardRules, ...a2a10CallRules, ...errorRules, ...streamRules].map((rule) => ({
    since: '2',
    ...rule,
  })),
  protocol: {
    identified_by: 'A2A10-01',
    isDeclared: declares('1.0'),
    undeclared: 'The card does not list A2A 1.0',
  },
}
