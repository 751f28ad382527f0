import type { Exchange, Judgement, Rule, Section, Seen } from '../../engine/types.ts'
import {
  answered,
  check,
  each,
  equals,
  firstOf,
  integer,
  isObject,
  jsonObject,
  notApplicable,
  ok,
  OK,
  status,
  string,
  untested,
  value,
  violation,
  type Atom,
} from '../../judge/atoms.ts'
import { bodyOf, member, show } from '../../judge/json.ts'
import { endingOf, wantsCredentials } from '../../judge/task.ts'
import { callId } from '../../probes/agent/rpc.ts'
import { controlOf } from '../../probes/agent/tasks.ts'

const CALL = 'JSON-RPC 2.0 request: {jsonrpc: `2.0`, method: `tasks/send`, id: string, params:'
const CREDENTIALS = untested(
  'The agent asks for credentials before it takes a call; hand them in with --header "Authorization: $NAME".',
)
const CALLS = ['rpc.unknown_method', 'rpc.no_method', 'rpc.no_skill', 'rpc.malformed'] as const

const there = status('any status but 404 and 405', (it) => it !== 404 && it !== 405)
const has = (exchange: Exchange, name: string): boolean =>
  member(exchange, `/${name}`) !== undefined
const responses = (seen: Seen): readonly Exchange[] =>
  seen.of('rpc.send', ...CALLS).filter((exchange) => isObject(bodyOf(exchange)))
const errorCode = (wanted: number): readonly Atom[] => [
  jsonObject,
  value('/error/code', `the error ${wanted}`, (it) => it === wanted),
]
const nullId = value('/id', 'null', (it) => it === null)

const notBoth: Atom = (exchange) => {
  const both =
    has(exchange, 'result') && member(exchange, '/error') !== null && has(exchange, 'error')
  return both ? { pointer: 'body', expected: 'result or error', actual: 'both' } : undefined
}

function crossed(exchanges: readonly Exchange[]): Judgement {
  const ids = new Set(exchanges.map(callId))
  return firstOf(
    exchanges.map((exchange) => () => {
      const told = member(exchange, '/id')
      const foreign = told !== callId(exchange) && ids.has(told)
      return foreign
        ? violation({
            pointer: 'body/id',
            expected: show(callId(exchange)),
            actual: `${show(told)}, which is the id of another call made at the same time`,
            exchange: exchange.key,
            together: true,
          })
        : OK
    }),
  )
}

const told = ({ outcome }: Exchange): string =>
  outcome.kind === 'answer' ? String(outcome.status) : outcome.says

const rules: readonly Rule[] = [
  {
    id: 'RPC-01',
    level: 'MUST',
    basis: 'quoted',
    clause: { line: 326, quote: CALL },
    title: 'POST /a2a answers tasks/send with a JSON object, neither 404 nor 405',
    needs: [],
    probes: ['rpc.send'],
    judge: ({ one }) =>
      wantsCredentials(one('rpc.send')) && !has(one('rpc.send'), 'jsonrpc')
        ? CREDENTIALS
        : check(one('rpc.send'), there, jsonObject),
    hint: 'The JSON-RPC interface has its own route beside /a2a/tasks.',
    accepts: 'Any status otherwise, and an error as the answer.',
  },
  {
    id: 'RPC-02',
    level: 'MUST',
    basis: 'quoted',
    clause: {
      line: 423,
      quote:
        'The agent-to-agent JSON-RPC interface uses protocol version `2.0` in the `jsonrpc` field.',
    },
    title: 'The response says jsonrpc "2.0"',
    needs: ['RPC-01'],
    probes: ['rpc.send'],
    judge: ({ one }) => check(one('rpc.send'), equals('/jsonrpc', '2.0')),
    hint: 'The string "2.0", in every response.',
  },
  {
    id: 'RPC-03',
    level: 'MUST',
    basis: 'by-reference',
    clause: { line: 326, quote: CALL },
    title: 'The response has the id of its request, as a string',
    needs: ['RPC-02'],
    probes: ['rpc.send'],
    judge: ({ one }) => check(one('rpc.send'), equals('/id', callId(one('rpc.send')))),
    hint: 'JSON-RPC 2.0 section 5: the same value as in the request, of the same type.',
  },
  {
    id: 'RPC-04',
    level: 'MUST',
    basis: 'by-reference',
    clause: { line: 326, quote: CALL },
    title: 'A response has either result or error',
    needs: ['RPC-02'],
    probes: ['rpc.send'],
    observes: CALLS,
    judge: (seen) =>
      firstOf([
        () =>
          check(
            seen.one('rpc.send'),
            value('', 'result or error', (it) => isObject(it) && ('result' in it || 'error' in it)),
          ),
        () => each(responses(seen), OK, notBoth),
      ]),
    hint: 'JSON-RPC 2.0 section 5: one of the two is there, never both.',
    accepts: 'error: null beside a result.',
  },
  {
    id: 'RPC-05',
    level: 'MUST',
    basis: 'by-reference',
    clause: { line: 326, quote: CALL },
    title: 'error has code, an integer, and message, a string',
    needs: ['RPC-04'],
    probes: ['rpc.send'],
    observes: CALLS,
    judge: (seen) =>
      each(
        responses(seen).filter(
          (exchange) => has(exchange, 'error') && member(exchange, '/error') !== null,
        ),
        notApplicable('No response was an error.'),
        integer('/error/code'),
        string('/error/message'),
      ),
    hint: 'JSON-RPC 2.0 section 5.1.',
  },
  {
    id: 'RPC-06',
    level: 'SHOULD',
    basis: 'by-reference',
    clause: { line: 326, quote: CALL },
    title: 'A method that does not exist is the error -32601',
    needs: ['RPC-05'],
    probes: ['rpc.unknown_method'],
    judge: ({ one }) => check(one('rpc.unknown_method'), ...errorCode(-32601)),
    hint: 'JSON-RPC 2.0 section 5.1: method not found. The HTTP status is free.',
  },
  {
    id: 'RPC-07',
    level: 'SHOULD',
    basis: 'by-reference',
    clause: { line: 326, quote: CALL },
    title: 'Broken JSON is the error -32700, and its id is null',
    needs: ['RPC-05'],
    probes: ['rpc.malformed'],
    judge: ({ one }) => check(one('rpc.malformed'), ...errorCode(-32700), nullId),
    hint: 'JSON-RPC 2.0 section 5.1: parse error. Answer it where the body is parsed.',
  },
  {
    id: 'RPC-08',
    level: 'SHOULD',
    basis: 'by-reference',
    clause: { line: 326, quote: CALL },
    title: 'A call without method is the error -32600',
    needs: ['RPC-05'],
    probes: ['rpc.no_method'],
    judge: ({ one }) => check(one('rpc.no_method'), ...errorCode(-32600)),
    hint: 'JSON-RPC 2.0 section 5.1: invalid request.',
  },
  {
    id: 'RPC-09',
    level: 'SHOULD',
    basis: 'by-reference',
    clause: { line: 326, quote: CALL },
    title: 'A call without params.skill is the error -32602, or a result',
    needs: ['RPC-05'],
    probes: ['rpc.no_skill'],
    judge: ({ one }) =>
      has(one('rpc.no_skill'), 'result') ? OK : check(one('rpc.no_skill'), ...errorCode(-32602)),
    hint: 'JSON-RPC 2.0 section 5.1: invalid params.',
    accepts: 'An agent may choose the skill itself.',
  },
  {
    id: 'RPC-10',
    level: 'MUST',
    basis: 'by-reference',
    clause: { line: 326, quote: CALL },
    title: 'Of twenty calls at once, none is answered with the id of another',
    needs: ['RPC-03'],
    probes: ['rpc.crowd'],
    judge: ({ of }) => crossed(of('rpc.crowd')),
    hint: 'The id is kept where all requests share it; keep it with the request.',
  },
  {
    id: 'RPC-11',
    level: 'INFO',
    basis: 'inferred',
    clause: { line: 326, quote: 'JSON-RPC response body is not shown' },
    title: 'What a notification, a batch and a numeric id are answered with',
    needs: ['RPC-01'],
    probes: ['rpc.odd'],
    judge: ({ of }) => {
      const [notification, batch, numeric] = of('rpc.odd')
      const seen = [
        ['notification', notification],
        ['batch', batch],
        ['numeric id', numeric],
      ] as const
      return ok(
        `${seen.map(([name, exchange]) => `${name}: ${exchange ? told(exchange) : 'not sent'}`).join(', ')}.`,
      )
    },
    hint: 'The interface shows a single call with a string for its id.',
  },
  {
    id: 'RPC-12',
    level: 'SHOULD',
    basis: 'inferred',
    clause: {
      line: 333,
      quote: 'The handler must accept the task request shape and tolerate variations',
    },
    title: 'The same skill and text end alike through /a2a and /a2a/tasks',
    needs: ['RPC-04', 'TASK-05'],
    probes: ['rpc.send', 'task.canonical'],
    judge: ({ one, of }) => {
      const control = controlOf(of('task.canonical')) ?? one('task.canonical')
      const [here, other] = [
        has(one('rpc.send'), 'result') ? 'completed' : 'failed',
        endingOf(control),
      ]
      return here === other
        ? check(one('rpc.send'), answered)
        : violation({
            pointer: 'body',
            expected: `${other}, as through /a2a/tasks`,
            actual: here,
            exchange: one('rpc.send').key,
          })
    },
    hint: 'Two doors, one room: let both lead to the same handler.',
  },
]

export const rpc: Section = { id: 'rpc', title: 'JSON-RPC (/a2a)', rules }
