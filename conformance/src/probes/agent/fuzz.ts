import {
  NotSent,
  required,
  type ProbeContext,
  type RequestDraft,
} from '../../engine/probe-context.ts'
import type { Random } from '../../engine/random.ts'
import type { Exchange, Probe } from '../../engine/types.ts'
import { notApplicable } from '../../judge/assertions.ts'
import { wellFormedTask } from '../../judge/task.ts'
import { TEXT } from './inputs.ts'
import {
  messageOf,
  taskOf,
  TASKS_PATH,
  withMessage,
  without,
  type TaskRequest,
} from './task-request.ts'
import { controlOf } from './tasks.ts'

const BATCH_SIZE = 4
const MAX_SHRINK_STEPS = 16

const TEXTS = [
  TEXT,
  '',
  ' ',
  '0',
  'null',
  '{"a":1}',
  '<b>&amp;</b>',
  "'; --",
  '\n\t',
  'é',
  '漢字',
  '👩‍🚀',
  '\u202e',
  'x'.repeat(5000),
  '-1e999',
  '../../etc',
  '%00%2F',
  '\\u0000',
  '"',
  '{{7*7}}',
] as const
const ROLES = ['user', 'user', 'user', 'agent', 'assistant', 'system'] as const

/** Returns a task that varies everything that a task request leaves open (docs/specification/agent-protocol.md#task-forms). */
function vary(task: TaskRequest, random: Random): TaskRequest {
  const { skill } = task.input
  const texts = Array.from({ length: 1 + random.below(3) }, () => random.pick(TEXTS))
  const message = random.chance(0.4)
    ? texts.join(' ')
    : { ...messageOf(...texts), role: random.pick(ROLES) }
  return {
    task_id: random.chance(0.7) ? random.uuid() : `t-${random.hex(1 + random.below(64))}`,
    ...(random.chance(0.6) ? { type: skill } : {}),
    input: { ...task.input, skill, message },
    context: {
      ...(random.chance(0.5) ? { skill } : {}),
      workspace_id: `ws_${random.hex(1 + random.below(24))}`,
      requester_id: `org_${random.hex(1 + random.below(24))}`,
    },
  }
}

async function fuzz(context: ProbeContext): Promise<void> {
  const control = controlOf(context.recorded('task.canonical'))
  if (control?.outcome.kind !== 'response')
    throw new NotSent(notApplicable('There is no response to the canonical task to vary.'))
  if (context.settings.fuzz === 0)
    throw new NotSent(notApplicable('No tasks were generated, because of --fuzz 0.'))
  const tasks = Array.from({ length: context.settings.fuzz }, () =>
    vary(taskOf(control), context.random),
  )
  let elapsed_ms = 0
  const limit_ms = context.settings.limits.probe
  for (let from = 0; from < tasks.length && elapsed_ms < limit_ms; from += BATCH_SIZE) {
    const batch = tasks.slice(from, from + BATCH_SIZE)
    const exchanges = await context.sendAll(batch.map(draftOf), BATCH_SIZE)
    elapsed_ms += Math.max(...exchanges.map(({ outcome }) => outcome.ms))
    if (exchanges.some(isViolation)) break
  }
}

const isViolation = (exchange: Exchange): boolean => wellFormedTask(exchange)?.busy === false

const draftOf = (task: TaskRequest): RequestDraft => ({ path: TASKS_PATH, json: task })

/** Returns variants of a task, each simplified in one respect, with the most significant simplification first. */
function simplificationsOf(task: TaskRequest): readonly TaskRequest[] {
  const { message } = task.input
  return [
    withMessage(task, 'hello'),
    withMessage(task, messageOf('hello')),
    ...(typeof message === 'string'
      ? halvesOf(message).map((half) => withMessage(task, half))
      : []),
    ...(task.type === undefined ? [] : [without(task, 'type')]),
    ...('skill' in task.context ? [{ ...task, context: without(task.context, 'skill') }] : []),
    { ...task, context: { ...task.context, workspace_id: 'ws_1', requester_id: 'org_1' } },
    { ...task, task_id: '1' },
  ]
}

function halvesOf(text: string): readonly string[] {
  const middle = Math.ceil(text.length / 2)
  return text.length < 2 ? [] : [text.slice(0, middle), text.slice(middle)]
}

/** Simplifies the first task with a violation as long as the violation remains. */
async function shrink(context: ProbeContext): Promise<void> {
  const found = context.recorded('task.fuzz').find(isViolation)
  let smallest = taskOf(required(found, notApplicable('No generated task has to be simplified.')))
  const tried = new Set([JSON.stringify(smallest)])
  for (let steps = 0; steps < MAX_SHRINK_STEPS; steps += 1) {
    const next = simplificationsOf(smallest).find((task) => !tried.has(JSON.stringify(task)))
    if (!next) break
    tried.add(JSON.stringify(next))
    if (isViolation(await context.send(draftOf(next)))) smallest = next
  }
}

/** Returns the simplest exchange with a violation, if there is one. */
export function counterexample(
  fuzzed: readonly Exchange[],
  shrunk: readonly Exchange[],
): Exchange | undefined {
  return shrunk.findLast(isViolation) ?? fuzzed.find(isViolation)
}

export const fuzzProbes: readonly Probe[] = [
  { id: 'task.fuzz', effect: 'call', after: ['task.canonical'], run: fuzz },
  { id: 'task.shrunk', effect: 'call', after: ['task.fuzz'], run: shrink },
]
