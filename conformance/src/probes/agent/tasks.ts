import { NotSent, type ProbeContext, type RequestDraft } from '../../engine/probe-context.ts'
import type { Exchange, Probe, Unavailable } from '../../engine/types.ts'
import { isObject, notApplicable, untested } from '../../judge/assertions.ts'
import { taskOutcomeOf } from '../../judge/task.ts'
import type { Skill } from './card.ts'
import { sendForgedTasks } from './forged-tasks.ts'
import {
  attemptsOf,
  callableSkills,
  canonicalTask,
  messageOf,
  preferredSkills,
  taskOf,
  TASKS_PATH,
  textOf,
  withMessage,
  without,
  type TaskRequest,
} from './task-request.ts'

/** Limits the timeout that a card declares for a skill. */
const MAX_TIMEOUT_MS = 120_000
export const CONCURRENT_REQUESTS = 20

/** Returns the exchange with which all others are compared: one that completed, or else the first. */
export function controlOf(canonicals: readonly Exchange[]): Exchange | undefined {
  return canonicals.find((exchange) => taskOutcomeOf(exchange) === 'completed') ?? canonicals[0]
}

/** Allows a task as much time as the skill declares, with a margin, if that is more than the usual limit. */
function draftFor(json: unknown, skill: Skill, context: ProbeContext): RequestDraft {
  const declared_ms =
    skill.timeout_ms === undefined ? 0 : Math.min(MAX_TIMEOUT_MS, skill.timeout_ms * 1.1 + 500)
  const isLonger = declared_ms > context.settings.limits.request
  return { path: TASKS_PATH, json, ...(isLonger ? { limit_ms: declared_ms } : {}) }
}

/** Sends canonical tasks until one completes, or until an outcome shows that further tasks would not complete either. */
async function findControl(context: ProbeContext): Promise<void> {
  for (const { skill, how } of attemptsOf(preferredSkills(context))) {
    const exchange = await context.send(
      draftFor(canonicalTask(context, skill, how), skill, context),
    )
    if (
      exchange.outcome.kind !== 'response' ||
      ['completed', 'busy', 'none'].includes(taskOutcomeOf(exchange))
    )
      return
  }
}

/** Sends the control task with one change. */
function variation(
  id: string,
  change: (task: TaskRequest, context: ProbeContext) => unknown,
): Probe {
  return {
    id,
    effect: 'call',
    after: ['task.canonical'],
    run: async (context) => {
      const control = controlOf(context.recorded('task.canonical'))
      if (control?.outcome.kind !== 'response')
        return notApplicable('There is no response to the canonical task to compare with.')
      return context.send({
        path: TASKS_PATH,
        json: change({ ...taskOf(control), task_id: context.random.uuid() }, context),
      })
    },
  }
}

/** Creates a probe that runs with the control task, if there is one. */
const withControl = (
  id: string,
  run: (context: ProbeContext, task: TaskRequest) => Promise<unknown>,
): Probe => ({
  id,
  effect: 'call',
  after: ['task.canonical'],
  run: async (context) => {
    const control = controlOf(context.recorded('task.canonical'))
    if (control) await run(context, taskOf(control))
  },
})

/** Creates a probe that sends a body that is not a task, or no body. */
const raw = (id: string, draft: Omit<RequestDraft, 'path'>): Probe => ({
  id,
  effect: 'call',
  run: (context) => context.send({ path: TASKS_PATH, ...draft }),
})

async function callEverySkill(context: ProbeContext): Promise<void> {
  const skills = callableSkills(context)
  if (skills.length === 0) throw new NotSent(notApplicable('The card has no skills.'))
  for (const skill of skills)
    await context.send(draftFor(canonicalTask(context, skill, 'by_schema'), skill, context))
}

async function sendFailSample(context: ProbeContext): Promise<Exchange | Unavailable> {
  const { fail_sample } = context.settings
  if (!isObject(fail_sample))
    return untested('Use --fail-sample FILE to give a task that the agent fails.')
  return context.send({
    path: TASKS_PATH,
    json: { task_id: context.random.uuid(), ...fail_sample },
  })
}

const UNUSUAL_TEXTS = [
  'Grüße 👩‍🚀 𝔘𝔫𝔦𝔠𝔬𝔡𝔢 1 2 3',
  '\u202eمرحبا 1 2 3\u202c',
  'before \u0000 after 1 2 3',
  `${'long '.repeat(13_000)}1 2 3`,
] as const

const variations: readonly Probe[] = [
  variation('task.string', (task) => withMessage(task, textOf(task))),
  variation('task.no_type', (task) => without(task, 'type')),
  variation('task.string_no_type', (task) => without(withMessage(task, textOf(task)), 'type')),
  variation('task.no_context_skill', (task) => ({
    ...task,
    context: without(task.context, 'skill'),
  })),
  variation('task.parts', (task) => withMessage(task, messageOf(textOf(task), 'Thank you.'))),
  variation('task.odd_part', (task) =>
    withMessage(task, {
      role: 'user',
      parts: [
        { type: 'text', text: textOf(task) },
        { type: 'x-conformance', text: 'This type is unknown.' },
      ],
    }),
  ),
  variation('task.extra', (task) => ({
    ...task,
    x_note: 'This member is undocumented.',
    context: { ...task.context, x_note: 1 },
  })),
  variation('task.unknown_skill', (task, context) => {
    const skill = `no_such_skill_${context.random.hex(8)}`
    return {
      ...task,
      type: skill,
      input: { skill, message: task.input.message },
      context: { ...task.context, skill },
    }
  }),
  variation('task.strange_context', (task, context) => ({
    ...task,
    context: {
      ...task.context,
      workspace_id: `ws_${context.random.hex(32)}`,
      requester_id: `did:svc:${context.random.hex(64)}`,
    },
  })),
]

export const taskProbes: readonly Probe[] = [
  { id: 'task.canonical', effect: 'call', after: ['card'], run: findControl },
  ...variations,
  withControl('task.charset', (context, task) =>
    context.send({
      path: TASKS_PATH,
      json: { ...task, task_id: context.random.uuid() },
      headers: { 'Content-Type': 'application/json; charset=utf-8' },
    }),
  ),
  raw('task.empty', { method: 'POST', body: '' }),
  raw('task.malformed', { body: '{"task_id":"1","input":{"skill":' }),
  raw('task.wrong_type', { body: 'hello', headers: { 'Content-Type': 'text/plain' } }),
  raw('task.get', { method: 'GET' }),
  { id: 'task.fail_sample', effect: 'call', run: sendFailSample },
  withControl('task.forged', sendForgedTasks),
  { id: 'task.skills', effect: 'call', after: ['card'], run: callEverySkill },
  withControl('task.crowd', (context, task) =>
    context.sendAll(
      Array.from({ length: CONCURRENT_REQUESTS }, () => ({
        path: TASKS_PATH,
        json: { ...task, task_id: context.random.uuid() },
      })),
      CONCURRENT_REQUESTS,
    ),
  ),
  withControl('task.texts', async (context, task) => {
    for (const text of UNUSUAL_TEXTS)
      await context.send({
        path: TASKS_PATH,
        json: withMessage({ ...task, task_id: context.random.uuid() }, messageOf(text)),
      })
  }),
  withControl('task.twice', async (context, task) => {
    const json = { ...task, task_id: context.random.uuid() }
    for (let times = 0; times < 2; times += 1) await context.send({ path: TASKS_PATH, json })
  }),
]
