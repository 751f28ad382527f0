import { describe, expect, it } from 'vitest'
import { DEFAULT_SETTINGS } from '../../src/engine/settings.ts'
import { agentSuite } from '../../src/rules/agent/index.ts'
import type { Handler } from '../support/handler.ts'
import { inState, judge, lines } from '../support/judge.ts'
import { referenceAgent } from './reference.ts'

describe('a rule without a response to judge', () => {
  it('does not apply if --fuzz 0 prevents tasks from being generated', async () => {
    const run = await judge(agentSuite, referenceAgent(), { fuzz: 0 })
    expect(lines(inState(run, 'N/A'))).toContain(
      'N/A TASK-36: No tasks were generated, because of --fuzz 0.',
    )
    expect(run.exchanges.filter(({ probe }) => probe === 'task.fuzz')).toEqual([])
  })

  it.each([
    ['run', 'Not sent: the run has reached its time limit. Raise it with --run-timeout.'],
    ['probe', 'Not sent: the probe has reached its time limit. Raise it with --rule-timeout.'],
  ])('is untested if the time limit of the %s has passed', async (limit, reason) => {
    const agent = referenceAgent()
    const slow: Handler = (request) => (request.path === '/health' ? 'silence' : agent(request))
    const limits = { ...DEFAULT_SETTINGS.limits, [limit]: 5000 }
    const run = await judge(agentSuite, slow, { limits })
    expect(lines(inState(run, 'NOT_TESTED'))).toContain(`NOT_TESTED HEALTH-01: ${reason}`)
  })
})
