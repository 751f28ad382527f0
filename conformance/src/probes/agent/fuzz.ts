import type { Lab, Sketch } from '../../engine/lab.ts'
import type { Random } from '../../engine/random.ts'
import type { Exchange, Probe, Unavailable } from '../../engine/types.ts'
import { notApplicable } from '../../engine/lab.ts'
import { illegalTask } from '../../judge/task.ts'
import { TEXT } from './inputs.ts'
import { partsOf, taskOf, TASKS_PATH, type TaskRequest } from './task-request.ts'
import { controlOf } from './tasks.ts'

const WIDTH = 4
const SHRINKS = 16

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

/** A task within the shape of lines 139 to 144: whatever the interface lets vary, varies. */
function within(task: TaskRequest, random: Random): TaskRequest {
  const { skill } = task.input
  const texts = Array.from({ length: 1 + random.below(3) }, () => random.pick(TEXTS))
  const message = random.chance(0.4)
    ? texts.join(' ')
    : { ...partsOf(...texts), role: random.pick(ROLES) }
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

async function fuzz(lab: Lab): Promise<Unavailable | undefined> {
  const control = controlOf(lab.seen('task.canonical'))
  if (control?.outcome.kind !== 'answer' || lab.settings.fuzz === 0)
    return notApplicable('No fuzz was asked for.')
  const tasks = Array.from({ length: lab.settings.fuzz }, () => within(taskOf(control), lab.random))
  let spent = 0
  for (let from = 0; from < tasks.length && spent < lab.settings.limits.probe; from += WIDTH) {
    const exchanges = await lab.sendAll(tasks.slice(from, from + WIDTH).map(sketch), WIDTH)
    spent += Math.max(...exchanges.map(({ outcome }) => outcome.ms))
    if (exchanges.some(illegalTask)) break
  }
  return undefined
}

const sketch = (task: TaskRequest): Sketch => ({ path: TASKS_PATH, json: task })

/** Simpler tasks, the most telling first; each differs from the one given in one thing. */
function simpler(task: TaskRequest): readonly TaskRequest[] {
  const { type: _, ...untyped } = task
  const { skill: __, ...context } = task.context
  return [
    { ...task, input: { ...task.input, message: 'hello' } },
    { ...task, input: { ...task.input, message: partsOf('hello') } },
    ...(typeof task.input.message === 'string'
      ? halves(task.input.message).map((message) => ({
          ...task,
          input: { ...task.input, message },
        }))
      : []),
    ...(task.type === undefined ? [] : [untyped]),
    ...('skill' in task.context ? [{ ...task, context }] : []),
    { ...task, context: { ...task.context, workspace_id: 'ws_1', requester_id: 'org_1' } },
    { ...task, task_id: '1' },
  ]
}

const halves = (text: string): readonly string[] =>
  text.length < 2
    ? []
    : [text.slice(0, Math.ceil(text.length / 2)), text.slice(Math.ceil(text.length / 2))]

/** Sends simpler tasks as long as they show the same; the last that does is the smallest found. */
async function shrink(lab: Lab): Promise<Unavailable | undefined> {
  const found = lab.seen('task.fuzz').find((exchange) => illegalTask(exchange))
  if (!found) return notApplicable('There is nothing to make smaller.')
  let smallest = taskOf(found)
  const tried = new Set([JSON.stringify(smallest)])
  for (let times = 0; times < SHRINKS; times += 1) {
    const next = simpler(smallest).find((task) => !tried.has(JSON.stringify(task)))
    if (!next) break
    tried.add(JSON.stringify(next))
    if (illegalTask(await lab.send(sketch(next)))) smallest = next
  }
  return undefined
}

/** The smallest task that shows it, or the first, or nothing. */
export function counterexample(
  fuzzed: readonly Exchange[],
  shrunk: readonly Exchange[],
): Exchange | undefined {
  return (
    shrunk.findLast((exchange) => illegalTask(exchange)) ??
    fuzzed.find((exchange) => illegalTask(exchange))
  )
}

export const fuzzProbes: readonly Probe[] = [
  { id: 'task.fuzz', effect: 'call', after: ['task.canonical'], run: fuzz },
  { id: 'task.shrunk', effect: 'call', after: ['task.fuzz'], run: shrink },
]
