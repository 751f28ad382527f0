import type { Exchange, Judgement, Rule, Section, Evidence } from '../../engine/types.ts'
import { header } from '../../engine/transport/http.ts'
import {
  each,
  firstFailure,
  hasHeader,
  notApplicable,
  ok,
  OK,
  violation,
  type Assertion,
} from '../../judge/assertions.ts'
import { member, formatValue } from '../../judge/json.ts'
import { taskOutcomeOf } from '../../judge/task.ts'

const TRUST_HEADERS = [
  'X-Svc-Agent-ID',
  'X-Svc-Reputation',
  'X-Svc-Verification',
  'X-Svc-Task-ID',
  'X-Svc-Trace-ID',
] as const
const PROBES = ['chat', 'chat.again', 'task.canonical', 'task.unknown_skill', 'rpc.send'] as const

const valueOf = ({ outcome }: Exchange, name: string): string | undefined =>
  outcome.kind === 'response' ? header(outcome, name) : undefined

/** Judges the value of a header in every response that has it. */
function eachValue(
  name: string,
  evidence: Evidence,
  expected: string,
  fits: (value: string) => boolean,
): Judgement {
  const responses = evidence
    .of(...PROBES)
    .filter((exchange) => valueOf(exchange, name) !== undefined)
  return each(
    responses,
    notApplicable(`No response has ${name}.`),
    headerValue(name, expected, fits),
  )
}

const headerValue =
  (name: string, expected: string, fits: (value: string) => boolean): Assertion =>
  (exchange) => {
    const value = valueOf(exchange, name) ?? ''
    return fits(value)
      ? undefined
      : { pointer: `header ${name}`, expected, actual: formatValue(value) }
  }

/** Accepts decimals, because the interface does not state whether a score has any. */
const isScore = (text: string): boolean =>
  /^\d+(?:\.\d+)?$/.test(text.trim()) && Number(text) <= 100

const isDifferent =
  (name: string) =>
  ({ one }: Evidence): Judgement => {
    const [first, second] = [valueOf(one('chat'), name), valueOf(one('chat.again'), name)]
    return first === second
      ? violation({
          pointer: `header ${name}`,
          expected: 'a value other than the previous one',
          actual: 'the same value',
          exchange: one('chat.again').key,
        })
      : OK
  }

const rules: readonly Rule[] = [
  {
    id: 'HDR-01',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/agent-protocol.md#response-headers',
    clause: { line: 344, quote: "| X-Svc-Agent-ID | the agent's `svc_id` |" },
    title: 'X-Svc-Agent-ID is the svc_id of the card',
    hint: "Send the agent's own svc_id, not the id of the caller.",
    needs: ['CARD-01'],
    probes: ['card'],
    observes: PROBES,
    judge: (evidence) => {
      const svc_id = member(evidence.one('card'), '/svc_id')
      return eachValue('X-Svc-Agent-ID', evidence, formatValue(svc_id), (it) => it === svc_id)
    },
  },
  {
    id: 'HDR-02',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/agent-protocol.md#response-headers',
    clause: { line: 10, quote: 'a reputation score from 0 to 100' },
    title: 'X-Svc-Reputation is a number from 0 to 100',
    hint: 'Send the score itself: 75, not 0.75, "75%" or "high".',
    accepts: 'Decimals.',
    needs: ['CARD-01'],
    probes: ['card'],
    observes: PROBES,
    judge: (evidence) => eachValue('X-Svc-Reputation', evidence, 'a number from 0 to 100', isScore),
  },
  {
    id: 'HDR-03',
    level: 'SHOULD',
    basis: 'inferred',
    specification: 'docs/specification/agent-protocol.md#response-headers',
    clause: { line: 346, quote: '| X-Svc-Verification | verification status |' },
    title: 'X-Svc-Verification equals the verification_status of the card',
    hint: 'Take both from the same value.',
    needs: ['CARD-01'],
    probes: ['card'],
    observes: PROBES,
    judge: (evidence) => {
      const wanted = member(evidence.one('card'), '/verification_status')
      if (typeof wanted !== 'string') return notApplicable('The card has no verification_status.')
      return eachValue('X-Svc-Verification', evidence, formatValue(wanted), (it) => it === wanted)
    },
  },
  {
    id: 'HDR-04',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/agent-protocol.md#response-headers',
    clause: { line: 347, quote: '| X-Svc-Task-ID | unique task identifier |' },
    title: 'X-Svc-Task-ID differs between two chat messages',
    hint: 'Treat every message as a task with an id of its own.',
    needs: ['CHAT-05'],
    probes: ['chat', 'chat.again'],
    judge: isDifferent('X-Svc-Task-ID'),
  },
  {
    id: 'HDR-05',
    level: 'SHOULD',
    basis: 'inferred',
    specification: 'docs/specification/agent-protocol.md#response-headers',
    clause: { line: 348, quote: '| X-Svc-Trace-ID | trace id for debugging |' },
    title: 'X-Svc-Trace-ID differs between two requests',
    hint: 'Generate a trace id for each request; a shared one identifies none of them.',
    needs: ['CHAT-06'],
    probes: ['chat', 'chat.again'],
    judge: isDifferent('X-Svc-Trace-ID'),
  },
  {
    id: 'HDR-06',
    level: 'SHOULD',
    basis: 'inferred',
    specification: 'docs/specification/agent-protocol.md#response-headers',
    clause: { line: 340, quote: '### Trust headers on agent responses' },
    title: 'Responses from /a2a and /a2a/tasks have the trust headers',
    hint: 'Send the five headers there, too. The interface names agent responses in the heading and /chat in the text, so a violation is only a warning.',
    needs: ['TASK-05', 'RPC-01'],
    probes: ['task.canonical', 'rpc.send'],
    judge: ({ one }) =>
      firstFailure(
        [one('task.canonical'), one('rpc.send')].map(
          (exchange) => () => each([exchange], OK, ...TRUST_HEADERS.map(hasHeader)),
        ),
      ),
  },
]

export const headers: Section = { id: 'headers', title: 'Trust headers', rules }

const signatureRules: readonly Rule[] = [
  {
    id: 'SIGN-01',
    level: 'INFO',
    basis: 'quoted',
    specification: 'docs/specification/trust.md#signed-answers',
    clause: { line: 360, quote: 'Requests and responses are signed.' },
    title: 'Reports which response headers of a task look like a signature',
    hint: 'The interface does not name signature headers.',
    needs: ['TASK-05'],
    probes: ['task.canonical'],
    judge: ({ one }) => {
      const { outcome } = one('task.canonical')
      const names =
        outcome.kind === 'response'
          ? outcome.headers
              .map(([name]) => name)
              .filter((name) => /sign|digest|hash|nonce/i.test(name))
          : []
      return ok(
        names.length === 0
          ? 'No header looks like a signature.'
          : `These headers look like a signature: ${names.sort().join(', ')}.`,
      )
    },
  },
  {
    id: 'SIGN-02',
    level: 'INFO',
    basis: 'inferred',
    since: '2',
    specification: 'docs/specification/trust.md#require-signed',
    clause: { line: 360, quote: 'execute only if all checks pass' },
    title: 'Reports whether tasks with forged signatures are executed',
    hint: 'The interface does not state how requests are signed, so an agent may not know these headers. One that verifies them executes neither task.',
    accepts: 'Any result, because this is an observation.',
    needs: ['TASK-05', 'TASK-12'],
    probes: ['task.canonical', 'task.forged'],
    judge: ({ of }) => {
      const names = ['X-Svc-Signature', 'X-Svc-Task']
      return ok(
        `${of('task.forged')
          .map(
            (exchange, i) =>
              `${names[i] ?? ''}: ${taskOutcomeOf(exchange) === 'completed' ? 'executed' : 'not executed'}`,
          )
          .join('; ')}.`,
      )
    },
  },
]

export const signatures: Section = { id: 'signatures', title: 'Signatures', rules: signatureRules }
