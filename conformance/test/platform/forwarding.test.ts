import { describe, expect, it } from 'vitest'
import type { Reply } from '../../src/engine/callbacks/inbox.ts'
import { rulesOf } from '../../src/engine/select.ts'
import type { Evidence, Exchange, Judgement } from '../../src/engine/types.ts'
import { AGENT_PATH, respondAsAgent } from '../../src/probes/platform/hosted-agent.ts'
import { reportOf } from '../../src/report/data.ts'
import { platformSuite } from '../../src/rules/platform/index.ts'
import { exchangeWith, judge } from '../support/judge.ts'
import { settings } from '../support/settings.ts'
import { forwardingMutants } from './mutants/forwarding.ts'

describe('a violation in a forwarded task', () => {
  it('is not reported as one that only concurrent requests show', async () => {
    const { make, settings: given } = forwardingMutants[0]!
    const run = await judge(platformSuite, make(), given)
    const { rules } = reportOf([run], { started_at: '2026-03-02T09:10:00.000Z' })
    const { violation, curl } = rules.find(({ id }) => id === 'FWD-01')!
    expect([violation, curl]).toEqual([
      {
        pointer: 'request/task_id',
        expected: 'a string',
        actual: 'nothing',
        exchange: 'forwarded#0',
      },
      [],
    ])
  })
})

describe('the observation of signed tasks', () => {
  const { judge: observe } = rulesOf(platformSuite).find(({ id }) => id === 'FWD-03')!
  const observation = (header: Readonly<Record<string, string>>, keys: object): Judgement => {
    const forwarded = exchangeWith('', 'text/plain')
    const exchanges: Readonly<Record<string, Exchange>> = {
      forwarded: { ...forwarded, request: { ...forwarded.request, headers: header } },
      keys: exchangeWith(JSON.stringify(keys), 'application/json'),
    }
    const of: Evidence['of'] = (probe = '') => [exchanges[probe]].filter((one) => one !== undefined)
    return observe({ of, one: (probe) => exchanges[probe]!, settings: settings() })
  }

  it.each([
    [{}, { keys: [] }, 'there is no X-Svc-Task'],
    [{ 'x-svc-task': 'x' }, { keys: [] }, 'there are no keys at /trust/jwks'],
    [{ 'x-svc-task': 'x' }, { keys: [{ x: 'AA' }] }, 'X-Svc-Task cannot be read'],
  ])('of %j with %j says in words: %s', (header, keys, reason) => {
    expect(observation(header, keys)).toEqual({
      kind: 'ok',
      note: `Not every task is signed for this installation: ${reason}.`,
    })
  })
})

describe('the agent that the suite serves', () => {
  const respond = (method: string, path: string): Reply =>
    respondAsAgent({ svc_id: 'a', skill: 'b', url: 'c' })({
      method,
      path: AGENT_PATH + path,
      headers: {},
      body: '',
    })

  it.each([
    ['GET', '/.well-known/agent.json', 200],
    ['GET', '/health?now=1', 200],
    ['POST', '/a2a/tasks', 400],
    ['GET', '/chat', 404],
    ['POST', '/a2a', 404],
    ['GET', '/', 404],
  ])('responds to %s %s with %d', (method, path, status) => {
    expect(respond(method, path).status).toBe(status)
  })

  it.each([
    ['POST', '/health', 'GET'],
    ['GET', '/a2a/tasks', 'POST'],
  ])('responds to %s %s with 405 and the allowed method', (method, path, allowed) => {
    const { status, headers } = respond(method, path)
    expect([status, headers['Allow']]).toEqual([405, allowed])
  })
})
