import { describe, expect, it } from 'vitest'
import { verdictOf } from '../../src/engine/verdict.ts'
import { agentSuite } from '../../src/rules/agent/index.ts'
import { transportTo } from '../support/handler.ts'
import { inState, judge, lines } from '../support/judge.ts'
import { CONFORMING } from './shapes.ts'

describe('a conforming agent', () => {
  it.each(CONFORMING)('($name) has no findings', async ({ make, settings, partial }) => {
    const run = await judge(
      agentSuite,
      make(),
      { fuzz: 100, ...settings },
      transportTo(make(), 'http://target.test'),
    )
    expect(lines(inState(run, 'FAIL', 'WARN', 'ERROR'))).toEqual([])
    expect(verdictOf(run.results)).toBe(partial ? 'inconclusive' : 'conformant')
    if (!partial) expect(lines(inState(run, 'BLOCKED', 'NOT_TESTED'))).toEqual([])
  })
})
