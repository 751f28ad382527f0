import type { Rule, Section } from '../../engine/types.ts'
import { declares } from '../../judge/a2a-card.ts'
import { A2A_10 } from '../../probes/agent/a2a-dialects.ts'
import { a2a10CallRules } from './a2a-10-calls.ts'
import { a2a10CardRules, clause } from './a2a-10-card.ts'
import { a2a10ErrorRules } from './a2a-10-errors.ts'
import { errorOf } from './a2a-call-judges.ts'
import { streamEvents, streamOrder } from './a2a-stream-judges.ts'

const streamRules: readonly Rule[] = [
  {
    id: 'A2A10-26',
    level: 'MUST',
    basis: 'quoted',
    since: '2',
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
    since: '2',
    specification: 'docs/specification/a2a.md#streams',
    clause: clause('section 3.1.2', 'The stream MUST close when the task reaches a terminal state'),
    title: 'A stream is one message, or a task and its updates in order, and ends with the task',
    hint: 'Send the task first, then its updates with its id, the one with the final state last, and close the stream.',
    accepts: 'A stream that ends while the task waits for its client.',
    needs: ['A2A10-12', 'A2A10-26'],
    probes: ['a2a10.stream'],
    judge: streamOrder(A2A_10),
  },
  {
    id: 'A2A10-28',
    level: 'MUST',
    basis: 'quoted',
    since: '2',
    specification: 'docs/specification/a2a.md#methods',
    clause: clause(
      'section 3.3.4',
      'attempts to use `SendStreamingMessage` or `SubscribeToTask` operations MUST return UnsupportedOperationError.',
    ),
    title:
      'SendStreamingMessage is refused with the error -32004 unless the card declares streaming',
    hint: 'Return UnsupportedOperationError, or declare streaming on the card.',
    needs: ['A2A10-04', 'A2A10-11'],
    probes: ['a2a10.no_stream'],
    judge: errorOf(A2A_10, 'no_stream', -32004),
  },
]

export const a2a10: Section = {
  id: 'a2a-1.0',
  title: 'A2A 1.0',
  rules: [...a2a10CardRules, ...a2a10CallRules, ...a2a10ErrorRules, ...streamRules],
  protocol: {
    identified_by: 'A2A10-01',
    isDeclared: declares('1.0'),
    undeclared: 'The card does not list A2A 1.0',
  },
}
