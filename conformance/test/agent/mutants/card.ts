import { mapResponse, mapJson, type Mutant } from '../../support/mutants.ts'
import type { Settings } from '../../../src/engine/settings.ts'
import type { Handler } from '../../support/handler.ts'
import { PLATFORM, referenceAgent } from '../reference.ts'

const PATH = '/.well-known/agent.json'
type Json = Record<string, unknown>

const card = (name: string, foundBy: readonly string[], change: (card: Json) => Json): Mutant => ({
  name,
  foundBy,
  make: () => mapJson(referenceAgent(), PATH, change),
})
const skill = (name: string, foundBy: readonly string[], change: (skill: Json) => Json): Mutant =>
  card(name, foundBy, (it) => ({
    ...it,
    skills: (it['skills'] as Json[]).map((one, i) => (i === 1 ? change(one) : one)),
  }))

/** Run with the platform that knows the agent as version 1.0.0. */
export const REGISTERED: Partial<Settings> = { platform: PLATFORM, keys: { free: 'sk_live_free' } }

const failingPlatform = (): Handler => {
  const agent = referenceAgent()
  return (request) => {
    const response = agent(request)
    return typeof response === 'object' &&
      request.path.startsWith('/platform/') &&
      response.status === 200
      ? { ...response, status: 500 }
      : response
  }
}

export const cardMutants: readonly Mutant[] = [
  {
    name: 'a card that asks for credentials',
    foundBy: ['CARD-01'],
    make: () => mapResponse(referenceAgent(), PATH, (response) => ({ ...response, status: 401 })),
  },
  {
    name: 'a card as HTML',
    foundBy: ['CARD-01'],
    make: () =>
      mapResponse(referenceAgent(), PATH, (response) => ({ ...response, body: '<html></html>' })),
  },
  card('a card without svc_id', ['CARD-01'], ({ svc_id: _, ...rest }) => rest),
  card('a card without a name', ['CARD-01'], ({ name: _, ...rest }) => rest),
  card('a card with a number for its description', ['CARD-02'], (it) => ({
    ...it,
    description: 7,
  })),
  card('a card without url', ['CARD-02'], ({ url: _, ...rest }) => rest),
  card('skills as an object', ['CARD-03'], (it) => ({ ...it, skills: { shout: {} } })),
  skill(
    'a second skill without output_schema',
    ['CARD-04'],
    ({ output_schema: _, ...rest }) => rest,
  ),
  skill('a second skill without input_schema', ['CARD-04'], ({ input_schema: _, ...rest }) => rest),
  skill('a second skill without description', ['CARD-04'], ({ description: _, ...rest }) => rest),
  card('two skills of one name', ['CARD-05'], (it) => ({
    ...it,
    skills: [...(it['skills'] as Json[]), ...(it['skills'] as Json[])],
  })),
  skill('a misspelt type in a schema', ['CARD-06'], (it) => ({
    ...it,
    input_schema: { type: 'object', properties: { text: { type: 'strng' } } },
  })),
  skill('a schema that is a text', ['CARD-06'], (it) => ({ ...it, output_schema: 'object' })),
  skill('timeout_ms as a text', ['CARD-07'], (it) => ({ ...it, timeout_ms: '5s' })),
  skill('timeout_ms as a fraction', ['CARD-07'], (it) => ({ ...it, timeout_ms: 1.5 })),
  skill('no time at all', ['CARD-07.positive'], (it) => ({ ...it, timeout_ms: 0 })),
  skill('less time than none', ['CARD-07.positive'], (it) => ({ ...it, timeout_ms: -5 })),
  card('another kind of authentication', ['CARD-08'], (it) => ({
    ...it,
    authentication: { type: 'bearer', verify_url: 'https://agents.example.com/trust/verify' },
  })),
  card('authentication without verify_url', ['CARD-09'], (it) => ({
    ...it,
    authentication: { type: 'svc_trust' },
  })),
  card('a path for verify_url', ['CARD-09.address'], (it) => ({
    ...it,
    authentication: { type: 'svc_trust', verify_url: '/trust/verify' },
  })),
  card('a verify_url that leads to the platform only', ['CARD-09.address'], (it) => ({
    ...it,
    authentication: { type: 'svc_trust', verify_url: 'https://agents.example.com/api/v1' },
  })),
  card('capabilities as an object', ['CARD-10'], (it) => ({
    ...it,
    capabilities: { streaming: false },
  })),
  {
    ...card(
      'a published card without verification_status',
      ['CARD-11'],
      ({ verification_status: _, ...rest }) => rest,
    ),
    settings: { published: true },
  },
  {
    ...card(
      'a published card without capabilities',
      ['CARD-11'],
      ({ capabilities: _, ...rest }) => rest,
    ),
    settings: { published: true },
  },
  {
    ...card('the url of a host that nobody finds', ['CARD-12'], (it) => ({
      ...it,
      url: 'https://elsewhere.example',
    })),
    settings: { allowed_hosts: ['https://elsewhere.example'] },
  },
  card('a path for its url', ['CARD-12'], (it) => ({ ...it, url: '/agent' })),
  {
    ...card('another version than was registered', ['CARD-14.registered'], (it) => ({
      ...it,
      version: '1.0.1',
    })),
    settings: REGISTERED,
  },
  {
    name: 'a platform that fails while it tells the version',
    foundBy: ['CARD-14.registered'],
    make: () => failingPlatform(),
    settings: REGISTERED,
  },
  card('a capability that is no skill', ['CARD-13'], (it) => ({
    ...it,
    capabilities: ['count_words', 'Shout'],
  })),
  card('an empty version', ['CARD-14'], (it) => ({ ...it, version: '' })),
  {
    name: 'another version with every request',
    foundBy: ['CARD-16'],
    make: () => {
      let times = 0
      return mapJson(referenceAgent(), PATH, (it) => ({ ...it, version: `1.0.${(times += 1)}` }))
    },
  },
  {
    name: 'another svc_id with every request',
    foundBy: ['CARD-16', 'HDR-01'],
    make: () => {
      let times = 0
      return mapJson(referenceAgent(), PATH, (it) => ({ ...it, svc_id: `agent-${(times += 1)}` }))
    },
  },
]
