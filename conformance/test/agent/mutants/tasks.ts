import type { TestRequest, Handler, TestResponse } from '../../support/handler.ts'
import { mapResponse, mapJson, type Mutant } from '../../support/mutants.ts'
import { referenceAgent, jsonResponse } from '../reference.ts'

const PATH = '/a2a/tasks'
type Json = Record<string, unknown>

const given = ({ body }: TestRequest): Json => {
  try {
    return JSON.parse(body) as Json
  } catch {
    return {}
  }
}
const input = (request: TestRequest): Json => (given(request)['input'] ?? {}) as Json
const context = (request: TestRequest): Json => (given(request)['context'] ?? {}) as Json
const message = (request: TestRequest): unknown => input(request)['message']
const textOf = (request: TestRequest): string => JSON.stringify(message(request) ?? '')
const unknownSkill = (request: TestRequest): boolean =>
  String(input(request)['skill']).startsWith('no_such')
const malformed = ({ body }: TestRequest): boolean =>
  body.startsWith('{"task_id":"1","input":{"skill":') && !body.endsWith('}')

const refused = (request: TestRequest): TestResponse =>
  jsonResponse(400, {
    task_id: given(request)['task_id'] ?? 'none',
    status: 'failed',
    error: { code: 'invalid_request', message: 'No.' },
  })

/** Refuses, in the shape of a task answer, whatever fits. */
const refuses = (
  name: string,
  foundBy: readonly string[],
  when: (request: TestRequest) => boolean,
): Mutant => ({
  name: `refuses ${name}`,
  foundBy,
  make: () =>
    mapResponse(referenceAgent(), PATH, (it, request) =>
      request.method === 'POST' && when(request) ? refused(request) : it,
    ),
})

/** Answers otherwise what fits. */
const answers = (
  name: string,
  foundBy: readonly string[],
  when: (request: TestRequest) => boolean,
  answer: (it: TestResponse, request: TestRequest) => TestResponse | 'silence' | 'reset',
): Mutant => ({
  name: `answers ${name}`,
  foundBy,
  make: () =>
    mapResponse(referenceAgent(), PATH, (it, request) =>
      when(request) ? answer(it, request) : it,
    ),
})

const success = (
  name: string,
  foundBy: readonly string[],
  change: (body: Json, request: TestRequest, response: TestResponse) => Json,
): Mutant => ({
  name: `completes with ${name}`,
  foundBy,
  make: () =>
    mapJson(referenceAgent(), PATH, (body, request, it) =>
      it.status === 200 ? change(body, request, it) : body,
    ),
})

const failure = (
  name: string,
  foundBy: readonly string[],
  change: (body: Json, request: TestRequest) => Json,
): Mutant => ({
  name: `fails with ${name}`,
  foundBy,
  make: () =>
    mapJson(referenceAgent(), PATH, (body, request, it) =>
      it.status >= 400 && request.method === 'POST' ? change(body, request) : body,
    ),
})

const status = (it: TestResponse, status: number): TestResponse => ({ ...it, status })
const html = (status: number): TestResponse => ({
  status,
  headers: { 'Content-Type': 'text/html' },
  body: '<h1>Error</h1>',
})
const without = (body: Json, name: string): Json =>
  Object.fromEntries(Object.entries(body).filter(([key]) => key !== name))
const always = (): boolean => true

/** Keeps something where all requests share it: right as long as they come one after the other. */
function shared(
  keep: (request: TestRequest) => unknown,
  tell: (it: TestResponse, kept: unknown) => TestResponse,
): Handler {
  let kept: unknown
  return mapResponse(referenceAgent(), PATH, (it, request) => {
    if (kept === undefined)
      queueMicrotask(() => {
        kept = undefined
      })
    kept ??= keep(request)
    return tell(it, kept)
  })
}

export const taskMutants: readonly Mutant[] = [
  answers('404: the route is missing', ['TASK-01', 'TASK-37'], always, () =>
    jsonResponse(404, { error: 'not found' }),
  ),
  answers('404 to an unknown skill', ['TASK-02'], unknownSkill, (it) => status(it, 404)),
  answers(
    '404 to another content type',
    ['TASK-03'],
    ({ headers }) => headers['content-type'] === 'text/plain',
    (it) => status(it, 404),
  ),
  answers(
    '404 to an empty body',
    ['TASK-03'],
    ({ method, body }) => method === 'POST' && body === '',
    (it) => status(it, 404),
  ),
  answers(
    '404 to a requester it does not know',
    ['TASK-04'],
    (request) => String(context(request)['requester_id']).startsWith('did:'),
    (_, request) => status(refused(request), 404),
  ),
  refuses(
    'messages that are objects',
    ['TASK-05'],
    (request) => typeof message(request) === 'object',
  ),
  answers(
    '415 to JSON',
    ['TASK-05'],
    ({ headers }) => headers['content-type'] === 'application/json',
    (it) => status(it, 415),
  ),
  answers('HTML', ['TASK-05'], always, () => html(200)),
  answers('500 without a body', ['TASK-05'], always, () => ({ status: 500, body: '' })),
  answers('every task by hanging up', ['TASK-01', 'TASK-37'], always, () => 'reset'),
  refuses(
    'messages that are strings',
    ['TASK-06'],
    (request) => typeof message(request) === 'string',
  ),
  answers(
    '500 to messages that are strings',
    ['TASK-06'],
    (request) => typeof message(request) === 'string',
    (_, request) => status(refused(request), 500),
  ),
  refuses(
    'tasks without type',
    ['TASK-07'],
    (request) => given(request)['task_id'] !== undefined && given(request)['type'] === undefined,
  ),
  refuses(
    'string messages of tasks without type only',
    ['TASK-08'],
    (request) => typeof message(request) === 'string' && given(request)['type'] === undefined,
  ),
  refuses(
    'tasks without context.skill',
    ['TASK-09'],
    (request) => given(request)['context'] !== undefined && context(request)['skill'] === undefined,
  ),
  refuses('members that it does not know', ['TASK-10'], (request) => 'x_note' in given(request)),
  answers('201 to completed tasks', ['TASK-11'], always, (it) =>
    it.status === 200 ? status(it, 201) : it,
  ),
  answers(
    '202 to string messages',
    ['TASK-11'],
    (request) => typeof message(request) === 'string',
    (it) => (it.status === 200 ? status(it, 202) : it),
  ),
  success('status success', ['TASK-12'], (body) => ({ ...body, status: 'success' })),
  success('status COMPLETED', ['TASK-12'], (body) => ({ ...body, status: 'COMPLETED' })),
  success('a text for its result', ['TASK-13'], (body) => ({ ...body, result: 'done' })),
  success('no result', ['TASK-13'], (body) => without(body, 'result')),
  success('no output', ['TASK-14'], (body) => without(body, 'output')),
  success('an empty output', ['TASK-15'], (body) => ({ ...body, output: {} })),
  {
    name: 'completes with the output of the task before',
    foundBy: ['TASK-15'],
    make: () => {
      let before: unknown = { words: 0 }
      return mapJson(referenceAgent(), PATH, (body, _, it) => {
        const output = before
        before = body['result'] ?? before
        return it.status === 200 ? { ...body, output } : body
      })
    },
  },
  success('another output for several parts', ['TASK-15'], (body, request) =>
    textOf(request).includes('Thank you') ? { ...body, output: { words: -1 } } : body,
  ),
  success('a number for task_id', ['TASK-16'], (body) => ({ ...body, task_id: 7 })),
  success('no task_id', ['TASK-16'], (body) => without(body, 'task_id')),
  success('a task_id of its own', ['TASK-17'], (body) => ({
    ...body,
    task_id: `own-${String(body['task_id'])}`,
  })),
  success('a fraction of a millisecond', ['TASK-18'], (body) => ({
    ...body,
    execution_time_ms: 12.5,
  })),
  success('a text for execution_time_ms', ['TASK-18'], (body) => ({
    ...body,
    execution_time_ms: '12',
  })),
  success('less than no time', ['TASK-18.sign'], (body) => ({ ...body, execution_time_ms: -1 })),
  answers('302 to a failure', ['TASK-19'], unknownSkill, (it) => status(it, 302)),
  answers('200 to a failure', ['TASK-12', 'TASK-19'], unknownSkill, (it) => status(it, 200)),
  failure('status error', ['TASK-20'], (body) => ({ ...body, status: 'error' })),
  failure('a text for error', ['TASK-21'], (body) => ({ ...body, error: 'boom' })),
  failure('a number for error.code', ['TASK-21'], (body) => ({
    ...body,
    error: { code: 17, message: 'boom' },
  })),
  failure('no error.message', ['TASK-21'], (body) => ({
    ...body,
    error: { code: 'internal_error' },
  })),
  failure('no task_id', ['TASK-22'], (body) => without(body, 'task_id')),
  answers('an error page to an unknown skill', ['TASK-23'], unknownSkill, () => html(500)),
  answers('nothing to an unknown skill', ['TASK-23'], unknownSkill, () => ({
    status: 500,
    body: '',
  })),
  answers(
    '202 and working to a requester it does not know',
    ['TASK-24'],
    (request) => String(context(request)['requester_id']).startsWith('did:'),
    (it) => ({ ...status(it, 202), body: it.body.replace('"completed"', '"working"') }),
  ),
  success('an error beside', ['TASK-25'], (body) => ({
    ...body,
    error: { code: 'none', message: 'none' },
  })),
  failure('a result beside', ['TASK-25'], (body) => ({ ...body, result: { partial: true } })),
  answers('500 to broken JSON', ['TASK-26'], malformed, (it) => status(it, 500)),
  answers('broken JSON as completed', ['TASK-26', 'TASK-27'], malformed, () =>
    jsonResponse(200, { task_id: '1', status: 'completed', result: {}, output: {} }),
  ),
  answers('400 and completed to broken JSON', ['TASK-27'], malformed, () =>
    jsonResponse(400, { task_id: '1', status: 'completed', result: {}, output: {} }),
  ),
  answers(
    '404 to the second skill',
    ['TASK-28'],
    (request) => input(request)['skill'] === 'shout',
    (it) => status(it, 404),
  ),
  answers(
    '200 and failed to the second skill',
    ['TASK-28'],
    (request) => input(request)['skill'] === 'shout',
    () => jsonResponse(200, { task_id: '1', status: 'failed', error: { code: 'a', message: 'b' } }),
  ),
  answers(
    'the second skill by hanging up',
    ['TASK-28'],
    (request) => input(request)['skill'] === 'shout',
    () => 'reset',
  ),
  answers(
    'the first skill late',
    ['TASK-29'],
    (request) => input(request)['skill'] === 'count_words',
    (it) => ({ ...it, ms: 5600 }),
  ),
  {
    name: 'shares the task_id between all requests',
    foundBy: ['TASK-30'],
    make: () =>
      shared(
        (request) => given(request)['task_id'],
        (it, kept) => ({
          ...it,
          body: JSON.stringify({ ...(JSON.parse(it.body) as Json), task_id: kept }),
        }),
      ),
  },
  answers(
    'an error page to U+0000',
    ['TASK-31'],
    (request) => textOf(request).includes('before \\u0000'),
    () => html(500),
  ),
  answers(
    'an error page to 64 kB',
    ['TASK-31'],
    ({ body }) => body.length > 60_000,
    () => html(413),
  ),
  answers(
    'emoji by hanging up',
    ['TASK-31'],
    (request) => textOf(request).includes('Grüße'),
    () => 'reset',
  ),
  answers('application/octet-stream', ['TASK-35'], always, (it) => ({
    ...it,
    headers: { ...it.headers, 'Content-Type': 'application/octet-stream' },
  })),
  answers(
    '415 to a charset',
    ['TASK-34'],
    ({ headers }) => headers['content-type']?.includes('charset') === true,
    (_, request) => status(refused(request), 415),
  ),
  answers(
    '200 and failed to an assistant',
    ['TASK-36'],
    (request) => textOf(request).includes('"assistant"'),
    (_, request) => status(refused(request), 200),
  ),
  answers(
    '404 to three parts',
    ['TASK-36'],
    (request) => textOf(request).split('"type"').length > 3,
    (it) => status(it, 404),
  ),
  {
    settings: { fuzz: 100 },
    ...answers(
      'a list as result to an empty text',
      ['TASK-36'],
      (request) => message(request) === '' || textOf(request).includes('"text":""'),
      (it) => ({ ...it, body: it.body.replace('"result":{', '"result":[],"x":{') }),
    ),
  },
  refuses('several parts', ['TASK-38'], (request) => textOf(request).includes('Thank you')),
]
