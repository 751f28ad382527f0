import { describe, expect, it } from 'vitest'
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

/** Responds to a number of requests, and to further ones only after an hour. */
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
  return { ...jsonResponse(429, { task_id, status: 'failed', error }), headers: LONG }
}

describe('a rate limit that lasts longer than the run', () => {
  it.each([1, 3, 6, 20, 60, 90])(
    'violates nothing after %i requests to an agent',
    async (requests) => {
      for (const busy of [() => BUSY, failedTask]) {
        const run = await judge(agentSuite, limited(referenceAgent(), requests, busy))
        expect(failedRules(run)).toEqual([])
        expect(verdictOf(run.results)).toBe('inconclusive')
      }
    },
  )

  it.each([0, 3, 50, 200, 500])(
    'violates nothing after %i requests to a platform',
    async (requests) => {
      const platform = limited(referencePlatform(), requests, () => BUSY)
      const run = await judge(platformSuite, platform, PLATFORM_SETTINGS)
      expect(failedRules(run)).toEqual([])
      expect(verdictOf(run.results)).toBe('inconclusive')
    },
  )

  it('does not pass for the refusal of an unknown install token', async () => {
    const platform = referencePlatform()
    const run = await judge(
      platformSuite,
      (request: TestRequest) => {
        const response = platform(request)
        return operationOf(request) === 'bootstrap' && (response as TestResponse).status === 401
          ? BUSY
          : response
      },
      PLATFORM_SETTINGS,
    )
    expect(inState(run, 'NOT_TESTED').map(({ rule }) => rule.id)).toContain('BOOT-11')
  })

  it('does not conceal the violation of another response', async () => {
    let count = 0
    const agent = mapResponse(referenceAgent(), '/a2a/tasks', (response, { body }) =>
      body === 'hello'
        ? { ...response, status: 404 }
        : body === '' && (count += 1) > 0
          ? BUSY
          : response,
    )
    expect(failedRules(await judge(agentSuite, agent))).toEqual(['TASK-03'])
  })
})
