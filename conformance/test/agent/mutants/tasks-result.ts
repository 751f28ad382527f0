import { mapJson, type Mutant } from '../../support/mutants.ts'
import { referenceAgent } from '../reference.ts'
import { without } from './change.ts'
import {
  responds,
  context,
  failure,
  hasUnknownSkill,
  htmlPage,
  PATH,
  success,
  textOf,
  withStatus,
} from './task-changes.ts'

export const taskResultMutants: readonly Mutant[] = [
  success('status success', ['TASK-12'], (body) => ({ ...body, status: 'success' })),
  success('status COMPLETED', ['TASK-12'], (body) => ({ ...body, status: 'COMPLETED' })),
  success('a string as result', ['TASK-13'], (body) => ({ ...body, result: 'done' })),
  success('no result', ['TASK-13'], (body) => without(body, 'result')),
  success('no output', ['TASK-14'], (body) => without(body, 'output')),
  success('an empty output', ['TASK-15'], (body) => ({ ...body, output: {} })),
  {
    name: 'completes with the output of the previous task',
    foundBy: ['TASK-15'],
    make: () => {
      let previous: unknown = { words: 0 }
      return mapJson(referenceAgent(), PATH, (body, _, response) => {
        const output = previous
        previous = body['result'] ?? previous
        return response.status === 200 ? { ...body, output } : body
      })
    },
  },
  success('a different output for several parts', ['TASK-15'], (body, request) =>
    textOf(request).includes('Thank you') ? { ...body, output: { words: -1 } } : body,
  ),
  success('a number as task_id', ['TASK-16'], (body) => ({ ...body, task_id: 7 })),
  success('no task_id', ['TASK-16'], (body) => without(body, 'task_id')),
  success('a different task_id', ['TASK-17'], (body) => ({
    ...body,
    task_id: `own-${String(body['task_id'])}`,
  })),
  success('a fraction as execution_time_ms', ['TASK-18'], (body) => ({
    ...body,
    execution_time_ms: 12.5,
  })),
  success('a string as execution_time_ms', ['TASK-18'], (body) => ({
    ...body,
    execution_time_ms: '12',
  })),
  success('a negative execution_time_ms', ['TASK-18.sign'], (body) => ({
    ...body,
    execution_time_ms: -1,
  })),
  responds('302 for a failure', ['TASK-19'], hasUnknownSkill, (response) =>
    withStatus(response, 302),
  ),
  responds('200 for a failure', ['TASK-12', 'TASK-19'], hasUnknownSkill, (response) =>
    withStatus(response, 200),
  ),
  failure('status error', ['TASK-20'], (body) => ({ ...body, status: 'error' })),
  failure('a string as error', ['TASK-21'], (body) => ({ ...body, error: 'boom' })),
  failure('a number as error.code', ['TASK-21'], (body) => ({
    ...body,
    error: { code: 17, message: 'boom' },
  })),
  failure('no error.message', ['TASK-21'], (body) => ({
    ...body,
    error: { code: 'internal_error' },
  })),
  failure('no task_id', ['TASK-22'], (body) => without(body, 'task_id')),
  responds('an HTML page to an unknown skill', ['TASK-23'], hasUnknownSkill, () => htmlPage(500)),
  responds('an empty body to an unknown skill', ['TASK-23'], hasUnknownSkill, () => ({
    status: 500,
    body: '',
  })),
  responds(
    '202 and working to an unknown requester',
    ['TASK-24'],
    (request) => String(context(request)['requester_id']).startsWith('did:'),
    (response) => ({
      ...withStatus(response, 202),
      body: response.body.replace('"completed"', '"working"'),
    }),
  ),
  success('an additional error', ['TASK-25'], (body) => ({
    ...body,
    error: { code: 'none', message: 'none' },
  })),
  failure('an additional result', ['TASK-25'], (body) => ({ ...body, result: { partial: true } })),
]
