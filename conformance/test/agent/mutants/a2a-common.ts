import type { A2aDialect } from '../../../src/probes/agent/a2a-dialects.ts'
import type { TestRequest } from '../../support/handler.ts'
import type { Mutant } from '../../support/mutants.ts'
import type { MutantFactory } from './a2a-kit.ts'
import { withHeaders, without, type Json } from './change.ts'

/** Replaces the code of an error. */
export const code = (body: Json, value: unknown): Json => ({
  ...body,
  error: { ...(body['error'] as Json), code: value },
})
const isMessage = (request: TestRequest): boolean => request.body.includes('"messageId"')
/** Returns whether the body of a request contains a string. */
export const bodyIncludes = (text: string, request: TestRequest): boolean =>
  request.body.includes(text)

/** Returns the mutants that all versions have. */
export function commonMutants(
  factory: MutantFactory,
  { version, states }: A2aDialect,
): readonly Mutant[] {
  const completed = version === '1.0' ? 'TASK_STATE_COMPLETED' : 'completed'
  return [
    factory.card('without a description', 'members', (card) => without(card, 'description')),
    factory.card('with a number as version', 'members', (card) => ({ ...card, version: 1 })),
    factory.card('without input modes', 'members', (card) => without(card, 'defaultInputModes')),
    factory.card('with empty output modes', 'members', (card) => ({
      ...card,
      defaultOutputModes: [],
    })),
    factory.card('with a list of capabilities', 'capabilities', (card) => ({
      ...card,
      capabilities: ['shout'],
    })),
    factory.card('with streaming as a string', 'capabilities', (card) => ({
      ...card,
      capabilities: { streaming: 'yes' },
    })),
    factory.card('with skills by name', 'skills', (card) => ({ ...card, skills: { shout: {} } })),
    factory.skill('a skill without id', 'skills', (skill) => without(skill, 'id')),
    factory.skill('a skill without tags', 'skills', (skill) => without(skill, 'tags')),
    factory.skill('a string as tags', 'skills', (skill) => ({ ...skill, tags: 'text' })),
    factory.skill('the same id twice', 'unique', (skill) => ({ ...skill, id: 'shout' })),
    factory.json('no jsonrpc', 'response', 'send', (body) => without(body, 'jsonrpc')),
    factory.json('a different id in errors', 'response', 'unknown', (body) => ({ ...body, id: 1 })),
    factory.json('result and error', 'response', 'send', (body) => ({
      ...body,
      error: { code: -1, message: 'No' },
    })),
    factory.response('plain text as type', 'json', 'send', (response) =>
      withHeaders(response, { 'Content-Type': 'text/plain' }),
    ),
    factory.text('a task with an empty id', 'task', 'send', /"id":"task-[^"]*"/, '"id":""'),
    factory.text('a different spelling of a state', 'task', 'send', completed, 'COMPLETED'),
    factory.text('a task that is not finished', 'waits', 'send', completed, states[1] ?? ''),
    factory.text('an artifact without id', 'message', 'send', '"artifactId":"result",', ''),
    factory.text(
      'an artifact without parts',
      'message',
      'send',
      /("artifactId":"result","parts":)\[.*?\](?=\})/,
      '$1[]',
    ),
    factory.text(
      'a different role',
      'message',
      'send',
      /"role":"(ROLE_AGENT|agent)"/,
      '"role":"bot"',
    ),
    factory.response(
      'a message without id',
      'message',
      'send',
      (given) => ({ ...given, body: given.body.replace(/"messageId":"[^"]*",/, '') }),
      { direct: true },
    ),
    factory.json('a new id in the requested task', 'get', 'get', (body, request) =>
      bodyIncludes('"task-', request)
        ? { ...body, result: { ...(body['result'] as Json), id: 'x' } }
        : body,
    ),
    factory.json('no task after it has ended', 'get', 'get', (body) => ({
      ...without(body, 'result'),
      error: { code: -32001, message: 'Gone' },
    })),
    factory.json('a wrong code for an unknown task', 'unknown_task', 'get', (body) =>
      'error' in body ? code(body, -32602) : body,
    ),
    factory.json('a wrong code for canceling', 'cancel', 'cancel', (body) => code(body, -32001)),
    factory.json('a task that is canceled after it has ended', 'cancel', 'cancel', (body) => ({
      ...without(body, 'error'),
      result: { id: 'x', status: { state: states[4] } },
    })),
    factory.json('a wrong code for an unknown method', 'method', 'unknown', (body) =>
      code(body, -32600),
    ),
    factory.json('a wrong code without messageId', 'params', 'send', (body, request) =>
      isMessage(request) ? body : code(body, -32603),
    ),
    factory.response('a page for malformed JSON', 'malformed', 'malformed', () => ({
      status: 400,
      headers: { 'Content-Type': 'text/html' },
      body: '<h1>Bad request</h1>',
    })),
    factory.json('a result for notifications', 'notify', 'notify', (body) => ({
      ...without(body, 'error'),
      result: {},
    })),
    factory.response('a stream as JSON', 'events', 'stream', (response) =>
      withHeaders(response, { 'Content-Type': 'application/json' }),
    ),
    factory.text(
      'a different id in an event',
      'events',
      'stream',
      /("id":")[0-9a-f-]{36}("[^\n]*\n\n)$/,
      '$1other$2',
    ),
    factory.response('an empty stream', 'events', 'stream', (response) => ({
      ...response,
      body: '',
    })),
    factory.text('an event that is not JSON', 'events', 'stream', /data: /, 'data: !'),
    factory.text('an event of another task', 'order', 'stream', /"taskId":"[^"]*"/, '"taskId":"x"'),
    factory.json(
      'a result for a stream that is not declared',
      'no_stream',
      'stream',
      (body) => ({
        ...without(body, 'error'),
        result: {},
      }),
      { streaming: false },
    ),
  ]
}
