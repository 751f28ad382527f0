import { A2A_03, A2A_10 } from '../../../src/probes/agent/a2a-dialects.ts'
import { mapResponse, type Mutant } from '../../support/mutants.ts'
import { a2aAgent, A2A_CARD_PATH, A2A_PATH } from '../a2a-agent.ts'
import { code, commonMutants, bodyIncludes } from './a2a-common.ts'
import { MutantFactory, RULES } from './a2a-kit.ts'
import { without, type Json } from './change.ts'

/** Removes the last event of a stream. */
const withoutEnd = (factory: MutantFactory): Mutant =>
  factory.response('a stream without its end', 'order', 'stream', (response) => ({
    ...response,
    body: response.body.replace(/: comment\n[^\n]*\n\n$/, ''),
  }))

const current = new MutantFactory(A2A_10, RULES['1.0'])

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
  current.response(
    'a wrong code for an unsupported version',
    'A2A10-23',
    'send',
    (response, request) =>
      request.headers['a2a-version'] === '99.0'
        ? { ...response, body: response.body.replace('-32009', '-32600') }
        : response,
  ),
  current.json(
    'a wrong code for a message to an unknown task',
    'A2A10-24',
    'send',
    (body, request) => (bodyIncludes('"taskId"', request) ? code(body, -32602) : body),
  ),
  current.text(
    'a stream that begins with an update',
    'order',
    'stream',
    /^: comment\ndata: [^\n]*\n\n/,
    '',
  ),
]

const legacy = new MutantFactory(A2A_03, RULES['0.3'])

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
  legacy.text('data that is a string', 'part', 'get', /"data":\{[^}]*\}/, '"data":"x"'),
  legacy.text('a task without contextId', 'task', 'send', /"contextId":"[^"]*",/, ''),
  legacy.text('tasks/get with a task without kind', 'get', 'get', '"kind":"task",', ''),
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
