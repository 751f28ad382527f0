import { describe, expect, it } from 'vitest'
import { runSuite } from '../../src/engine/run.ts'
import { select } from '../../src/engine/select.ts'
import { DEFAULT_SETTINGS } from '../../src/engine/settings.ts'
import { reportOf } from '../../src/report/data.ts'
import { agentSuite } from '../../src/rules/agent/index.ts'
import { transportTo, type Handler } from '../support/handler.ts'
import { inState, judge, lines, virtualClock } from '../support/judge.ts'
import { settings } from '../support/settings.ts'
import { mapResponse } from '../support/mutants.ts'
import { mcpAgent } from './mcp-agent.ts'
import { referenceAgent } from './reference.ts'

describe('a rule whose request makes the target close the connection', () => {
  it('has a hint about that instead of its own', async () => {
    const agent = referenceAgent()
    const crashing: Handler = (request) =>
      request.path === '/a2a/tasks' && request.body === '' ? 'reset' : agent(request)
    const run = await judge(agentSuite, crashing)
    const { rules } = reportOf([run], { started_at: '2026-03-02T09:10:00.000Z' })
    const found = rules.filter(({ state }) => state === 'FAIL' || state === 'WARN')
    expect(found.map(({ id }) => id)).toContain('TASK-03')
    for (const { hint } of found) expect(hint).toMatch(/^The target closed the connection without/)
  })
})

describe('a rule without a response to judge', () => {
  it('does not apply if --fuzz 0 prevents tasks from being generated', async () => {
    const run = await judge(agentSuite, referenceAgent(), { fuzz: 0 })
    expect(lines(inState(run, 'N/A'))).toContain(
      'N/A TASK-36: No tasks were generated, because of --fuzz 0.',
    )
    expect(run.exchanges.filter(({ probe }) => probe === 'task.fuzz')).toEqual([])
  })

  it.each([
    ['run', 'Not completed: the run has reached its time limit. Raise it with --run-timeout.'],
    ['probe', 'Not completed: the probe has reached its time limit. Raise it with --rule-timeout.'],
  ])('is untested if the time limit of the %s has passed', async (limit, reason) => {
    const agent = referenceAgent()
    const slow: Handler = (request) => (request.path === '/health' ? 'silence' : agent(request))
    const limits = { ...DEFAULT_SETTINGS.limits, [limit]: 5000 }
    const run = await judge(agentSuite, slow, { limits })
    expect(lines(inState(run, 'NOT_TESTED'))).toContain(`NOT_TESTED HEALTH-01: ${reason}`)
  })

  it.each([
    ['TASK-12', 'completed', 201, 200, 'TASK-11'],
    ['TASK-20', 'failed', 200, 422, 'TASK-19'],
  ])(
    '%s is untested if every %s task gets %i instead of %i',
    async (id, state, to, from, cause) => {
      const wrong = mapResponse(referenceAgent(), '/a2a/tasks', (response) =>
        response.status >= 400 === from >= 400 ? { ...response, status: to } : response,
      )
      const run = await judge(agentSuite, wrong)
      expect(lines(inState(run, 'FAIL'))).toContainEqual(expect.stringContaining(`FAIL ${cause}`))
      expect(lines(inState(run, 'NOT_TESTED'))).toContain(
        `NOT_TESTED ${id}: Every ${state} task was returned with the wrong HTTP status; correct that first, see ${cause}.`,
      )
    },
  )

  it('is untested if a sample is for a skill that is not on the card', async () => {
    const run = await judge(agentSuite, referenceAgent(), { samples: { Shout: { text: 'x' } } })
    expect(lines(inState(run, 'NOT_TESTED'))).toEqual([
      'NOT_TESTED TASK-28: --sample names Shout, but the card has no such skill; correct the name, or use --mcp if it is a tool.',
    ])
  })

  it('is untested if the run ended before the declared tools of an MCP server were listed', async () => {
    const clock = virtualClock()
    const agent = mcpAgent()
    const slow: Handler = (request) => {
      if (request.body.includes('server/discover')) void clock.wait(DEFAULT_SETTINGS.limits.run + 1)
      return agent(request)
    }
    const selected = select(agentSuite, { rules: ['MCP-10'] })
    const plan = { suite: agentSuite, settings: settings({ profile: 'mcp' }), selected }
    expect(lines((await runSuite(plan, transportTo(slow), clock)).results)).toEqual([
      'NOT_TESTED MCP-10: The server declares tools, but no tools/list request was recorded.',
    ])
  })
})
