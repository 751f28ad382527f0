import { describe, expect, it } from 'vitest'
import { text } from '../src/report/text.ts'
import { reportOf } from '../src/report/data.ts'
import { createRuleLines, type RuleResult } from '../src/report/rule-lines.ts'
import { agentSuite } from '../src/rules/agent/index.ts'
import { referenceAgent } from './agent/reference.ts'
import { judge } from './support/judge.ts'
import { linesOf } from './support/rule-lines.ts'

const result = (
  id: string,
  state: RuleResult['state'],
  reason = '',
  flaky?: RuleResult['flaky'],
): RuleResult => ({
  id,
  state,
  title: `title of ${id}`,
  reason,
  ...(flaky === undefined ? {} : { flaky }),
})

describe('the lines of a run', () => {
  it.each<{ name: string; results: readonly RuleResult[]; lines: readonly string[] }>([
    {
      name: 'give each judged rule a line',
      results: [result('A-01', 'PASS'), result('A-02', 'PASS'), result('A-03', 'PASS')],
      lines: [
        'PASS       A-01       title of A-01',
        'PASS       A-02       title of A-02',
        'PASS       A-03       title of A-03',
      ],
    },
    {
      name: 'give consecutive unjudged rules with the same reason one line',
      results: [
        result('A-01', 'FAIL', 'status 404'),
        ...['A-02', 'A-03', 'A-04'].map((id) => result(id, 'BLOCKED', 'A-01 has to pass first')),
        ...['B-01', 'B-02', 'B-03', 'B-04'].map((id) => result(id, 'N/A', 'no card')),
      ],
      lines: [
        'FAIL       A-01       title of A-01 (status 404)',
        'BLOCKED    A-02 to A-04, 3 rules (A-01 has to pass first)',
        'N/A        B-01 to B-04, 4 rules (no card)',
      ],
    },
    {
      name: 'keep separate lines if only two consecutive rules are not judged for the same reason',
      results: [
        result('A-01', 'N/A', 'no card'),
        result('A-02', 'N/A', 'no card'),
        result('A-03', 'N/A', 'no tools'),
      ],
      lines: [
        'N/A        A-01       title of A-01 (no card)',
        'N/A        A-02       title of A-02 (no card)',
        'N/A        A-03       title of A-03 (no tools)',
      ],
    },
    {
      name: 'give a flaky rule a line of its own',
      results: ['A-01', 'A-02', 'A-03', 'A-04'].map((id) =>
        result(
          id,
          'BLOCKED',
          'B-01 has to pass first',
          id === 'A-02' ? ['PASS', 'BLOCKED'] : undefined,
        ),
      ),
      lines: [
        'BLOCKED    A-01       title of A-01 (B-01 has to pass first)',
        'BLOCKED    A-02       title of A-02 (B-01 has to pass first) (flaky: PASS, BLOCKED)',
        'BLOCKED    A-03       title of A-03 (B-01 has to pass first)',
        'BLOCKED    A-04       title of A-04 (B-01 has to pass first)',
      ],
    },
  ])('$name', ({ results, lines }) => {
    expect(linesOf(results).split('\n')).toEqual(lines)
  })

  it('are written as soon as they are known', () => {
    const written: string[] = []
    const lines = createRuleLines((line) => written.push(line))
    lines.add(result('A-01', 'N/A', 'no card'))
    expect(written).toHaveLength(0)
    lines.add(result('A-02', 'PASS'))
    expect(written).toHaveLength(2)
  })

  it('end with the reasons if no rule applies', async () => {
    const report = reportOf([await judge(agentSuite, referenceAgent(), { profile: 'mcp' })], {
      started_at: '2026-03-02T09:10:00.000Z',
    })
    const shown = text(report, { colour: false, tree: true, columns: 80 })
    expect(shown.split('\n').filter((line) => line.startsWith('  ?'))).toEqual([
      '  ? There is no MCP server at /mcp; --mcp names its path or URL. The status is 404.',
    ])
    expect(shown).toContain('inconclusive')
  })

  it('fit on a screen if the target cannot be reached', async () => {
    const report = reportOf([await judge(agentSuite, () => 'reset' as const)], {
      started_at: '2026-03-02T09:10:00.000Z',
    })
    expect(report.counts.BLOCKED).toBeGreaterThan(90)
    expect(linesOf(report.rules).split('\n').length).toBeLessThan(12)
    const tree = text(report, { colour: false, tree: true, columns: 80 })
    expect(tree).toMatch(/^ {4}⊘ 18 rules are blocked by CARD-01$/m)
    expect(tree).not.toMatch(/^ {4}⊘ CARD-02/m)
  })
})
