import type { Asked, Handler, Told } from '../../support/handler.ts'
import { retell, rewrite, type Mutant } from '../../support/mutants.ts'
import { referenceAgent, told } from '../reference.ts'

const PATH = '/a2a/tasks'
type Json = Record<string, unknown>

const given = ({ body }: Asked): Json => {
  try {
    return JSON.parse(body) as Json
  } catch {
    return {}
  }
}
const input = (asked: Asked): Json => (given(asked)['input'] ?? {}) as Json
const context = (asked: Asked): Json => (given(asked)['context'] ?? {}) as Json
const message = (asked: Asked): unknown => input(asked)['message']
const textOf = (asked: Asked): string => JSON.stringify(message(asked) ?? '')
const unknownSkill = (asked: Asked): boolean => String(input(asked)['skill']).startsWith('no_such')
const malformed = ({ body }: Asked): boolean =>
  body.startsWith('{"task_id":"1","input":{"skill":') && !body.endsWith('}')

const refused = (asked: Asked): Told =>
  told(400, {
    task_id: given(asked)['task_id'] ?? 'none',
    status: 'failed',
    error: { code: 'invalid_request', message: 'No.' },
  })

/** Refuses, in the shape of a task answer, whatever fits. */
const refuses = (
  name: string,
  kills: readonly string[],
  when: (asked: Asked) => boolean,
): Mutant => ({
  name: `refuses ${name}`,
  kills,
  make: () =>
    retell(referenceAgent(), PATH, (it, asked) =>
      asked.method === 'POST' && when(asked) ? refused(asked) : it,
    ),
})

/** Answers otherwise what fits. */
const answers = (
  name: string,
  kills: readonly string[],
  when: (asked: Asked) => boolean,
  answer: (it: Told, asked: Asked) => Told | 'silence' | 'reset',
): Mutant => ({
  name: `answers ${name}`,
  kills,
  make: () => retell(referenceAgent(), PATH, (it, asked) => (when(asked) ? answer(it, asked) : it)),
})

const success = (
  name: string,
  kills: readonly string[],
  change: (body: Json, asked: Asked, told: Told) => Json,
): Mutant => ({
  name: `completes with ${name}`,
  kills,
  make: () =>
    rewrite(referenceAgent(), PATH, (body, asked, it) =>
      it.status === 200 ? change(body, asked, it) : body,
    ),
})

const failure = (
  name: string,
  kills: readonly string[],
  change: (body: Json, asked: Asked) => Json,
): Mutant => ({
  name: `fails with ${name}`,
  kills,
  make: () =>
    rewrite(referenceAgent(), PATH, (body, asked, it) =>
      it.status >= 400 && asked.method === 'POST' ? change(body, asked) : body,
    ),
})

const status = (it: Told, status: number): Told => ({ ...it, status })
const html = (status: number): Told => ({
  status,
  headers: { 'Content-Type': 'text/html' },
  body: '<h1>Error</h1>',
})
const without = (body: Json, name: string): Json =>
  Object.fromEntries(Object.entries(body).filter(([key]) => key !== name))
const always = (): boolean => true

/** Keeps something where all requests share it: right as long as they come one after the other. */
function shared(keep: (asked: Asked) => unknown, tell: (it: Told, kept: unknown) => Told): Handler {
  let kept: unknown
  return retell(referenceAgent(), PATH, (it, asked) => {
    if (kept === undefined)
      queueMicrotask(() => {
        kept = undefined
      })
    kept ??= keep(asked)
    return tell(it, kept)
  })
}

export const taskMutants: readonly Mutant[] = [
  answers('404: the route is missing', ['TASK-01', 'TASK-37'], always, () =>
    told(404, { error: 'not found' }),
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
    (asked) => String(context(asked)['requester_id']).startsWith('did:'),
    (_, asked) => status(refused(asked), 404),
  ),
  refuses('messages that are objects', ['TASK-05'], (asked) => typeof message(asked) === 'object'),
  answers(
    '415 to JSON',
    ['TASK-05'],
    ({ headers }) => headers['content-type'] === 'application/json',
    (it) => status(it, 415),
  ),
  answers('HTML', ['TASK-05'], always, () => html(200)),
  answers('500 without a body', ['TASK-05'], always, () => ({ status: 500, body: '' })),
  answers('every task by hanging up', ['TASK-01', 'TASK-37'], always, () => 'reset'),
  refuses('messages that are strings', ['TASK-06'], (asked) => typeof message(asked) === 'string'),
  answers(
    '500 to messages that are strings',
    ['TASK-06'],
    (asked) => typeof message(asked) === 'string',
    (_, asked) => status(refused(asked), 500),
  ),
  refuses(
    'tasks without type',
    ['TASK-07'],
    (asked) => given(asked)['task_id'] !== undefined && given(asked)['type'] === undefined,
  ),
  refuses(
    'string messages of tasks without type only',
    ['TASK-08'],
    (asked) => typeof message(asked) === 'string' && given(asked)['type'] === undefined,
  ),
  refuses(
    'tasks without context.skill',
    ['TASK-09'],
    (asked) => given(asked)['context'] !== undefined && context(asked)['skill'] === undefined,
  ),
  refuses('members that it does not know', ['TASK-10'], (asked) => 'x_note' in given(asked)),
  answers('201 to completed tasks', ['TASK-11'], always, (it) =>
    it.status === 200 ? status(it, 201) : it,
  ),
  answers(
    '202 to string messages',
    ['TASK-11'],
    (asked) => typeof message(asked) === 'string',
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
    kills: ['TASK-15'],
    make: () => {
      let before: unknown = { words: 0 }
      return rewrite(referenceAgent(), PATH, (body, _, it) => {
        const output = before
        before = body['result'] ?? before
        return it.status === 200 ? { ...body, output } : body
      })
    },
  },
  success('another output for several parts', ['TASK-15'], (body, asked) =>
    textOf(asked).includes('Thank you') ? { ...body, output: { words: -1 } } : body,
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
    (asked) => String(context(asked)['requester_id']).startsWith('did:'),
    (it) => ({ ...status(it, 202), body: it.body.replace('"completed"', '"working"') }),
  ),
  success('an error beside', ['TASK-25'], (body) => ({
    ...body,
    error: { code: 'none', message: 'none' },
  })),
  failure('a result beside', ['TASK-25'], (body) => ({ ...body, result: { partial: true } })),
  answers('500 to broken JSON', ['TASK-26'], malformed, (it) => status(it, 500)),
  answers('broken JSON as completed', ['TASK-26', 'TASK-27'], malformed, () =>
    told(200, { task_id: '1', status: 'completed', result: {}, output: {} }),
  ),
  answers('400 and completed to broken JSON', ['TASK-27'], malformed, () =>
    told(400, { task_id: '1', status: 'completed', result: {}, output: {} }),
  ),
  answers(
    '404 to the second skill',
    ['TASK-28'],
    (asked) => input(asked)['skill'] === 'shout',
    (it) => status(it, 404),
  ),
  answers(
    '200 and failed to the second skill',
    ['TASK-28'],
    (asked) => input(asked)['skill'] === 'shout',
    () => told(200, { task_id: '1', status: 'failed', error: { code: 'a', message: 'b' } }),
  ),
  answers(
    'the second skill by hanging up',
    ['TASK-28'],
    (asked) => input(asked)['skill'] === 'shout',
    () => 'reset',
  ),
  answers(
    'the first skill late',
    ['TASK-29'],
    (asked) => input(asked)['skill'] === 'count_words',
    (it) => ({ ...it, ms: 5600 }),
  ),
  {
    name: 'keeps the task_id where all requests share it',
    kills: ['TASK-30'],
    make: () =>
      shared(
        (asked) => given(asked)['task_id'],
        (it, kept) => ({
          ...it,
          body: JSON.stringify({ ...(JSON.parse(it.body) as Json), task_id: kept }),
        }),
      ),
  },
  answers(
    'an error page to U+0000',
    ['TASK-31'],
    (asked) => textOf(asked).includes('before \\u0000'),
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
    (asked) => textOf(asked).includes('Grüße'),
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
    (_, asked) => status(refused(asked), 415),
  ),
  answers(
    '200 and failed to an assistant',
    ['TASK-36'],
    (asked) => textOf(asked).includes('"assistant"'),
    (_, asked) => status(refused(asked), 200),
  ),
  answers(
    '404 to three parts',
    ['TASK-36'],
    (asked) => textOf(asked).split('"type"').length > 3,
    (it) => status(it, 404),
  ),
  {
    settings: { fuzz: 100 },
    ...answers(
      'a list as result to an empty text',
      ['TASK-36'],
      (asked) => message(asked) === '' || textOf(asked).includes('"text":""'),
      (it) => ({ ...it, body: it.body.replace('"result":{', '"result":[],"x":{') }),
    ),
  },
  refuses('several parts', ['TASK-38'], (asked) => textOf(asked).includes('Thank you')),
]
