import type { Exchange, Judgement, Rule, Section } from '../../engine/types.ts'
import {
  firstFailure,
  isArray,
  isObject,
  isString,
  ok,
  OK,
  violation,
} from '../../judge/assertions.ts'
import { formatValue, member, parseJson, valueAt } from '../../judge/json.ts'
import {
  readStatement,
  taskRefusal,
  type TaskReceiver,
  type TaskRefusal,
} from '../../judge/signatures.ts'
import { utcMs } from '../../judge/timestamp.ts'
import { BOOTSTRAP } from '../../probes/platform/fixtures.ts'
import { requestJson, stringAt } from '../../probes/platform/target.ts'

/** Returns the task that the platform sent. */
function taskIn({ request }: Exchange): unknown {
  return parseJson(request.body ?? '')
}

/** Judges the value at a pointer in a forwarded task. */
const taskMember =
  (pointer: string, expected: string, fits: (value: unknown) => boolean) =>
  (exchange: Exchange): Judgement => {
    const found = valueAt(taskIn(exchange), pointer)
    return fits(found)
      ? OK
      : violation({
          pointer: `request${pointer}`,
          expected,
          actual: formatValue(found),
          exchange: exchange.key,
        })
  }
const isPart = (part: unknown): boolean =>
  isString(valueAt(part, '/type')) && isString(valueAt(part, '/text'))

/** The members that a forwarded task has to have (docs/specification/tasks.md#forwarded-request). */
const TASK_MEMBERS = [
  taskMember('', 'a JSON object', isObject),
  ...[
    '/task_id',
    '/input/skill',
    '/input/message/role',
    '/context/workspace_id',
    '/context/requester_id',
  ].map((pointer) => taskMember(pointer, 'a string', isString)),
  taskMember(
    '/input/message/parts',
    'an array of {type, text}, both strings',
    (parts) => isArray(parts) && parts.every(isPart),
  ),
]

const rules: readonly Rule[] = [
  {
    id: 'FWD-01',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/tasks.md#forwarded-request',
    clause: {
      line: 143,
      quote:
        'fields: skill (string), message (object: role string, parts array of {type string, text string})',
    },
    title:
      'A forwarded task has task_id, input with skill and message, and context with workspace_id and requester_id',
    hint: 'Build task_id, input and context from the routing request; a message that is plain text becomes one part.',
    accepts:
      'A task without type or context.skill, and additional members. The interface does not show how a task is requested.',
    needs: ['BOOT-02'],
    probes: ['forwarded'],
    judge: ({ of }) =>
      firstFailure(
        of('forwarded').flatMap((exchange) => TASK_MEMBERS.map((judge) => () => judge(exchange))),
      ),
  },
  {
    id: 'FWD-02',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/tasks.md#forwarded-request',
    clause: {
      line: 337,
      quote:
        'Capability names in `capabilities.provides` must equal the skill strings that are routed.',
    },
    title: 'The skill of a forwarded task exactly equals a capability of the installation',
    hint: 'Forward the name unchanged; the agent looks for exactly this name.',
    needs: ['FWD-01'],
    probes: ['install.routed', 'forwarded'],
    judge: ({ of }) => {
      const names = requestJson(of('install.routed')[BOOTSTRAP])['capabilities']
      return firstFailure(
        of('forwarded').map(
          (exchange) => () =>
            taskMember(
              '/input/skill',
              `one of ${formatValue(names)}`,
              (skill) => isArray(names) && names.includes(skill),
            )(exchange),
        ),
      )
    },
  },
  {
    id: 'FWD-03',
    level: 'INFO',
    basis: 'inferred',
    since: '2',
    specification: 'docs/specification/trust.md#task',
    clause: { line: 360, quote: 'Requests and responses are signed.' },
    title: 'Reports whether forwarded tasks are signed for the receiving installation',
    hint: 'The interface does not state how tasks are signed; Agent Registry platforms follow docs/specification/trust.md#task.',
    accepts: 'Any result, because this is an observation, made only with --issuer.',
    needs: ['FWD-01'],
    probes: ['install.routed', 'forwarded', 'keys'],
    judge: ({ of, one, settings }) => {
      const keys = keysIn(one('keys'))
      const faults = of('forwarded').map((exchange) =>
        signatureFault(exchange, keys, {
          issuer: settings.issuer ?? '',
          svc_id: String(requestJson(of('install.routed')[0])['svc_id']),
          installation_id: stringAt(of('install.routed')[BOOTSTRAP], '/installation_id') ?? '',
          upstream_url: String(requestJson(of('install.routed')[BOOTSTRAP])['upstream_url']),
        }),
      )
      return ok(
        faults.every((fault) => fault === undefined)
          ? 'Every task is signed for this installation.'
          : `Not every task is signed for this installation: ${[...new Set(faults.filter((fault) => fault !== undefined))].map((fault) => FAULTS[fault]).join(', ')}.`,
      )
    },
  },
  {
    id: 'FWD-04',
    level: 'INFO',
    basis: 'inferred',
    since: '2',
    specification: 'docs/specification/trust.md#delegation',
    clause: { line: 144, quote: 'requester_id (string)' },
    title: 'Reports whether a task can be requested on behalf of another party',
    hint: 'Check who may name whom; policies are evaluated for the requester, so an unchecked name makes them ineffective.',
    accepts: 'Any result, because the interface does not state who may name whom.',
    needs: ['FWD-01'],
    probes: ['forwarded'],
    observes: ['route.claimed'],
    judge: ({ of }) => {
      const outcome = of('route.claimed')[0]?.outcome
      if (!outcome) return ok('Tasks were not routed with POST /a2a/route.')
      if (outcome.kind !== 'response') return ok(`There was no response: ${outcome.says}.`)
      return ok(
        outcome.status < 300
          ? `A foreign requester was accepted with ${outcome.status}.`
          : `A foreign requester was refused with ${outcome.status}.`,
      )
    },
  },
]

type Fault = TaskRefusal | 'no_header' | 'no_keys' | 'key_not_in_use'

/** How the faults of a signature are described. */
const FAULTS: Readonly<Record<Fault, string>> = {
  no_header: 'there is no X-Svc-Task',
  no_keys: 'there are no keys at /trust/jwks',
  unreadable: 'X-Svc-Task cannot be read',
  signature_invalid: 'no key at /trust/jwks verifies the signature',
  issuer_mismatch: 'the issuer is not the one given with --issuer',
  audience_mismatch: 'the audience is not this installation',
  upstream_mismatch: 'upstream_url is not that of this installation',
  lifetime: 'the statement is valid for more than 60 seconds',
  not_yet: 'the statement is not valid yet',
  expired: 'the statement ends before it begins',
  body_mismatch: 'request_body_hash is not that of the body',
  key_not_in_use: 'the key was not in use when the statement was issued',
}

/** A public key of a JWKS (RFC 8037), with the period in which the platform signs with it, if the platform states one. */
interface PlatformKey {
  /** In base64url. */
  readonly x: string
  readonly from_ms: number
  readonly until_ms: number
}

function keysIn(exchange: Exchange): readonly PlatformKey[] {
  const keys = member(exchange, '/keys')
  const moment = (key: unknown, pointer: string, otherwise: number): number => {
    const seconds = valueAt(key, pointer)
    return typeof seconds === 'number' ? 1000 * seconds : otherwise
  }
  return (isArray(keys) ? keys : []).flatMap((key) => {
    const x = valueAt(key, '/x')
    return isString(x)
      ? [{ x, from_ms: moment(key, '/nbf', -Infinity), until_ms: moment(key, '/exp', Infinity) }]
      : []
  })
}

/** Returns why the signature of a task was not valid for its receiver at the time of issue; undefined if it was. */
function signatureFault(
  { request }: Exchange,
  keys: readonly PlatformKey[],
  receiver: Omit<TaskReceiver, 'body' | 'now'>,
): Fault | undefined {
  const header = request.headers['x-svc-task']
  if (header === undefined) return 'no_header'
  const now = String(readStatement(header)?.claims['issued_at'])
  const issued_ms = utcMs(now) ?? 0
  const faults = keys.map(
    ({ x, from_ms, until_ms }) =>
      taskRefusal(header, x, { ...receiver, body: request.body ?? '', now }) ??
      (from_ms <= issued_ms && issued_ms < until_ms ? undefined : 'key_not_in_use'),
  )
  return faults.includes(undefined)
    ? undefined
    : (faults.find((fault) => fault !== 'signature_invalid') ?? faults[0] ?? 'no_keys')
}

export const forwarding: Section = { id: 'forwarding', title: 'Forwarded tasks', rules }
