import { describe, expect, it } from 'vitest'
import { agentSuite } from '../../src/rules/agent/index.ts'
import { inState, judge, killers, lines } from '../support/judge.ts'
import { describeMutants } from '../support/mutants.ts'
import { cardMutants } from './mutants/card.ts'
import { referenceAgent } from './reference.ts'

const MUTANTS = [...cardMutants]

describe('the reference agent', () => {
  it('breaks no rule', async () => {
    const run = await judge(agentSuite, referenceAgent())
    expect(killers(run)).toEqual([])
    expect(lines(inState(run, 'ERROR', 'BLOCKED'))).toEqual([])
  })
})

describeMutants(agentSuite, MUTANTS)
