import type { Exchange, Judgement, Rule, Section, Seen } from '../../engine/types.ts'
import { header } from '../../engine/http.ts'
import {
  each,
  firstOf,
  hasHeader,
  notApplicable,
  ok,
  OK,
  violation,
  type Atom,
} from '../../judge/atoms.ts'
import { member, show } from '../../judge/json.ts'
import { endingOf } from '../../judge/task.ts'

const NAMES = [
  'X-Svc-Agent-ID',
  'X-Svc-Reputation',
  'X-Svc-Verification',
  'X-Svc-Task-ID',
  'X-Svc-Trace-ID',
] as const
const PROBES = ['chat', 'chat.again', 'task.canonical', 'task.unknown_skill', 'rpc.send'] as const

const valueOf = ({ outcome }: Exchange, name: string): string | undefined =>
  outcome.kind === 'answer' ? header(outcome, name) : undefined
const bearing = (seen: Seen, name: string): readonly Exchange[] =>
  seen.of(...PROBES).filter((exchange) => valueOf(exchange, name) !== undefined)

const wherever = (name: string, seen: Seen, ...atoms: readonly Atom[]): Judgement =>
  each(bearing(seen, name), notApplicable(`No answer has ${name}.`), ...atoms)

const says =
  (name: string, expected: string, fits: (value: string) => boolean): Atom =>
  (exchange) => {
    const value = valueOf(exchange, name) ?? ''
    return fits(value) ? undefined : { pointer: `header ${name}`, expected, actual: show(value) }
  }

/** A score as JSON writes numbers; whether it has decimals is not stated. */
const isScore = (text: string): boolean =>
  /^\d+(?:\.\d+)?$/.test(text.trim()) && Number(text) <= 100

const differs =
  (name: string) =>
  ({ one }: Seen): Judgement => {
    const [first, second] = [valueOf(one('chat'), name), valueOf(one('chat.again'), name)]
    return first === second
      ? violation({
          pointer: `header ${name}`,
          expected: 'another value than the answer before',
          actual: 'the same',
          exchange: one('chat.again').key,
        })
      : OK
  }

const rules: readonly Rule[] = [
  {
    id: 'HDR-01',
    level: 'MUST',
    basis: 'quoted',
    clause: { line: 344, quote: "| X-Svc-Agent-ID | the agent's `svc_id` |" },
    title: 'X-Svc-Agent-ID, wherever it is, is the svc_id of the card',
    needs: ['CARD-01'],
    probes: ['card'],
    observes: PROBES,
    judge: (seen) => {
      const svc_id = member(seen.one('card'), '/svc_id')
      return wherever(
        'X-Svc-Agent-ID',
        seen,
        says('X-Svc-Agent-ID', show(svc_id), (it) => it === svc_id),
      )
    },
    hint: "It is the agent that answers, never the caller's id sent back.",
  },
  {
    id: 'HDR-02',
    level: 'MUST',
    basis: 'quoted',
    clause: { line: 10, quote: 'a reputation score from 0 to 100' },
    title: 'X-Svc-Reputation, wherever it is, is a number from 0 to 100',
    needs: ['CARD-01'],
    probes: ['card'],
    observes: PROBES,
    judge: (seen) =>
      wherever(
        'X-Svc-Reputation',
        seen,
        says('X-Svc-Reputation', 'a number from 0 to 100', isScore),
      ),
    hint: 'The score itself: 75, neither 0.75 of 1, nor 75%, nor "high".',
    accepts: 'Decimals.',
  },
  {
    id: 'HDR-03',
    level: 'SHOULD',
    basis: 'inferred',
    clause: { line: 346, quote: '| X-Svc-Verification | verification status |' },
    title: 'X-Svc-Verification, wherever it is, says what the card says',
    needs: ['CARD-01'],
    probes: ['card'],
    observes: PROBES,
    judge: (seen) => {
      const wanted = member(seen.one('card'), '/verification_status')
      if (typeof wanted !== 'string') return notApplicable('The card has no verification_status.')
      return wherever(
        'X-Svc-Verification',
        seen,
        says('X-Svc-Verification', show(wanted), (it) => it === wanted),
      )
    },
    hint: 'Take both from one place.',
  },
  {
    id: 'HDR-04',
    level: 'MUST',
    basis: 'quoted',
    clause: { line: 347, quote: '| X-Svc-Task-ID | unique task identifier |' },
    title: 'X-Svc-Task-ID differs from one chat message to the next',
    needs: ['CHAT-05'],
    probes: ['chat', 'chat.again'],
    judge: differs('X-Svc-Task-ID'),
    hint: 'Every message is a task of its own.',
  },
  {
    id: 'HDR-05',
    level: 'SHOULD',
    basis: 'inferred',
    clause: { line: 348, quote: '| X-Svc-Trace-ID | trace id for debugging |' },
    title: 'X-Svc-Trace-ID differs from one request to the next',
    needs: ['CHAT-06'],
    probes: ['chat', 'chat.again'],
    judge: differs('X-Svc-Trace-ID'),
    hint: 'A trace that all requests share finds none of them.',
  },
  {
    id: 'HDR-06',
    level: 'SHOULD',
    basis: 'inferred',
    clause: { line: 340, quote: '### Trust headers on agent responses' },
    title: 'The answers of /a2a and /a2a/tasks have the trust headers too',
    needs: ['TASK-05', 'RPC-01'],
    probes: ['task.canonical', 'rpc.send'],
    judge: ({ one }) =>
      firstOf(
        [one('task.canonical'), one('rpc.send')].map(
          (exchange) => () => each([exchange], OK, ...NAMES.map(hasHeader)),
        ),
      ),
    hint: 'The heading says agent responses; that they are present is said for /chat only.',
  },
]

export const headers: Section = { id: 'headers', title: 'Trust headers', rules }

const signatureRules: readonly Rule[] = [
  {
    id: 'SIGN-01',
    level: 'INFO',
    basis: 'quoted',
    clause: { line: 360, quote: 'Requests and responses are signed.' },
    title: 'Which headers of a task answer look like a signature',
    needs: ['TASK-05'],
    probes: ['task.canonical'],
    judge: ({ one }) => {
      const { outcome } = one('task.canonical')
      const names =
        outcome.kind === 'answer'
          ? outcome.headers
              .map(([name]) => name)
              .filter((name) => /sign|digest|hash|nonce/i.test(name))
          : []
      return ok(
        names.length === 0 ? 'No header looks like a signature.' : `${names.sort().join(', ')}.`,
      )
    },
    hint: 'The names of signature headers are not stated.',
  },
  {
    id: 'SIGN-02',
    level: 'INFO',
    basis: 'inferred',
    since: '2',
    clause: { line: 360, quote: 'execute only if all checks pass' },
    title: 'What becomes of a task with signatures that nobody made',
    needs: ['TASK-05', 'TASK-12'],
    probes: ['task.canonical', 'task.forged'],
    judge: ({ of }) => {
      const names = ['X-Svc-Signature', 'X-Svc-Task']
      return ok(
        `${of('task.forged')
          .map(
            (exchange, i) =>
              `${names[i] ?? ''}: ${endingOf(exchange) === 'completed' ? 'executed' : 'not executed'}`,
          )
          .join('; ')}.`,
      )
    },
    hint: 'How requests are signed is not stated, so an agent may not know these headers. One that verifies them executes neither task.',
    accepts: 'Anything: it is an observation.',
  },
]

export const signatures: Section = { id: 'signatures', title: 'Signatures', rules: signatureRules }
