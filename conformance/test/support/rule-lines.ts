import { createRuleLines, type RuleResult } from '../../src/report/rule-lines.ts'

/** Returns the lines that a run with these results prints. */
export function linesOf(results: readonly RuleResult[]): string {
  const written: string[] = []
  const lines = createRuleLines((line) => written.push(line))
  for (const result of results) lines.add(result)
  lines.end()
  return written.join('\n')
}
