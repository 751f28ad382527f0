import type { Exchange, Judgement, Rule, Section } from '../../engine/types.ts'
import { firstOf, isArray, isObject, isString, ok, OK, violation } from '../../judge/atoms.ts'
import { at, member, show } from '../../judge/json.ts'
import { readStatement, taskFault, type TaskReceiver } from '../../judge/signatures.ts'
import { sentJson, textAt } from '../../probes/platform/target.ts'

const INSTALLED = 2

const wants =
  (pointer: string, expected: string, fits: (value: unknown) => boolean) =>
  (exchange: Exchange): Judgement => {
    const found = at(taskIn(exchange), pointer)
    return fits(found)
      ? OK
      : violation({
          pointer: `request${pointer}`,
          expected,
          actual: show(found),
          exchange: exchange.key,
          together: true,
        })
  }
const isPart = (part: unknown): boolean =>
  isString(at(part, '/type')) && isString(at(part, '/text'))

/** What the table of lines 139 to 144 lists, member by member. */
const SHAPE = [
  wants('', 'a JSON object', isObject),
  ...[
    '/task_id',
    '/input/skill',
    '/input/message/role',
    '/context/workspace_id',
    '/context/requester_id',
  ].map((pointer) => wants(pointer, 'a string', isString)),
  wants(
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
    clause: {
      line: 143,
      quote:
        'fields: skill (string), message (object: role string, parts array of {type string, text string})',
    },
    title:
      'A forwarded task has task_id, input with skill and message, and context with workspace_id and requester_id',
    needs: ['BOOT-02'],
    probes: ['forwarded'],
    judge: ({ of }) =>
      firstOf(of('forwarded').flatMap((exchange) => SHAPE.map((judge) => () => judge(exchange)))),
    hint: 'Lines 139 to 144 list the members. Build them from what was asked for; a message that is a text becomes one part.',
    accepts:
      'type may be left out, context.skill too, and any other member may be there. How a task is asked for is not shown (line 329).',
  },
  {
    id: 'FWD-02',
    level: 'MUST',
    basis: 'quoted',
    clause: {
      line: 337,
      quote:
        'Capability names in `capabilities.provides` must equal the skill strings that are routed.',
    },
    title: 'The skill of a forwarded task is a capability of the installation, letter by letter',
    needs: ['FWD-01'],
    probes: ['install.routed', 'forwarded'],
    judge: ({ of }) => {
      const names = sentJson(of('install.routed')[INSTALLED])['capabilities']
      return firstOf(
        of('forwarded').map(
          (exchange) => () =>
            wants(
              '/input/skill',
              `one of ${show(names)}`,
              (skill) => isArray(names) && names.includes(skill),
            )(exchange),
        ),
      )
    },
    hint: 'Neither lower case nor another spelling: the agent looks for exactly this name.',
  },
  {
    id: 'FWD-03',
    level: 'INFO',
    basis: 'inferred',
    since: '2',
    clause: { line: 360, quote: 'Requests and responses are signed.' },
    title: 'Whether forwarded tasks are signed for the very installation they come to',
    needs: ['FWD-01'],
    probes: ['install.routed', 'forwarded', 'keys'],
    judge: ({ of, one, settings }) => {
      const keys = keysIn(one('keys'))
      const faults = of('forwarded').map((exchange) =>
        signatureFault(exchange, keys, {
          issuer: settings.issuer ?? '',
          svc_id: String(sentJson(of('install.routed')[0])['svc_id']),
          installation_id: textAt(of('install.routed')[INSTALLED], '/installation_id') ?? '',
          upstream_url: String(sentJson(of('install.routed')[INSTALLED])['upstream_url']),
        }),
      )
      return ok(
        faults.every((fault) => fault === undefined)
          ? 'Every task is signed for this installation.'
          : `Not every task is: ${[...new Set(faults.filter((fault) => fault !== undefined))].join(', ')}.`,
      )
    },
    hint: 'How tasks are signed is not stated; platforms of this registry sign them as docs/specification/trust.md says.',
    accepts: 'Anything: it is an observation, made only with --issuer.',
  },
  {
    id: 'FWD-04',
    level: 'INFO',
    basis: 'inferred',
    since: '2',
    clause: { line: 144, quote: 'requester_id (string)' },
    title: 'Whether a task may be asked for in the name of somebody else',
    needs: ['FWD-01'],
    probes: ['forwarded'],
    observes: ['route.claimed'],
    judge: ({ of }) => {
      const outcome = of('route.claimed')[0]?.outcome
      if (!outcome) return ok('Tasks were asked for in another way than POST /a2a/route.')
      if (outcome.kind !== 'answer') return ok(`There was no answer: ${outcome.says}.`)
      return ok(
        outcome.status < 300
          ? `A requester that the key is not was taken with ${outcome.status}.`
          : `A requester that the key is not was refused with ${outcome.status}.`,
      )
    },
    hint: 'Policies are asked about the requester: what anybody may write there protects nothing.',
    accepts: 'Anything: who may name whom is not stated.',
  },
]

/** The public keys of a JWKS (RFC 8037), as base64. */
function keysIn(exchange: Exchange): readonly string[] {
  const keys = member(exchange, '/keys')
  return isArray(keys)
    ? keys.flatMap((key) => (isString(at(key, '/x')) ? [String(at(key, '/x'))] : []))
    : []
}

/** Why a task that came is not signed for the one it came to, by its own time; undefined when it is. */
function signatureFault(
  { request }: Exchange,
  keys: readonly string[],
  receiver: Omit<TaskReceiver, 'body' | 'now'>,
): string | undefined {
  const header = request.headers['x-svc-task']
  if (header === undefined) return 'no X-Svc-Task'
  const now = String(readStatement(header)?.claims['issued_at'])
  const faults = keys.map((key) =>
    taskFault(header, key, { ...receiver, body: request.body ?? '', now }),
  )
  return faults.includes(undefined)
    ? undefined
    : (faults.find((fault) => fault !== 'signature_invalid') ??
        faults[0] ??
        'no keys at /trust/jwks')
}

/** The body of what the platform sent. */
function taskIn({ request }: Exchange): unknown {
  try {
    return JSON.parse(request.body ?? '')
  } catch {
    return undefined
  }
}

export const forwarding: Section = { id: 'forwarding', title: 'Forwarded tasks', rules }
