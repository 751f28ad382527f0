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
  card(name, foundBy, (json) => ({
    ...json,
    skills: (json['skills'] as Json[]).map((one, i) => (i === 1 ? change(one) : one)),
  }))

/** Settings with the platform on which the agent is registered as version 1.0.0. */
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
    name: 'a card that requires credentials',
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
  card('a card with a number as description', ['CARD-02'], (json) => ({
    ...json,
    description: 7,
  })),
  card('a card without url', ['CARD-02'], ({ url: _, ...rest }) => rest),
  card('skills as an object', ['CARD-03'], (json) => ({ ...json, skills: { shout: {} } })),
  skill(
    'a second skill without output_schema',
    ['CARD-04'],
    ({ output_schema: _, ...rest }) => rest,
  ),
  skill('a second skill without input_schema', ['CARD-04'], ({ input_schema: _, ...rest }) => rest),
  skill('a second skill without description', ['CARD-04'], ({ description: _, ...rest }) => rest),
  card('two skills with one name', ['CARD-05'], (json) => ({
    ...json,
    skills: [...(json['skills'] as Json[]), ...(json['skills'] as Json[])],
  })),
  skill('a misspelt type in a schema', ['CARD-06'], (json) => ({
    ...json,
    input_schema: { type: 'object', properties: { text: { type: 'strng' } } },
  })),
  skill('a string as schema', ['CARD-06'], (json) => ({ ...json, output_schema: 'object' })),
  skill('timeout_ms as a string', ['CARD-07'], (json) => ({ ...json, timeout_ms: '5s' })),
  skill('timeout_ms as a fraction', ['CARD-07'], (json) => ({ ...json, timeout_ms: 1.5 })),
  skill('timeout_ms of zero', ['CARD-07.positive'], (json) => ({ ...json, timeout_ms: 0 })),
  skill('a negative timeout_ms', ['CARD-07.positive'], (json) => ({ ...json, timeout_ms: -5 })),
  card('a different type of authentication', ['CARD-08'], (json) => ({
    ...json,
    authentication: { type: 'bearer', verify_url: 'https://agents.example.com/trust/verify' },
  })),
  card('authentication without verify_url', ['CARD-09'], (json) => ({
    ...json,
    authentication: { type: 'svc_trust' },
  })),
  card('a path as verify_url', ['CARD-09.address'], (json) => ({
    ...json,
    authentication: { type: 'svc_trust', verify_url: '/trust/verify' },
  })),
  card('a verify_url with only the address of the platform', ['CARD-09.address'], (json) => ({
    ...json,
    authentication: { type: 'svc_trust', verify_url: 'https://agents.example.com/api/v1' },
  })),
  card('capabilities as an object', ['CARD-10'], (json) => ({
    ...json,
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
    ...card('a url with an unknown host', ['CARD-12'], (json) => ({
      ...json,
      url: 'https://elsewhere.example',
    })),
    settings: { allowed_hosts: ['https://elsewhere.example'] },
  },
  card('a path as url', ['CARD-12'], (json) => ({ ...json, url: '/agent' })),
  {
    ...card('a version other than the registered one', ['CARD-14.registered'], (json) => ({
      ...json,
      version: '1.0.1',
    })),
    settings: REGISTERED,
  },
  {
    name: 'a platform that returns 500 with the version',
    foundBy: ['CARD-14.registered'],
    make: () => failingPlatform(),
    settings: REGISTERED,
  },
  card('a capability without a skill', ['CARD-13'], (json) => ({
    ...json,
    capabilities: ['count_words', 'Shout'],
  })),
  card('an empty version', ['CARD-14'], (json) => ({ ...json, version: '' })),
  {
    name: 'a different version with every request',
    foundBy: ['CARD-16'],
    make: () => {
      let times = 0
      return mapJson(referenceAgent(), PATH, (json) => ({
        ...json,
        version: `1.0.${(times += 1)}`,
      }))
    },
  },
  {
    name: 'a different svc_id with every request',
    foundBy: ['CARD-16', 'HDR-01'],
    make: () => {
      let times = 0
      return mapJson(referenceAgent(), PATH, (json) => ({
        ...json,
        svc_id: `agent-${(times += 1)}`,
      }))
    },
  },
]
