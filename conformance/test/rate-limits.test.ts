import { describe, expect, it } from 'vitest'
import type { Run } from '../src/engine/run.ts'
import type { State } from '../src/engine/types.ts'
import { verdictOf } from '../src/engine/verdict.ts'
import { agentSuite } from '../src/rules/agent/index.ts'
import { platformSuite } from '../src/rules/platform/index.ts'
import { referenceAgent, jsonResponse } from './agent/reference.ts'
import { operationOf, PLATFORM_SETTINGS, referencePlatform } from './platform/reference.ts'
import type { Handler, TestRequest, TestResponse } from './support/handler.ts'
import { failedRules, inState, judge } from './support/judge.ts'
import { mapResponse } from './support/mutants.ts'

const LONG = { 'Retry-After': '3600' }
const BUSY: TestResponse = { status: 429, headers: LONG, body: 'Too many requests' }

/** Forwards a number of requests to the target, and refuses further ones as if a rate limit lasted for an hour. */
const limited = (
  target: Handler,
  requests: number,
  busy: (request: TestRequest) => TestResponse,
): Handler => {
  let count = 0
  return (request) => ((count += 1) > requests ? busy(request) : target(request))
}

/** Reports the rate limit of tasks as the interface requires of any failure. */
const failedTask = ({ path, body }: TestRequest): TestResponse => {
  if (path !== '/a2a/tasks') return BUSY
  const task_id = /"task_id":"([^"]+)"/.exec(body)?.[1] ?? ''
  const error = { code: 'rate_limited', message: 'Try again in an hour.' }
  const response = jsonResponse(429, { task_id, status: 'failed', error })
  return { ...response, headers: { ...response.headers, ...LONG } }
}

/** Refuses some requests as if a rate limit lasted for an hour. */
const refusing =
  (target: Handler, isRefused: (request: TestRequest) => boolean): Handler =>
  (request) =>
    isRefused(request) ? BUSY : target(request)

const judgePlatform = (target: Handler): Promise<Run> =>
  judge(platformSuite, target, PLATFORM_SETTINGS)
const idsIn = (run: Run, state: State): readonly string[] =>
  inState(run, state).map(({ rule }) => rule.id)

/** Returns the rules that pass although all responses to one of their probes, or all that they observe, are 429. */
const passedWithoutEvidence = (run: Run): readonly string[] => {
  const areBusy = (probes: readonly string[]): boolean => {
    const sent = run.exchanges.filter(({ probe }) => probes.includes(probe))
    return (
      sent.length > 0 &&
      sent.every(({ outcome }) => outcome.kind === 'response' && outcome.status === 429)
    )
  }
  return inState(run, 'PASS')
    .filter(({ rule }) =>
      [...rule.probes.map((probe) => [probe]), rule.observes ?? []].some(areBusy),
    )
    .map(({ rule }) => rule.id)
}

describe('a rate limit that lasts longer than the run', () => {
  it.each([
    ['text', () => BUSY],
    ['a task response', failedTask],
  ])(
    'causes no violation and no pass without evidence, no matter when an agent starts to refuse requests with %s',
    async (_, busy) => {
      let total = 0
      const agent = referenceAgent()
      await judge(agentSuite, (request: TestRequest) => {
        total += 1
        return agent(request)
      })
      for (let requests = 1; requests < total; requests += 1) {
        const run = await judge(agentSuite, limited(referenceAgent(), requests, busy))
        expect([requests, failedRules(run), passedWithoutEvidence(run)]).toEqual([requests, [], []])
        // The last requests are observations, or ask for other protocols.
        if (requests < total - 10) expect(verdictOf(run.results)).toBe('inconclusive')
      }
    },
  )

  it('causes no violation and no pass without evidence, no matter when a platform starts to refuse requests', async () => {
    for (let requests = 0; requests < 540; requests += 18) {
      const run = await judgePlatform(limited(referencePlatform(), requests, () => BUSY))
      expect([requests, failedRules(run), passedWithoutEvidence(run)]).toEqual([requests, [], []])
      expect(verdictOf(run.results)).toBe('inconclusive')
    }
  })

  it('is not mistaken for the refusal of an unknown install token', async () => {
    const platform = referencePlatform()
    const run = await judgePlatform((request) => {
      const response = platform(request)
      return operationOf(request) === 'bootstrap' && (response as TestResponse).status === 401
        ? BUSY
        : response
    })
    expect(idsIn(run, 'NOT_TESTED')).toContain('BOOT-11')
  })

  it('does not conceal a violation in another response', async () => {
    const agent = mapResponse(referenceAgent(), '/a2a/tasks', (response, { body }) =>
      body === 'hello' ? { ...response, status: 404 } : body === '' ? BUSY : response,
    )
    expect(failedRules(await judge(agentSuite, agent))).toEqual(['TASK-03'])
  })

  it('does not excuse a task that is completed with 429', async () => {
    let count = 0
    const agent = mapResponse(referenceAgent(), '/a2a/tasks', (response) =>
      (count += 1) > 25 && response.status === 200 ? { ...response, status: 429 } : response,
    )
    expect(failedRules(await judge(agentSuite, agent))).toEqual(['TASK-31', 'TASK-36'])
  })

  it('is no evidence for the rules about failed tasks', async () => {
    const agent = referenceAgent()
    const run = await judge(agentSuite, (request: TestRequest) =>
      request.body.includes('no_such_skill') ? failedTask(request) : agent(request),
    )
    expect(failedRules(run)).toEqual([])
    expect(idsIn(run, 'NOT_TESTED')).toEqual(expect.arrayContaining(['TASK-19', 'TASK-23']))
  })
})

describe('a rate limit on some requests', () => {
  it.each([
    ['updateWorkspace', ['WS-03']],
    ['deleteWorkspace', ['WS-04']],
  ])('to %s leaves the rules about the subsequent requests untested', async (operation, rules) => {
    const run = await judgePlatform(
      refusing(referencePlatform(), (request) => operationOf(request) === operation),
    )
    expect(failedRules(run)).toEqual([])
    expect(idsIn(run, 'NOT_TESTED')).toEqual(expect.arrayContaining(rules))
  })

  it('to the clock leaves the rules that need time to pass untested', async () => {
    const run = await judgePlatform(refusing(referencePlatform(), ({ path }) => path === '/_clock'))
    expect(failedRules(run)).toEqual([])
    expect(idsIn(run, 'NOT_TESTED')).toEqual(
      expect.arrayContaining(['BOOT-09', 'BOOT-10', 'LEASE-05', 'REF-05']),
    )
  })

  it('does not conceal that a race returns several refresh tokens', async () => {
    const platform = referencePlatform()
    const uses = new Map<string, number>()
    const run = await judgePlatform((request) => {
      if (operationOf(request) !== 'bootstrap') return platform(request)
      const used = (uses.get(request.body) ?? 0) + 1
      uses.set(request.body, used)
      const response = platform(request) as TestResponse
      if (used > 6) return BUSY
      return used > 2
        ? jsonResponse(response.status, {
            ...JSON.parse(response.body),
            refresh_token: 'srf_again',
          })
        : response
    })
    expect(failedRules(run)).toEqual(['BOOT-12'])
  })

  it('does not conceal that two install tokens are equal', async () => {
    const platform = referencePlatform()
    let count = 0
    const run = await judgePlatform((request) => {
      if (!request.body.includes('"expiry_minutes":1}')) return platform(request)
      const response = platform(request) as TestResponse
      return (count += 1) > 40
        ? BUSY
        : { ...response, body: response.body.replace(/skt_[^"]+/, 'skt_same') }
    })
    expect(failedRules(run)).toContain('TOK-07')
  })
})
