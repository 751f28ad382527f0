import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  choose,
  creditedOrganization,
  offers,
  type Candidate,
} from '../../../src/domain/tasks/routing.ts'
import { initialReputation } from '../../../src/domain/agents/reputation.ts'

const NOW = '2026-03-02T09:00:00.000Z'

interface Told {
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
}: Told = {}): Candidate => ({
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
const chosen = (...told: Told[]) => choose(told.map(candidate), NOW)?.installation.installation_id

describe('who gets a task', () => {
  it('nobody where nobody is left', () => expect(chosen()).toBeUndefined())

  it.each<Told>([
    { lifecycle: 'paused' },
    { lifecycle: 'revoked' },
    { lifecycle: 'terminated' },
    { health: 'offline' },
    { health: 'stopped' },
    { suspended: true },
    { revoked: true },
  ])('never one that is %o', (told) => expect(chosen(told)).toBeUndefined())

  it('online before unhealthy, whatever the reputation', () => {
    expect(chosen({ id: 'a', health: 'unhealthy', successes: 90 }, { id: 'b', in_flight: 9 })).toBe(
      'b',
    )
    expect(chosen({ id: 'a', health: 'unhealthy' })).toBe('a')
  })
  it('one that told an address before one that did not', () => {
    expect(chosen({ id: 'a', url: null, successes: 90 }, { id: 'b', health: 'unhealthy' })).toBe(
      'b',
    )
    expect(chosen({ id: 'a', url: null })).toBe('a')
  })
  it('then the highest reputation', () =>
    expect(
      chosen({ id: 'a' }, { id: 'b', successes: 3, in_flight: 7 }, { id: 'c', successes: 1 }),
    ).toBe('b'))
  it('then the fewest tasks under way', () =>
    expect(
      chosen({ id: 'a', in_flight: 2 }, { id: 'b', in_flight: 1 }, { id: 'c', in_flight: 3 }),
    ).toBe('b'))
  it('then the lowest identifier', () =>
    expect(chosen({ id: 'c' }, { id: 'a' }, { id: 'b' })).toBe('a'))

  it('the order in which they are found never matters, and nobody better is left behind', () => {
    const some = fc.record<Told>({
      health: fc.constantFrom('online', 'unhealthy', 'offline', 'stopped'),
      lifecycle: fc.constantFrom('active', 'active', 'paused'),
      url: fc.constantFrom('https://a.example', null),
      in_flight: fc.nat(3),
      successes: fc.nat(3),
      suspended: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(some, { maxLength: 8 }), fc.nat(), (told, turn) => {
        const all = told.map((one, index) => ({ ...one, id: `i${index}` }))
        const turned = [
          ...all.slice(turn % (all.length || 1)),
          ...all.slice(0, turn % (all.length || 1)),
        ]
        const id = chosen(...all)
        expect(chosen(...turned)).toBe(id)
        // Whoever would be chosen from a pair with the winner is the winner.
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

describe('rule 5: capability names equal the skill strings that are routed', () => {
  const installation = {
    installation_id: 'i',
    agent_id: 'agent-a',
    capabilities: ['translate', 'Über'],
  }
  it.each(['translate', 'Über'])('%s is offered', (skill) =>
    expect(offers(installation, { skill })).toBe(true),
  )
  it.each(['Translate', 'translate ', 'trans', 'translate.text', 'U\u0308ber', '*', ''])(
    '%s is not',
    (skill) => expect(offers(installation, { skill })).toBe(false),
  )
  it('a target narrows, and all that it says has to hold', () => {
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

it('an outcome counts for nobody when the agent belongs to one of those who asked', () => {
  expect(creditedOrganization({ organization_id: 'org_a' }, ['org_b'])).toBe('org_a')
  expect(creditedOrganization({ organization_id: 'org_a' }, ['org_a'])).toBeNull()
  expect(creditedOrganization({ organization_id: 'org_a' }, ['org_b', 'org_a'])).toBeNull()
})
