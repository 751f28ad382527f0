import type { Mutant } from '../../support/mutants.ts'
import { operationOf } from '../reference.ts'
import type { Json } from '../reference-state.ts'
import { wrapping } from './change.ts'

/** Creates a mutant that changes the tasks that it forwards. `nth` is the number of the task, counted from 1. */
const forwards = (
  name: string,
  foundBy: readonly string[],
  change: (task: Json, nth: number) => unknown,
): Mutant =>
  wrapping(`routeTask forwards ${name}`, foundBy, () => (forward) => {
    let tasks = 0
    return (request) =>
      forward(
        operationOf(request) === 'routeTask'
          ? {
              ...request,
              call: (url, task) => request.call?.(url, change(task as Json, (tasks += 1))),
            }
          : request,
      )
  })
const inside =
  (name: string, more: Json) =>
  (task: Json): Json => ({ ...task, [name]: { ...(task[name] as Json), ...more } })
const skillOf = ({ input }: Json): string => String((input as Json)['skill'])

export const forwardingMutants: readonly Mutant[] = [
  forwards('no task_id', ['FWD-01'], (task) => ({ ...task, task_id: undefined })),
  forwards('a number as task_id', ['FWD-01'], (task) => ({ ...task, task_id: 7 })),
  forwards('no skill in input', ['FWD-01'], inside('input', { skill: undefined })),
  forwards('the message as a string', ['FWD-01'], inside('input', { message: 'Say this back.' })),
  forwards('no role', ['FWD-01'], inside('input', { message: { parts: [] } })),
  forwards(
    'parts that are strings',
    ['FWD-01'],
    inside('input', { message: { role: 'user', parts: ['Say this back.'] } }),
  ),
  forwards(
    'parts without type',
    ['FWD-01'],
    inside('input', { message: { role: 'user', parts: [{ text: 'Say this back.' }] } }),
  ),
  forwards('no workspace_id', ['FWD-01'], inside('context', { workspace_id: undefined })),
  forwards('null as requester_id', ['FWD-01'], inside('context', { requester_id: null })),
  forwards('no context', ['FWD-01'], (task) => ({ ...task, context: undefined })),
  forwards('an array of tasks', ['FWD-01'], (task) => [task]),
  forwards('no input from the second task on', ['FWD-01'], (task, nth) =>
    nth > 1 ? { ...task, input: undefined } : task,
  ),
  forwards('skills in lower case', ['FWD-02'], (task) =>
    inside('input', { skill: skillOf(task).toLowerCase() })(task),
  ),
  forwards('skills with only hyphens', ['FWD-02'], (task) =>
    inside('input', { skill: skillOf(task).replaceAll('_', '-') })(task),
  ),
  forwards('a different skill from the second task on', ['FWD-02'], (task, nth) =>
    nth > 1 ? inside('input', { skill: 'echo' })(task) : task,
  ),
]
