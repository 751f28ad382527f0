import type { Exchange, Judgement, Rule, Section } from '../../engine/types.ts'
import { firstOf, isArray, isObject, isString, OK, violation } from '../../judge/atoms.ts'
import { at, show } from '../../judge/json.ts'
import { sentJson } from '../../probes/platform/target.ts'

const INSTALLED = 2

const wants = (pointer: string, expected: string, fits: (value: unknown) => boolean) => (exchange: Exchange): Judgement => {
  const found = at(taskIn(exchange), pointer)
  return fits(found) ? OK : violation({ pointer: `request${pointer}`, expected, actual: show(found), exchange: exchange.key, together: true })
}
const isPart = (part: unknown): boolean => isString(at(part, '/type')) && isString(at(part, '/text'))

/** What the table of lines 139 to 144 lists, member by member. */
const SHAPE = [
  wants('', 'a JSON object', isObject),
  ...['/task_id', '/input/skill', '/input/message/role', '/context/workspace_id', '/context/requester_id'].map((pointer) => wants(pointer, 'a string', isString)),
  wants('/input/message/parts', 'an array of {type, text}, both strings', (parts) => isArray(parts) && parts.every(isPart)),
]

const rules: readonly Rule[] = [
  {
    id: 'FWD-01', level: 'MUST', basis: 'quoted',
    clause: { line: 143, quote: 'fields: skill (string), message (object: role string, parts array of {type string, text string})' },
    title: 'A forwarded task has task_id, input with skill and message, and context with workspace_id and requester_id',
    needs: ['BOOT-02'], probes: ['forwarded'],
    judge: ({ of }) => firstOf(of('forwarded').flatMap((exchange) => SHAPE.map((judge) => () => judge(exchange)))),
    hint: 'Lines 139 to 144 list the members. Build them from what was asked for; a message that is a text becomes one part.',
    accepts: 'type may be left out, context.skill too, and any other member may be there. How a task is asked for is not shown (line 329).',
  },
  {
    id: 'FWD-02', level: 'MUST', basis: 'quoted',
    clause: { line: 337, quote: 'Capability names in `capabilities.provides` must equal the skill strings that are routed.' },
    title: 'The skill of a forwarded task is a capability of the installation, letter by letter',
    needs: ['FWD-01'], probes: ['install.routed', 'forwarded'],
    judge: ({ of }) => {
      const names = sentJson(of('install.routed')[INSTALLED])['capabilities']
      return firstOf(of('forwarded').map((exchange) => () => wants('/input/skill', `one of ${show(names)}`, (skill) => isArray(names) && names.includes(skill))(exchange)))
    },
    hint: 'Neither lower case nor another spelling: the agent looks for exactly this name.',
  },
]

/** The body of what the platform sent. */
function taskIn({ request }: Exchange): unknown {
  try {
    return JSON.parse(request.body ?? '')
  } catch {
    return undefined
  }
}

export const forwarding: Section = { id: 'forwarding', title: 'Forwarded tasks', rules }
