import type { A2aDialect } from '../../../src/probes/agent/a2a-dialects.ts'
import { A2A_03, A2A_10 } from '../../../src/probes/agent/a2a-dialects.ts'
import type { TestRequest, TestResponse } from '../../support/handler.ts'
import { mapJson, mapResponse, type Mutant } from '../../support/mutants.ts'
import { a2aAgent, A2A_CARD_PATH, A2A_PATH, type A2aShape, type Version } from '../a2a-agent.ts'
import { withHeaders, withoutHeaders, without, type Json } from './change.ts'

/** The rules of a version that find the same faults. */
const RULES = {
  '1.0': {
    interfaces: 'A2A10-02',
    members: 'A2A10-03',
    capabilities: 'A2A10-04',
    skills: 'A2A10-05',
    unique: 'A2A10-06',
    response: 'A2A10-09',
    json: 'A2A10-10',
    result: 'A2A10-11',
    task: 'A2A10-12',
    waits: 'A2A10-13',
    part: 'A2A10-14',
    message: 'A2A10-15',
    get: 'A2A10-17',
    unknown_task: 'A2A10-18',
    cancel: 'A2A10-19',
    method: 'A2A10-20',
    params: 'A2A10-21',
    malformed: 'A2A10-22',
    notify: 'A2A10-25',
    events: 'A2A10-26',
    order: 'A2A10-27',
    no_stream: 'A2A10-28',
  },
  '0.3': {
    interfaces: 'A2A03-02',
    members: 'A2A03-04',
    capabilities: 'A2A03-05',
    skills: 'A2A03-06',
    unique: 'A2A03-07',
    response: 'A2A03-08',
    json: 'A2A03-09',
    result: 'A2A03-10',
    task: 'A2A03-11',
    waits: 'A2A03-12',
    part: 'A2A03-13',
    message: 'A2A03-14',
    get: 'A2A03-15',
    unknown_task: 'A2A03-16',
    cancel: 'A2A03-17',
    method: 'A2A03-18',
    params: 'A2A03-19',
    malformed: 'A2A03-20',
    notify: 'A2A03-21',
    events: 'A2A03-22',
    order: 'A2A03-23',
    no_stream: 'A2A03-25',
  },
} as const satisfies Record<Version, Readonly<Record<string, string>>>
type Name = keyof (typeof RULES)['1.0']

const methodOf = ({ body }: TestRequest): unknown =>
  body.endsWith('}') ? (JSON.parse(body) as Json)['method'] : undefined

/** Creates the mutants of one version. An agent has only that version, so that no other section is judged. */
class Mutants {
  readonly #dialect: A2aDialect
  readonly #rules: Readonly<Record<Name, string>>

  constructor(dialect: A2aDialect, rules: Readonly<Record<Name, string>>) {
    this.#dialect = dialect
    this.#rules = rules
  }

  #mutant(name: string, foundBy: string, make: Mutant['make']): Mutant {
    const { version } = this.#dialect
    return {
      name: `A2A ${version}: ${name}`,
      foundBy: [foundBy],
      make,
      settings: { profile: `a2a-${version}` },
    }
  }

  #agent(shape: Partial<A2aShape> = {}) {
    return a2aAgent({ versions: [this.#dialect.version], ...shape })
  }

  card(name: string, rule: Name | `A2A${string}`, change: (card: Json) => Json): Mutant {
    return this.#mutant(`a card ${name}`, this.#id(rule), () =>
      mapJson(this.#agent(), A2A_CARD_PATH, change),
    )
  }

  #id(rule: Name | `A2A${string}`): string {
    return rule in this.#rules ? this.#rules[rule as Name] : rule
  }

  skill(name: string, rule: Name, change: (skill: Json) => Json): Mutant {
    return this.card(`with ${name}`, rule, (card) => ({
      ...card,
      skills: (card['skills'] as Json[]).map((one, i) => (i === 1 ? change(one) : one)),
    }))
  }

  headers(name: string, rule: Name | `A2A${string}`, header: string, value?: string): Mutant {
    return this.#mutant(`a card ${name}`, this.#id(rule), () =>
      mapResponse(this.#agent(), A2A_CARD_PATH, (response) =>
        value === undefined
          ? withoutHeaders(response, header)
          : withHeaders(response, { [header]: value }),
      ),
    )
  }

  /** Changes the responses to one method. */
  response(
    name: string,
    rule: Name | `A2A${string}`,
    method: keyof A2aDialect['methods'] | 'malformed',
    change: (response: TestResponse, request: TestRequest) => TestResponse,
    shape: Partial<A2aShape> = {},
  ): Mutant {
    const wanted = method === 'malformed' ? undefined : this.#dialect.methods[method]
    return this.#mutant(name, this.#id(rule), () =>
      mapResponse(this.#agent(shape), A2A_PATH, (response, request) =>
        methodOf(request) === wanted ? change(response, request) : response,
      ),
    )
  }

  /** Changes the JSON of the responses to one method. */
  json(
    name: string,
    rule: Name | `A2A${string}`,
    method: keyof A2aDialect['methods'],
    change: (body: Json, request: TestRequest) => Json,
    shape: Partial<A2aShape> = {},
  ): Mutant {
    return this.response(
      name,
      rule,
      method,
      (response, request) => ({
        ...response,
        body: JSON.stringify(change(JSON.parse(response.body) as Json, request)),
      }),
      shape,
    )
  }

  /** Changes the text of the responses to one method. */
  text(
    name: string,
    rule: Name | `A2A${string}`,
    method: keyof A2aDialect['methods'],
    from: string | RegExp,
    to: string,
    shape: Partial<A2aShape> = {},
  ): Mutant {
    const change = (response: TestResponse): TestResponse => ({
      ...response,
      body: response.body.replace(from, to),
    })
    return this.response(name, rule, method, change, shape)
  }
}

const code = (body: Json, value: unknown): Json => ({
  ...body,
  error: { ...(body['error'] as Json), code: value },
})
const isMessage = (request: TestRequest): boolean => request.body.includes('"messageId"')
const isOf = (id: string, request: TestRequest): boolean => request.body.includes(id)

function commonMutants(mutants: Mutants, { version, states }: A2aDialect): readonly Mutant[] {
  const completed = version === '1.0' ? 'TASK_STATE_COMPLETED' : 'completed'
  return [
    mutants.card('without a description', 'members', (card) => without(card, 'description')),
    mutants.card('with a number as version', 'members', (card) => ({ ...card, version: 1 })),
    mutants.card('without input modes', 'members', (card) => without(card, 'defaultInputModes')),
    mutants.card('with empty output modes', 'members', (card) => ({
      ...card,
      defaultOutputModes: [],
    })),
    mutants.card('with a list of capabilities', 'capabilities', (card) => ({
      ...card,
      capabilities: ['shout'],
    })),
    mutants.card('with streaming as a string', 'capabilities', (card) => ({
      ...card,
      capabilities: { streaming: 'yes' },
    })),
    mutants.card('with skills by name', 'skills', (card) => ({ ...card, skills: { shout: {} } })),
    mutants.skill('a skill without id', 'skills', (skill) => without(skill, 'id')),
    mutants.skill('a skill without tags', 'skills', (skill) => without(skill, 'tags')),
    mutants.skill('a text as tags', 'skills', (skill) => ({ ...skill, tags: 'text' })),
    mutants.skill('one id twice', 'unique', (skill) => ({ ...skill, id: 'shout' })),
    mutants.json('no jsonrpc', 'response', 'send', (body) => without(body, 'jsonrpc')),
    mutants.json('another id in errors', 'response', 'unknown', (body) => ({ ...body, id: 1 })),
    mutants.json('result and error', 'response', 'send', (body) => ({
      ...body,
      error: { code: -1, message: 'No' },
    })),
    mutants.response('plain text as type', 'json', 'send', (response) =>
      withHeaders(response, { 'Content-Type': 'text/plain' }),
    ),
    mutants.text('a task without id', 'task', 'send', /"id":"task-[^"]*"/, '"id":""'),
    mutants.text('another spelling of a state', 'task', 'send', completed, 'COMPLETED'),
    mutants.text('a task that is not finished', 'waits', 'send', completed, states[1] ?? ''),
    mutants.text('an artifact without id', 'message', 'send', '"artifactId":"result",', ''),
    mutants.text(
      'an artifact without parts',
      'message',
      'send',
      /("artifactId":"result","parts":)\[.*?\](?=\})/,
      '$1[]',
    ),
    mutants.text('another role', 'message', 'send', /"role":"(ROLE_AGENT|agent)"/, '"role":"bot"'),
    mutants.text('a message without id', 'message', 'send', /"messageId":"[^"]*",/, '', {
      direct: true,
    }),
    mutants.json('a new id in the task that was asked for', 'get', 'get', (body, request) =>
      isOf('"task-', request)
        ? { ...body, result: { ...(body['result'] as Json), id: 'x' } }
        : body,
    ),
    mutants.json('no task after its end', 'get', 'get', (body) => ({
      ...without(body, 'result'),
      error: { code: -32001, message: 'Gone' },
    })),
    mutants.json('a wrong code for an unknown task', 'unknown_task', 'get', (body) =>
      'error' in body ? code(body, -32602) : body,
    ),
    mutants.json('a wrong code for canceling', 'cancel', 'cancel', (body) => code(body, -32001)),
    mutants.json('a task that is canceled after its end', 'cancel', 'cancel', (body) => ({
      ...without(body, 'error'),
      result: { id: 'x', status: { state: states[4] } },
    })),
    mutants.json('a wrong code for an unknown method', 'method', 'unknown', (body) =>
      code(body, -32600),
    ),
    mutants.json('a wrong code without messageId', 'params', 'send', (body, request) =>
      isMessage(request) ? body : code(body, -32603),
    ),
    mutants.response('a page for malformed JSON', 'malformed', 'malformed', () => ({
      status: 400,
      headers: { 'Content-Type': 'text/html' },
      body: '<h1>Bad request</h1>',
    })),
    mutants.json('a result for notifications', 'notify', 'notify', (body) => ({
      ...without(body, 'error'),
      result: {},
    })),
    mutants.response('a stream as JSON', 'events', 'stream', (response) =>
      withHeaders(response, { 'Content-Type': 'application/json' }),
    ),
    mutants.text(
      'another id in an event',
      'events',
      'stream',
      /("id":")[0-9a-f-]{36}("[^\n]*\n\n)$/,
      '$1other$2',
    ),
    mutants.response('an empty stream', 'events', 'stream', (response) => ({
      ...response,
      body: '',
    })),
    mutants.text('an event that is not JSON', 'events', 'stream', /data: /, 'data: !'),
    mutants.text('an event of another task', 'order', 'stream', /"taskId":"[^"]*"/, '"taskId":"x"'),
    mutants.json(
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

/** Removes the last event of a stream. */
const withoutEnd = (mutants: Mutants): Mutant =>
  mutants.response('a stream without its end', 'order', 'stream', (response) => ({
    ...response,
    body: response.body.replace(/: comment\n[^\n]*\n\n$/, ''),
  }))

const current = new Mutants(A2A_10, RULES['1.0'])

const currentMutants: readonly Mutant[] = [
  withoutEnd(current),
  current.card('without protocolBinding', 'interfaces', (card) => ({
    ...card,
    supportedInterfaces: (card['supportedInterfaces'] as Json[]).map((one) =>
      without(one, 'protocolBinding'),
    ),
  })),
  current.card('with a path as url', 'interfaces', (card) => ({
    ...card,
    supportedInterfaces: (card['supportedInterfaces'] as Json[]).map((one) => ({
      ...one,
      url: A2A_PATH,
    })),
  })),
  current.headers('without Cache-Control', 'A2A10-07', 'Cache-Control'),
  current.headers('without max-age', 'A2A10-07', 'Cache-Control', 'no-cache'),
  current.headers('without an ETag', 'A2A10-08', 'ETag'),
  current.headers('with an ETag without quotes', 'A2A10-08', 'ETag', 'v1'),
  current.json('a bare task', 'result', 'send', (body) => ({
    ...body,
    ...('result' in body ? { result: (body['result'] as Json)['task'] } : {}),
  })),
  current.json('a task and a message', 'result', 'send', (body) => ({
    ...body,
    ...('result' in body ? { result: { ...(body['result'] as Json), message: {} } } : {}),
  })),
  current.text('a part with kind alone', 'part', 'send', /"text":"[A-Z][^"]*"/, '"kind":"text"'),
  current.text('a part with text and data', 'part', 'send', '{"data":', '{"text":"","data":'),
  current.text(
    'a time with an offset',
    'A2A10-16',
    'send',
    /"timestamp":"([^"]*)Z"/,
    '"timestamp":"$1+02:00"',
  ),
  current.text(
    'a time as a number',
    'A2A10-16',
    'get',
    /"timestamp":"[^"]*"/,
    '"timestamp":1772442600',
  ),
  current.response('a task for any version', 'A2A10-23', 'send', (response, request) =>
    request.headers['a2a-version'] === '99.0'
      ? { ...response, body: response.body.replace('-32009', '-32600') }
      : response,
  ),
  current.json(
    'a wrong code for a message to an unknown task',
    'A2A10-24',
    'send',
    (body, request) => (isOf('"taskId"', request) ? code(body, -32602) : body),
  ),
  current.text(
    'a stream that begins with a change',
    'order',
    'stream',
    /^: comment\ndata: [^\n]*\n\n/,
    '',
  ),
]

const legacy = new Mutants(A2A_03, RULES['0.3'])

const legacyMutants: readonly Mutant[] = [
  { ...withoutEnd(legacy), foundBy: ['A2A03-23', 'A2A03-24'] },
  legacy.card('with a path as url', 'interfaces', (card) => ({ ...card, url: A2A_PATH })),
  legacy.card('with an interface without transport', 'interfaces', (card) => ({
    ...card,
    additionalInterfaces: [{ url: card['url'] }],
  })),
  legacy.card('without preferredTransport', 'A2A03-03', (card) =>
    without(card, 'preferredTransport'),
  ),
  legacy.text('a task without kind', 'result', 'send', '"kind":"task",', ''),
  legacy.json('a task in a member', 'result', 'send', (body) => ({
    ...body,
    ...('result' in body ? { result: { task: body['result'] } } : {}),
  })),
  legacy.text('a part with type instead of kind', 'part', 'send', '"kind":"text"', '"type":"text"'),
  legacy.text('data that is a text', 'part', 'get', /"data":\{[^}]*\}/, '"data":"x"'),
  legacy.text('a task without contextId', 'task', 'send', /"contextId":"[^"]*",/, ''),
  legacy.text('a task without kind by its id', 'get', 'get', '"kind":"task",', ''),
  legacy.text('no final event', 'A2A03-24', 'stream', '"final":true', '"final":false'),
  legacy.text('two final events', 'A2A03-24', 'stream', '"final":false', '"final":true'),
]

export const a2aMutants: readonly Mutant[] = [
  {
    name: 'A2A 1.0: a card that is not JSON',
    foundBy: [],
    make: () =>
      mapResponse(a2aAgent(), A2A_CARD_PATH, (response) => ({ ...response, body: '<html>' })),
    settings: { profile: 'a2a-1.0' },
  },
  ...commonMutants(current, A2A_10),
  ...currentMutants,
  ...commonMutants(legacy, A2A_03),
  ...legacyMutants,
]
