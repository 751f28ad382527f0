import type { Mutant } from '../../support/mutants.ts'
import { jsonResponse } from '../reference.ts'
import {
  always,
  responds,
  context,
  hasUnknownSkill,
  htmlPage,
  message,
  refusal,
  refuses,
  taskOf,
  withStatus,
} from './task-changes.ts'

export const acceptedTaskMutants: readonly Mutant[] = [
  responds('404 to every task', ['TASK-01', 'TASK-37'], always, () =>
    jsonResponse(404, { error: 'not found' }),
  ),
  responds('404 to an unknown skill', ['TASK-02'], hasUnknownSkill, (response) =>
    withStatus(response, 404),
  ),
  responds(
    '404 to a different content type',
    ['TASK-03'],
    ({ headers }) => headers['content-type'] === 'text/plain',
    (response) => withStatus(response, 404),
  ),
  responds(
    '404 to an empty body',
    ['TASK-03'],
    ({ method, body }) => method === 'POST' && body === '',
    (response) => withStatus(response, 404),
  ),
  responds(
    '404 to an unknown requester',
    ['TASK-04'],
    (request) => String(context(request)['requester_id']).startsWith('did:'),
    (_, request) => withStatus(refusal(request), 404),
  ),
  refuses('object messages', ['TASK-05'], (request) => typeof message(request) === 'object'),
  responds(
    '415 to JSON',
    ['TASK-05'],
    ({ headers }) => headers['content-type'] === 'application/json',
    (response) => withStatus(response, 415),
  ),
  responds('HTML', ['TASK-05'], always, () => htmlPage(200)),
  responds('500 without a body', ['TASK-05'], always, () => ({ status: 500, body: '' })),
  responds('a closed connection to every task', ['TASK-01', 'TASK-37'], always, () => 'reset'),
  refuses('string messages', ['TASK-06'], (request) => typeof message(request) === 'string'),
  responds(
    '500 to string messages',
    ['TASK-06'],
    (request) => typeof message(request) === 'string',
    (_, request) => withStatus(refusal(request), 500),
  ),
  refuses(
    'tasks without type',
    ['TASK-07'],
    (request) => taskOf(request)['task_id'] !== undefined && taskOf(request)['type'] === undefined,
  ),
  refuses(
    'string messages in tasks without a type',
    ['TASK-08'],
    (request) => typeof message(request) === 'string' && taskOf(request)['type'] === undefined,
  ),
  refuses(
    'tasks without context.skill',
    ['TASK-09'],
    (request) =>
      taskOf(request)['context'] !== undefined && context(request)['skill'] === undefined,
  ),
  refuses('unknown members', ['TASK-10'], (request) => 'x_note' in taskOf(request)),
  responds('201 to completed tasks', ['TASK-11'], always, (response) =>
    response.status === 200 ? withStatus(response, 201) : response,
  ),
  responds(
    '202 to string messages',
    ['TASK-11'],
    (request) => typeof message(request) === 'string',
    (response) => (response.status === 200 ? withStatus(response, 202) : response),
  ),
]
