import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  choose,
  creditedOrganization,
  offers,
  signedRequester,
  taskRequest,
  taskRequester,
  type Candidate,
} from '../../../src/domain/tasks/routing.ts'
import { sha256Hex } from '../../../src/domain/crypto/hash.ts'
import { initialReputation } from '../../../src/domain/agents/reputation.ts'
import { faultOf, PURPOSES } from '../../../src/domain/signatures/signature.ts'

const NOW = '2026-03-02T09:00:00.000Z'

interface CandidateOptions {
  id?: string
  agent?: string
  lifecycle?: 'active' | 'paused' | 'revoked' | 'terminated'
  health?: 'online' | 'unhealthy' | 'offline' | 'stopped'
  url?: string | null
  in_flight?: number
  successes?: number
  suspended?: boolean
  revoked?: boolean
}
const candidate = ({
  id = 'a',
  agent = 'agent-a',
  lifecycle = 'active',
  health = 'online',
  url = 'https://a.example',
  in_flight = 0,
  successes = 0,
  suspended = false,
  revoked = false,
}: CandidateOptions = {}): Candidate => ({
  installation: {
    installation_id: id,
    lifecycle,
    health,
    capabilities: ['translate'],
    upstream_url: url,
    in_flight,
  },
  agent: {
    svc_id: agent,
    suspended_at: suspended ? NOW : null,
    revoked_at: revoked ? NOW : null,
    disputes_upheld: 0,
    reputation: { ...initialReputation(NOW), successes },
  },
})
const chosen = (...options: CandidateOptions[]) =>
  choose(options.map(candidate), NOW)?.installation.installation_id

describe('choice of an installation', () => {
  it('chooses none if there is none', () => expect(chosen()).toBeUndefined())

  it.each<CandidateOptions>([
    { lifecycle: 'paused' },
    { lifecycle: 'revoked' },
    { lifecycle: 'terminated' },
    { health: 'offline' },
    { health: 'stopped' },
    { suspended: true },
    { revoked: true },
  ])('never chooses one that is %o', (options) => expect(chosen(options)).toBeUndefined())

  it('prefers online to unhealthy, whatever the reputation', () => {
    expect(chosen({ id: 'a', health: 'unhealthy', successes: 90 }, { id: 'b', in_flight: 9 })).toBe(
      'b',
    )
    expect(chosen({ id: 'a', health: 'unhealthy' })).toBe('a')
  })
  it('prefers one that stated an address', () => {
    expect(chosen({ id: 'a', url: null, successes: 90 }, { id: 'b', health: 'unhealthy' })).toBe(
      'b',
    )
    expect(chosen({ id: 'a', url: null })).toBe('a')
  })
  it('then prefers the highest reputation', () =>
    expect(
      chosen({ id: 'a' }, { id: 'b', successes: 3, in_flight: 7 }, { id: 'c', successes: 1 }),
    ).toBe('b'))
  it('then prefers the fewest tasks in progress', () =>
    expect(
      chosen({ id: 'a', in_flight: 2 }, { id: 'b', in_flight: 1 }, { id: 'c', in_flight: 3 }),
    ).toBe('b'))
  it('then prefers the lowest identifier', () =>
    expect(chosen({ id: 'c' }, { id: 'a' }, { id: 'b' })).toBe('a'))

  it('does not depend on the order of the candidates, and always chooses the best', () => {
    const some = fc.record<CandidateOptions>({
      health: fc.constantFrom('online', 'unhealthy', 'offline', 'stopped'),
      lifecycle: fc.constantFrom('active', 'active', 'paused'),
      url: fc.constantFrom('https://a.example', null),
      in_flight: fc.nat(3),
      successes: fc.nat(3),
      suspended: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(some, { maxLength: 8 }), fc.nat(), (options, turn) => {
        const all = options.map((one, index) => ({ ...one, id: `i${index}` }))
        const rotated = [
          ...all.slice(turn % (all.length || 1)),
          ...all.slice(0, turn % (all.length || 1)),
        ]
        const id = chosen(...all)
        expect(chosen(...rotated)).toBe(id)
        // The chosen one is also preferred in every pair with another.
        for (const other of all)
          if (id !== undefined)
            expect(
              chosen(
                all.find((one) => one.id === id)!,
                other,
              ),
            ).toBe(id)
      }),
    )
  })
})

describe('an installation', () => {
  const installation = {
    installation_id: 'i',
    agent_id: 'agent-a',
    capabilities: ['translate', 'Über'],
  }
  it.each(['translate', 'Über'])('offers %s', (skill) =>
    expect(offers(installation, { skill })).toBe(true),
  )
  it.each(['Translate', 'translate ', 'trans', 'translate.text', 'U\u0308ber', '*', ''])(
    'does not offer %s',
    (skill) => expect(offers(installation, { skill })).toBe(false),
  )
  it('must match every part of a target', () => {
    const skill = 'translate'
    expect(offers(installation, { skill, target: {} })).toBe(true)
    expect(
      offers(installation, { skill, target: { svc_id: 'agent-a', installation_id: 'i' } }),
    ).toBe(true)
    expect(offers(installation, { skill, target: { svc_id: 'agent-b' } })).toBe(false)
    expect(
      offers(installation, { skill, target: { svc_id: 'agent-a', installation_id: 'j' } }),
    ).toBe(false)
  })
})

it('credits no organization if the agent belongs to a requester', () => {
  expect(creditedOrganization({ organization_id: 'org_a' }, ['org_b'])).toBe('org_a')
  expect(creditedOrganization({ organization_id: 'org_a' }, ['org_a'])).toBeNull()
  expect(creditedOrganization({ organization_id: 'org_a' }, ['org_b', 'org_a'])).toBeNull()
})

it.each([
  [{ type: 'api_key', id: 'key_1' }, undefined, { organization_id: 'org_a', key_id: 'key_1' }],
  [
    { type: 'api_key', id: 'key_1' },
    'ada@a.example',
    { organization_id: 'org_a', key_id: 'key_1', acting_for: 'ada@a.example' },
  ],
  [
    { type: 'member', id: 'ada@a.example' },
    undefined,
    { organization_id: 'org_a', member: 'ada@a.example' },
  ],
  [
    { type: 'installation', id: 'i-1' },
    undefined,
    { organization_id: 'org_a', installation_id: 'i-1' },
  ],
  [{ type: 'operator', id: 'root' }, undefined, { organization_id: 'org_a' }],
  [{ type: 'anonymous', id: null }, undefined, { organization_id: 'org_a' }],
])('maps the actor %j acting for %j to the requester %j', (actor, acting_for, requester) => {
  const claim = taskRequester({ actor, organization_id: 'org_a', acting_for })
  expect(claim).toEqual(requester)
  expect(PURPOSES.task.required.requester(claim)).toBe(true)
  expect(
    faultOf({ required: { requester: PURPOSES.task.required.requester } }, { requester: claim }),
  ).toBeUndefined()
})

it('signs the identifier of a person, never the e-mail address', () => {
  const person = { organization_id: 'org_a', member: 'ada@a.example' }
  expect(signedRequester(person, { member: 'usr_1' })).toEqual({
    organization_id: 'org_a',
    member: 'usr_1',
  })
  expect(signedRequester(person, {})).toEqual({ organization_id: 'org_a' })
  const key = { organization_id: 'org_a', key_id: 'key_1' }
  expect(signedRequester(key, { member: 'usr_1' })).toEqual(key)
  expect(signedRequester({ ...key, acting_for: 'ada@a.example' }, { acting_for: 'usr_2' })).toEqual(
    { ...key, acting_for: 'usr_2' },
  )
  const agent = { ...key, acting_for: 'a'.repeat(64) }
  expect(signedRequester(agent, {})).toEqual(agent)
})

describe('forwarded request', () => {
  const task = { task_id: 't1', skill: 'translate', workspace_id: 'ws_1', requester_id: 'org_1' }
  const context = { skill: 'translate', workspace_id: 'ws_1', requester_id: 'org_1' }
  it('turns a string into a user message with one part', () => {
    expect(taskRequest({ ...task, message: 'Hallo' })).toEqual({
      task_id: 't1',
      type: 'translate',
      input: {
        skill: 'translate',
        message: { role: 'user', parts: [{ type: 'text', text: 'Hallo' }] },
      },
      context,
    })
  })
  it('forwards a message unchanged, with the role `user` if it has none', () => {
    const parts = [
      { type: 'text', text: 'x' },
      { type: 'data', data: [1] },
    ]
    expect(taskRequest({ ...task, message: { role: 'agent', parts, more: 1 } })).toMatchObject({
      input: { message: { role: 'agent', parts, more: 1 } },
    })
    expect(taskRequest({ ...task, message: { parts } })).toMatchObject({
      input: { message: { role: 'user', parts } },
    })
  })
  it('forwards an input unchanged except for the skill', () => {
    expect(taskRequest({ ...task, input: { to: 'en', skill: 'other' } })).toEqual({
      task_id: 't1',
      type: 'translate',
      input: { to: 'en', skill: 'translate' },
      context,
    })
  })
  it('forwards message and input together, and requires neither', () => {
    expect(
      taskRequest({ ...task, input: { to: 'en', message: 'old' }, message: 'new' }),
    ).toMatchObject({
      input: { to: 'en', message: { parts: [{ text: 'new' }] } },
    })
    expect(taskRequest(task)).toMatchObject({ input: { skill: 'translate' } })
  })
})

it('forwards a request that equals the example in the contract of agents, byte for byte', () => {
  const message = {
    role: 'user',
    parts: [
      { type: 'text', text: 'Invoice 2026-0117 of Paper Mill Ltd: 1280.50 EUR, due 2026-03-16.' },
    ],
  }
  const task = {
    task_id: '0195561d-4f40-7b7c-9a61-2f7d3a90c1e5',
    skill: 'extract_invoice',
    workspace_id: 'ws_7b1e5c90d2f4',
    requester_id: 'org_acme',
  }
  expect(sha256Hex(JSON.stringify(taskRequest({ ...task, message })))).toBe(
    'de62eecc6ee4be1affbbe9f2f3aa82b24ff9871eedfa8baad5d927066d05c307',
  )
})
