import type { Rule } from '../../engine/types.ts'
import { A2A_10 } from '../../probes/agent/a2a-dialects.ts'
import { clause } from './a2a-10-card.ts'
import { refusalRules } from './a2a-refusals.ts'

const MAPPED =
  'All A2A-specific errors defined in Section 3.3.2 MUST be mapped to binding-specific error representations.'

const refused = refusalRules(A2A_10, 'A2A10')

export const a2a10ErrorRules: readonly Rule[] = [
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
    hint: 'Read the header A2A-Version before the method is called.',
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
