import type { Settings } from '../../src/engine/settings.ts'
import { createVault } from '../../src/engine/secrets/vault.ts'
import type { TestRequest, Handler, TestResponse } from '../support/handler.ts'
import { PROXY } from '../support/handler.ts'
import { mapResponse, mapJson } from '../support/mutants.ts'
import { REGISTERED } from './mutants/card.ts'
import { referenceAgent, type Shape } from './reference.ts'
import {
  ALWAYS_FAILING,
  busy,
  guarded,
  SECRET_WORD,
  WEATHER,
  withErrorData,
} from './shape-agents.ts'

/** A conforming agent that differs from the reference. */
export interface Conforming {
  readonly name: string
  readonly make: () => Handler
  readonly settings?: Partial<Settings>
  /** Marks an agent that can be tested only in part, because it never completes or never fails a task. */
  readonly partial?: true
}

const shaped = (name: string, shape: Partial<Shape>, settings?: Partial<Settings>): Conforming => ({
  name,
  make: () => referenceAgent(shape),
  ...(settings ? { settings } : {}),
})
const at = (
  name: string,
  path: string,
  change: (response: TestResponse, request: TestRequest) => TestResponse,
): Conforming => ({
  name,
  make: () => mapResponse(referenceAgent(), path, change),
})
const everywhere = (
  name: string,
  change: (response: TestResponse, request: TestRequest) => TestResponse,
): Conforming => ({
  name,
  make: () => {
    const agent = referenceAgent()
    return (request) => {
      const response = agent(request)
      return typeof response === 'object' ? change(response, request) : response
    }
  },
})
const text = (response: TestResponse, change: (body: string) => string): TestResponse => ({
  ...response,
  body: change(response.body),
})

const withHeader = (): Partial<Settings> => {
  const vault = createVault()
  return { vault, headers: { Authorization: vault.add('LET_ME_IN', 'Bearer let-me-in') } }
}

export const CONFORMING: readonly Conforming[] = [
  shaped('the reference agent', {}),
  shaped('a card with only the required members', {
    card: { capabilities: undefined, verification_status: undefined },
  }),
  shaped('a card with many further members', {
    card: {
      provider: { name: 'Acme' },
      tags: ['a'],
      skillsets: {},
      protocolVersion: '1.0',
      icon_url: null,
    },
  }),
  shaped('a published agent', {}, { published: true }),
  {
    ...shaped('an agent without skills', { skills: [], card: { capabilities: [] } }),
    partial: true,
  },
  shaped(
    'an agent that completes tasks for unknown skills',
    { unknown_skill: 'completed' },
    { fail_sample: { input: 7 } },
  ),
  { ...shaped('an agent that never fails', { unknown_skill: 'completed' }), partial: true },
  shaped('an agent that accepts only two cities', { skills: [WEATHER] }),
  {
    ...shaped('an agent that accepts only a secret word', { skills: [SECRET_WORD] }),
    partial: true,
  },
  shaped(
    'an agent that accepts only a secret word, which a sample contains',
    { skills: [SECRET_WORD] },
    { samples: { secret_word: { text: 'open sesame' } } },
  ),
  { ...shaped('an agent that fails everything', { skills: [ALWAYS_FAILING] }), partial: true },
  shaped('schemas of draft 7, true, and unknown keywords', {
    skills: [
      {
        name: 'any',
        run: () => ({ ok: true }),
        card: {
          input_schema: {
            $schema: 'http://json-schema.org/draft-07/schema#',
            type: ['object', 'null'],
            'x-order': 3,
            definitions: { a: { type: 'string' } },
          },
          output_schema: true,
        },
      },
    ],
  }),
  shaped('skills with non-ASCII names', {
    skills: [{ name: 'übersetze/文 ✓', run: (words) => ({ words }) }],
    card: { name: 'Ünïcode ✓', description: '' },
  }),
  shaped('a skill with a long timeout', {
    skills: [{ name: 'slow', run: () => ({ done: true }), card: { timeout_ms: 600_000 } }],
  }),
  shaped('a reputation with decimals', { reputation: '99.5' }),
  shaped('a reputation of 0', { reputation: '0' }),
  shaped('a proxy at a different address', { card: { url: PROXY } }, { allowed_hosts: [PROXY] }),
  shaped('an agent that is registered on a platform', {}, REGISTERED),
  {
    name: 'a base path',
    make: () => referenceAgent({ base: '/agents/7' }),
    settings: { base: 'http://target.test/agents/7' },
  },
  at('400 for unknown skills', '/a2a/tasks', (response) =>
    response.status === 422 ? { ...response, status: 400 } : response,
  ),
  at('501 for unknown skills', '/a2a/tasks', (response) =>
    response.status === 422 ? { ...response, status: 501 } : response,
  ),
  at('422 for malformed tasks', '/a2a/tasks', (response) =>
    response.status === 400 ? { ...response, status: 422 } : response,
  ),
  {
    name: 'no execution time, null for absent members, and further members',
    make: () =>
      mapJson(
        referenceAgent(),
        '/a2a/tasks',
        ({ execution_time_ms: _time, ...body }, _, response) => ({
          ...body,
          ...(response.status === 200 ? { error: null } : { result: null, output: null }),
          cost: 0.1,
        }),
      ),
  },
  at('members of output in a different order', '/a2a/tasks', (response) =>
    text(response, (body) =>
      body
        .replace('"result":{"words"', '"result":{"a":1,"words"')
        .replace(/("output":\{"words":\d+)/, '$1,"a":1.0'),
    ),
  ),
  at('health without a body', '/health', () => ({ status: 204, body: '' })),
  at('health as plain text', '/health', () => ({
    status: 200,
    headers: { 'Content-Type': 'text/plain' },
    body: 'OK',
  })),
  at('201 for sessions', '/svc/auth', (response) =>
    response.status === 200 ? { ...response, status: 201 } : response,
  ),
  at('times in microseconds and +00:00', '/svc/auth', (response) =>
    text(response, (body) => body.replace(/\.(\d{3})Z/, '.$1456+00:00')),
  ),
  at('times without fractions', '/svc/auth', (response) =>
    text(response, (body) => body.replace(/\.\d{3}Z/, 'Z')),
  ),
  at('sessions with more than two members', '/svc/auth', (response) =>
    text(response, (body) => body.replace('{', '{"token_type":"bearer","scope":["chat"],')),
  ),
  at('400 for wrong scopes', '/svc/auth', (response) =>
    response.status === 422 ? { ...response, status: 400 } : response,
  ),
  at('chat as plain text', '/chat', (response) =>
    response.status === 200
      ? {
          ...response,
          headers: { ...response.headers, 'Content-Type': 'text/plain' },
          body: 'Hello',
        }
      : response,
  ),
  at('chat refuses with 403', '/chat', (response) =>
    response.status === 401 ? { ...response, status: 403 } : response,
  ),
  { name: 'JSON-RPC errors with data and HTTP status 400', make: () => withErrorData() },
  at('JSON-RPC with null for the absent member', '/a2a', (response) =>
    text(response, (body) => body.replace('"result":', '"error":null,"result":')),
  ),
  {
    name: 'JSON-RPC that chooses the skill itself',
    make: () =>
      mapJson(referenceAgent(), '/a2a', (body, { body: request }) =>
        request.includes('"skill"') || !request.includes('tasks/send') || request.endsWith('{')
          ? body
          : { jsonrpc: '2.0', id: body['id'], result: {} },
      ),
  },
  everywhere('spaces and line breaks in JSON', (response) =>
    response.body.startsWith('{')
      ? text(response, (body) => JSON.stringify(JSON.parse(body), null, 4))
      : response,
  ),
  everywhere('a charset in the content type', (response) => ({
    ...response,
    headers: { ...response.headers, 'Content-Type': 'application/json; charset=utf-8' },
  })),
  everywhere('header names in lower case', (response) => ({
    ...response,
    headers: Object.fromEntries(
      Object.entries(response.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
    ),
  })),
  everywhere('unknown headers', (response) => ({
    ...response,
    headers: {
      ...response.headers,
      Server: 'x',
      'X-Powered-By': 'y',
      'Strict-Transport-Security': 'max-age=1',
      'X-Svc-Signature': 'z',
    },
  })),
  everywhere('responses of more than a megabyte', (response) =>
    response.body.startsWith('{"name"')
      ? text(response, (body) => body.replace('{', `{"padding":"${'x'.repeat(1_200_000)}",`))
      : response,
  ),
  everywhere('slow, but within every limit', (response) => ({ ...response, ms: 1500 })),
  {
    name: 'an agent that requires credentials and receives them',
    make: guarded,
    settings: withHeader(),
  },
  { name: 'an agent that requires credentials and receives none', make: guarded, partial: true },
  { name: 'an agent that limits the request rate', make: busy },
]
