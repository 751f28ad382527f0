import { notApplicable, untested, type Lab, type Sketch } from '../../engine/lab.ts'
import type { Exchange, Probe, Unavailable } from '../../engine/types.ts'
import { isObject } from '../../judge/atoms.ts'
import { keyPair, sha256, writeStatement } from '../../judge/signatures.ts'
import { endingOf } from '../../judge/task.ts'
import type { Skill } from './card.ts'
import {
  asksForMembers,
  askable,
  callable,
  canonical,
  partsOf,
  taskOf,
  TASKS_PATH,
  textOf,
  type TaskRequest,
} from './task-request.ts'

/** Skills that are tried until one completes: enough to find one, few enough to stay polite. */
const TRIES = 3
/** Nobody waits longer for one answer, whatever a card promises. */
const LONGEST_MS = 120_000
export const CROWD = 20

/** The request that all others are compared with: one that completed, or the first when none did. */
export function controlOf(canonicals: readonly Exchange[]): Exchange | undefined {
  return canonicals.find((exchange) => endingOf(exchange) === 'completed') ?? canonicals[0]
}

const sketch = (json: unknown, skill?: Skill, limit = 0): Sketch => {
  const promised =
    skill?.timeout_ms === undefined ? 0 : Math.min(LONGEST_MS, skill.timeout_ms * 1.1 + 500)
  return { path: TASKS_PATH, json, ...(promised > limit ? { limit_ms: promised } : {}) }
}

async function findControl(lab: Lab): Promise<void> {
  const skills = askable(lab)
  const plain = skills.slice(0, TRIES).map((skill) => ({ skill, how: 'plain' as const }))
  const bySchema = skills
    .filter(asksForMembers)
    .slice(0, TRIES)
    .map((skill) => ({ skill, how: 'by_schema' as const }))
  for (const { skill, how } of [...plain, ...bySchema]) {
    const exchange = await lab.send(
      sketch(canonical(lab, skill, how), skill, lab.settings.limits.request),
    )
    if (
      exchange.outcome.kind !== 'answer' ||
      ['completed', 'busy', 'none'].includes(endingOf(exchange))
    )
      return
  }
}

/** Sends the control once more, changed in one thing. */
function variation(id: string, change: (task: TaskRequest, lab: Lab) => unknown): Probe {
  return {
    id,
    effect: 'call',
    after: ['task.canonical'],
    run: async (lab) => {
      const control = controlOf(lab.seen('task.canonical'))
      if (control?.outcome.kind !== 'answer')
        return notApplicable('The canonical request has no answer to compare with.')
      await lab.send({
        path: TASKS_PATH,
        json: change({ ...taskOf(control), task_id: lab.random.uuid() }, lab),
      })
      return undefined
    },
  }
}

/** Sends a body that is no task, or not said to be one. */
const raw = (id: string, parts: Omit<Sketch, 'path'>): Probe => ({
  id,
  effect: 'call',
  run: async (lab) => void (await lab.send({ path: TASKS_PATH, ...parts })),
})

const without = <T extends object>(value: T, name: keyof T): Omit<T, keyof T> =>
  Object.fromEntries(Object.entries(value).filter(([key]) => key !== name)) as Omit<T, keyof T>
const withText = (task: TaskRequest, ...texts: readonly string[]): TaskRequest => ({
  ...task,
  input: { ...task.input, message: partsOf(...texts) },
})

async function everySkill(lab: Lab): Promise<Unavailable | undefined> {
  const skills = callable(lab)
  if (skills.length === 0) return notApplicable('The card names no skills.')
  for (const skill of skills)
    await lab.send(sketch(canonical(lab, skill, 'by_schema'), skill, lab.settings.limits.request))
  return undefined
}

async function crowd(lab: Lab): Promise<void> {
  const control = controlOf(lab.seen('task.canonical'))
  if (!control) return
  const task = taskOf(control)
  await lab.sendAll(
    Array.from({ length: CROWD }, () => ({
      path: TASKS_PATH,
      json: { ...task, task_id: lab.random.uuid() },
    })),
    CROWD,
  )
}

/** The control with a signature of an agent's that nobody made, and with a statement of a platform's that no platform made. */
async function forged(lab: Lab): Promise<void> {
  const control = controlOf(lab.seen('task.canonical'))
  if (!control) return
  const { public_key, signed } = keyPair(lab.random.hex(64))
  const send = async (
    headers: (task_id: string, body: string) => Readonly<Record<string, string>>,
  ): Promise<void> => {
    const json = { ...taskOf(control), task_id: lab.random.uuid() }
    await lab.send({ path: TASKS_PATH, json, headers: headers(json.task_id, JSON.stringify(json)) })
  }
  const svc_id = lab.random.hex(64)
  await send(() => ({
    'X-Svc-Agent-ID': svc_id,
    'X-Svc-Timestamp': LONG_AGO,
    'X-Svc-Nonce': lab.random.hex(32),
    'X-Svc-Signature': Buffer.alloc(64, 0xab).toString('base64'),
  }))
  await send((task_id, body) => {
    const {
      input: { skill },
      context,
    } = taskOf(control)
    const claims = {
      issuer: lab.settings.issuer ?? 'urn:conformance:nobody',
      audience: { svc_id, installation_id: lab.random.uuid() },
      upstream_url: `${lab.settings.base}${TASKS_PATH}`,
      organization_id: public_key,
      workspace_id: String(context['workspace_id']),
      requester: { organization_id: public_key },
      task_id,
      skill,
      request_body_hash: sha256(body),
      issued_at: LONG_AGO,
      expires_at: LONG_AGO,
    }
    return { 'X-Svc-Task': writeStatement(claims, signed('task', claims)) }
  })
}

const LONG_AGO = '2020-01-01T00:00:00.000Z'

const STRANGE_TEXTS = [
  'Grüße 👩‍🚀 𝔘𝔫𝔦𝔠𝔬𝔡𝔢 1 2 3',
  '\u202eمرحبا 1 2 3\u202c',
  'before \u0000 after 1 2 3',
  `${'long '.repeat(13_000)}1 2 3`,
] as const

async function strangeTexts(lab: Lab): Promise<void> {
  const control = controlOf(lab.seen('task.canonical'))
  if (!control) return
  for (const text of STRANGE_TEXTS)
    await lab.send({
      path: TASKS_PATH,
      json: withText({ ...taskOf(control), task_id: lab.random.uuid() }, text),
    })
}

async function twice(lab: Lab): Promise<void> {
  const control = controlOf(lab.seen('task.canonical'))
  if (!control) return
  const task = { ...taskOf(control), task_id: lab.random.uuid() }
  for (let times = 0; times < 2; times += 1) await lab.send({ path: TASKS_PATH, json: task })
}

export const taskProbes: readonly Probe[] = [
  { id: 'task.canonical', effect: 'call', after: ['card'], run: findControl },
  variation('task.string', (task) => ({
    ...task,
    input: { ...task.input, message: textOf(task) },
  })),
  variation('task.no_type', (task) => without(task, 'type')),
  variation('task.string_no_type', (task) =>
    without({ ...task, input: { ...task.input, message: textOf(task) } }, 'type'),
  ),
  variation('task.no_context_skill', (task) => ({
    ...task,
    context: without(task.context, 'skill'),
  })),
  variation('task.parts', (task) => withText(task, textOf(task), 'Thank you.')),
  variation('task.odd_part', (task) => ({
    ...task,
    input: {
      ...task.input,
      message: {
        role: 'user',
        parts: [
          { type: 'text', text: textOf(task) },
          { type: 'x-conformance', text: 'nobody knows this type' },
        ],
      },
    },
  })),
  variation('task.extra', (task) => ({
    ...task,
    x_note: 'nobody asked for this',
    context: { ...task.context, x_note: 1 },
  })),
  variation('task.unknown_skill', (task, lab) => {
    const skill = `no_such_skill_${lab.random.hex(8)}`
    return {
      ...task,
      type: skill,
      input: { skill, message: task.input.message },
      context: { ...task.context, skill },
    }
  }),
  variation('task.strange_context', (task, lab) => ({
    ...task,
    context: {
      ...task.context,
      workspace_id: `ws_${lab.random.hex(32)}`,
      requester_id: `did:svc:${lab.random.hex(64)}`,
    },
  })),
  {
    id: 'task.charset',
    effect: 'call',
    after: ['task.canonical'],
    run: async (lab) => {
      const control = controlOf(lab.seen('task.canonical'))
      if (!control) return
      await lab.send({
        path: TASKS_PATH,
        json: { ...taskOf(control), task_id: lab.random.uuid() },
        headers: { 'Content-Type': 'application/json; charset=utf-8' },
      })
    },
  },
  raw('task.empty', { method: 'POST', body: '' }),
  raw('task.malformed', { body: '{"task_id":"1","input":{"skill":' }),
  raw('task.wrong_type', { body: 'hello', headers: { 'Content-Type': 'text/plain' } }),
  raw('task.get', { method: 'GET' }),
  {
    id: 'task.fail_sample',
    effect: 'call',
    run: async (lab) => {
      const { fail_sample } = lab.settings
      if (!isObject(fail_sample))
        return untested(
          'Give --fail-sample FILE with a task that the agent answers with a failure.',
        )
      await lab.send({ path: TASKS_PATH, json: { task_id: lab.random.uuid(), ...fail_sample } })
      return undefined
    },
  },
  { id: 'task.forged', effect: 'call', after: ['task.canonical'], run: forged },
  { id: 'task.skills', effect: 'call', after: ['card'], run: everySkill },
  { id: 'task.crowd', effect: 'call', after: ['task.canonical'], run: crowd },
  { id: 'task.texts', effect: 'call', after: ['task.canonical'], run: strangeTexts },
  { id: 'task.twice', effect: 'call', after: ['task.canonical'], run: twice },
]
