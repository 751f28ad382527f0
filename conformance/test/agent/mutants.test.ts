import { describe, expect, it } from 'vitest'
import { agentSuite } from '../../src/rules/agent/index.ts'
import { inState, judge, failedRules, lines } from '../support/judge.ts'
import { describeMutants } from '../support/mutants.ts'
import { AGENT_MUTANTS } from './mutants/index.ts'
import { referenceAgent } from './reference.ts'

describe('the reference agent', () => {
  it('violates no rule', async () => {
    const run = await judge(agentSuite, referenceAgent())
    expect(failedRules(run)).toEqual([])
    expect(lines(inState(run, 'ERROR', 'BLOCKED'))).toEqual([])
  })
})

describeMutants(agentSuite, AGENT_MUTANTS)
