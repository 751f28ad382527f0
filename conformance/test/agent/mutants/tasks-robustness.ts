import type { Mutant } from '../../support/mutants.ts'
import { jsonResponse } from '../reference.ts'
import type { Json } from './change.ts'
import {
  always,
  responds,
  htmlPage,
  input,
  isMalformed,
  message,
  refusal,
  refuses,
  sharing,
  taskOf,
  textOf,
  withStatus,
} from './task-changes.ts'

export const robustnessMutants: readonly Mutant[] = [
  responds('500 to malformed JSON', ['TASK-26'], isMalformed, (response) =>
    withStatus(response, 500),
  ),
  responds('completed to malformed JSON', ['TASK-26', 'TASK-27'], isMalformed, () =>
    jsonResponse(200, { task_id: '1', status: 'completed', result: {}, output: {} }),
  ),
  responds('400 and completed to malformed JSON', ['TASK-27'], isMalformed, () =>
    jsonResponse(400, { task_id: '1', status: 'completed', result: {}, output: {} }),
  ),
  responds(
    '404 to the second skill',
    ['TASK-28'],
    (request) => input(request)['skill'] === 'shout',
    (response) => withStatus(response, 404),
  ),
  responds(
    '200 and failed to the second skill',
    ['TASK-28'],
    (request) => input(request)['skill'] === 'shout',
    () => jsonResponse(200, { task_id: '1', status: 'failed', error: { code: 'a', message: 'b' } }),
  ),
  responds(
    'a closed connection to the second skill',
    ['TASK-28'],
    (request) => input(request)['skill'] === 'shout',
    () => 'reset',
  ),
  responds(
    'a late result to the first skill',
    ['TASK-29'],
    (request) => input(request)['skill'] === 'count_words',
    (response) => ({ ...response, ms: 5600 }),
  ),
  {
    name: 'shares the task_id between concurrent requests',
    foundBy: ['TASK-30'],
    make: () =>
      sharing(
        (request) => taskOf(request)['task_id'],
        (response, value) => ({
          ...response,
          body: JSON.stringify({ ...(JSON.parse(response.body) as Json), task_id: value }),
        }),
      ),
  },
  responds(
    'an HTML page to U+0000',
    ['TASK-31'],
    (request) => textOf(request).includes('before \\u0000'),
    () => htmlPage(500),
  ),
  responds(
    'an HTML page to 64 kB',
    ['TASK-31'],
    ({ body }) => body.length > 60_000,
    () => htmlPage(413),
  ),
  responds(
    'a closed connection to emoji',
    ['TASK-31'],
    (request) => textOf(request).includes('Grüße'),
    () => 'reset',
  ),
  responds('application/octet-stream', ['TASK-35'], always, (response) => ({
    ...response,
    headers: { ...response.headers, 'Content-Type': 'application/octet-stream' },
  })),
  responds(
    '415 to a charset',
    ['TASK-34'],
    ({ headers }) => headers['content-type']?.includes('charset') === true,
    (_, request) => withStatus(refusal(request), 415),
  ),
  responds(
    '200 and failed to a message from an assistant',
    ['TASK-36'],
    (request) => textOf(request).includes('"assistant"'),
    (_, request) => withStatus(refusal(request), 200),
  ),
  responds(
    '404 to three parts',
    ['TASK-36'],
    (request) => textOf(request).split('"type"').length > 3,
    (response) => withStatus(response, 404),
  ),
  {
    settings: { fuzz: 100 },
    ...responds(
      'an array as the result to empty text',
      ['TASK-36'],
      (request) => message(request) === '' || textOf(request).includes('"text":""'),
      (response) => ({
        ...response,
        body: response.body.replace('"result":{', '"result":[],"x":{'),
      }),
    ),
  },
  refuses('several parts', ['TASK-38'], (request) => textOf(request).includes('Thank you')),
]
