import type { Settings } from '../../src/engine/settings.ts'
import { createVault } from '../../src/engine/vault.ts'
import type { TestRequest, Handler, TestResponse } from '../support/handler.ts'
import { PROXY } from '../support/handler.ts'
import { mapResponse, mapJson } from '../support/mutants.ts'
import { REGISTERED } from './mutants/card.ts'
import { Refusal, referenceAgent, jsonResponse, type Shape, type Skill } from './reference.ts'

/** An agent that conforms in a way of its own. */
export interface Conforming {
  readonly name: string
  readonly make: () => Handler
  readonly settings?: Partial<Settings>
  /** Conforming as far as it can be seen: it never completes, or never fails, anything. */
  readonly partial?: true
}

type Json = Record<string, unknown>
const shaped = (name: string, shape: Partial<Shape>, settings?: Partial<Settings>): Conforming => ({
  name,
  make: () => referenceAgent(shape),
  ...(settings ? { settings } : {}),
})
const at = (
  name: string,
  path: string,
  change: (it: TestResponse, request: TestRequest) => TestResponse,
): Conforming => ({
  name,
  make: () => mapResponse(referenceAgent(), path, change),
})
const everywhere = (
  name: string,
  change: (it: TestResponse, request: TestRequest) => TestResponse,
): Conforming => ({
  name,
  make: () => {
    const agent = referenceAgent()
    return (request) => {
      const it = agent(request)
      return typeof it === 'object' ? change(it, request) : it
    }
  },
})
const text = (it: TestResponse, change: (body: string) => string): TestResponse => ({
  ...it,
  body: change(it.body),
})

const WEATHER: Skill = {
  name: 'weather',
  card: {
    input_schema: {
      type: 'object',
      required: ['city', 'days'],
      properties: {
        city: { enum: ['Paris', 'Rome'] },
        days: { type: 'integer', minimum: 1, maximum: 7 },
      },
    },
  },
  run: (_, { city, days }) => {
    if (city !== 'Paris' && city !== 'Rome') throw new Refusal(400, 'I know Paris and Rome only.')
    return { city, forecast: Array.from({ length: Number(days) }, () => 'sun') }
  },
}
const ORACLE: Skill = {
  name: 'oracle',
  run: (words) => {
    if (!words.includes('open sesame')) throw new Refusal(422, 'You do not know the word.')
    return { opened: true }
  },
}
const STUBBORN: Skill = {
  name: 'stubborn',
  run: () => {
    throw new Refusal(503, 'Not today.')
  },
}

/** Lets in whoever brings the right words. */
const guarded = (): Handler => {
  const agent = referenceAgent()
  return (request) =>
    request.path.startsWith('/a2a') && request.headers['authorization'] !== 'Bearer let-me-in'
      ? jsonResponse(401, { error: 'who are you?' })
      : agent(request)
}

/** Takes two tasks in a row, then asks for a second of patience. */
const busy = (): Handler => {
  const agent = referenceAgent()
  let request = 0
  return (it) =>
    (request += 1) % 3 === 0
      ? { ...jsonResponse(429, { error: 'slow down' }), headers: { 'Retry-After': '1' } }
      : agent(it)
}

const withHeader = (): Partial<Settings> => {
  const vault = createVault()
  return { vault, headers: { Authorization: vault.add('LET_ME_IN', 'Bearer let-me-in') } }
}

export const CONFORMING: readonly Conforming[] = [
  shaped('the usual agent', {}),
  shaped('as little as the card may hold', {
    card: { capabilities: undefined, verification_status: undefined },
  }),
  shaped('a card with much more than was asked for', {
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
    'an agent that completes tasks it does not know',
    { unknown_skill: 'completed' },
    { fail_sample: { input: 7 } },
  ),
  { ...shaped('an agent that never fails', { unknown_skill: 'completed' }), partial: true },
  shaped('a narrow agent that knows two cities', { skills: [WEATHER] }),
  { ...shaped('an agent that wants to hear one word', { skills: [ORACLE] }), partial: true },
  shaped(
    'the same agent, and the word',
    { skills: [ORACLE] },
    { samples: { oracle: { text: 'open sesame' } } },
  ),
  { ...shaped('an agent that fails everything', { skills: [STUBBORN] }), partial: true },
  shaped('schemas of draft 7, true, and keywords nobody knows', {
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
  shaped('skills with letters of all the world', {
    skills: [{ name: 'übersetze/文 ✓', run: (words) => ({ words }) }],
    card: { name: 'Ünïcode ✓', description: '' },
  }),
  shaped('a skill that may take its time', {
    skills: [{ name: 'slow', run: () => ({ done: true }), card: { timeout_ms: 600_000 } }],
  }),
  shaped('a reputation with decimals', { reputation: '99.5' }),
  shaped('a reputation of nothing', { reputation: '0' }),
  shaped(
    'behind a proxy whose address is not that of the agent',
    { card: { url: PROXY } },
    { allowed_hosts: [PROXY] },
  ),
  shaped('registered with a platform', {}, REGISTERED),
  {
    name: 'a base path',
    make: () => referenceAgent({ base: '/agents/7' }),
    settings: { base: 'http://target.test/agents/7' },
  },
  at('unknown skills are 400', '/a2a/tasks', (it) =>
    it.status === 422 ? { ...it, status: 400 } : it,
  ),
  at('unknown skills are 501', '/a2a/tasks', (it) =>
    it.status === 422 ? { ...it, status: 501 } : it,
  ),
  at('broken tasks are 422', '/a2a/tasks', (it) =>
    it.status === 400 ? { ...it, status: 422 } : it,
  ),
  {
    name: 'no execution time, null for what is absent, and members of its own',
    make: () =>
      mapJson(referenceAgent(), '/a2a/tasks', ({ execution_time_ms: _, ...body }, _asked, it) => ({
        ...body,
        ...(it.status === 200 ? { error: null } : { result: null, output: null }),
        cost: 0.1,
      })),
  },
  at('another order of members in output', '/a2a/tasks', (it) =>
    text(it, (body) =>
      body
        .replace('"result":{"words"', '"result":{"a":1,"words"')
        .replace(/("output":\{"words":\d+)/, '$1,"a":1.0'),
    ),
  ),
  at('health without a body', '/health', () => ({ status: 204, body: '' })),
  at('health as a text', '/health', () => ({
    status: 200,
    headers: { 'Content-Type': 'text/plain' },
    body: 'OK',
  })),
  at('sessions are created: 201', '/svc/auth', (it) =>
    it.status === 200 ? { ...it, status: 201 } : it,
  ),
  at('times in microseconds and +00:00', '/svc/auth', (it) =>
    text(it, (body) => body.replace(/\.(\d{3})Z/, '.$1456+00:00')),
  ),
  at('times without fractions', '/svc/auth', (it) =>
    text(it, (body) => body.replace(/\.\d{3}Z/, 'Z')),
  ),
  at('sessions with more than two members', '/svc/auth', (it) =>
    text(it, (body) => body.replace('{', '{"token_type":"bearer","scope":["chat"],')),
  ),
  at('wrong scopes are 400', '/svc/auth', (it) =>
    it.status === 422 ? { ...it, status: 400 } : it,
  ),
  at('chat answers with a text', '/chat', (it) =>
    it.status === 200
      ? { ...it, headers: { ...it.headers, 'Content-Type': 'text/plain' }, body: 'Hello' }
      : it,
  ),
  at('chat refuses with 403', '/chat', (it) => (it.status === 401 ? { ...it, status: 403 } : it)),
  { name: 'JSON-RPC errors with data, and an HTTP status to match', make: () => rewriteRpc() },
  at('JSON-RPC with null for the one that is absent', '/a2a', (it) =>
    text(it, (body) => body.replace('"result":', '"error":null,"result":')),
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
  everywhere('spaces and line breaks in JSON', (it) =>
    it.body.startsWith('{') ? text(it, (body) => JSON.stringify(JSON.parse(body), null, 4)) : it,
  ),
  everywhere('a charset in the content type', (it) => ({
    ...it,
    headers: { ...it.headers, 'Content-Type': 'application/json; charset=utf-8' },
  })),
  everywhere('header names in lower case', (it) => ({
    ...it,
    headers: Object.fromEntries(
      Object.entries(it.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
    ),
  })),
  everywhere('headers that nobody knows', (it) => ({
    ...it,
    headers: {
      ...it.headers,
      Server: 'x',
      'X-Powered-By': 'y',
      'Strict-Transport-Security': 'max-age=1',
      'X-Svc-Signature': 'z',
    },
  })),
  everywhere('answers with more than a megabyte', (it) =>
    it.body.startsWith('{"name"')
      ? text(it, (body) => body.replace('{', `{"padding":"${'x'.repeat(1_200_000)}",`))
      : it,
  ),
  everywhere('slow, but within every limit', (it) => ({ ...it, ms: 1500 })),
  {
    name: 'an agent that asks for credentials, and gets them',
    make: guarded,
    settings: withHeader(),
  },
  { name: 'an agent that asks for credentials, and gets none', make: guarded, partial: true },
  { name: 'an agent that limits its rate', make: busy },
]

function rewriteRpc(): Handler {
  const agent = referenceAgent()
  return (request) => {
    const it = agent(request)
    if (request.path !== '/a2a' || typeof it !== 'object' || !it.body.includes('"error"')) return it
    const body = JSON.parse(it.body) as Json
    return {
      ...it,
      status: 400,
      body: JSON.stringify({
        ...body,
        error: { ...(body['error'] as Json), data: { help: 'yes' } },
      }),
    }
  }
}
