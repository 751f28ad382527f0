import { oneLine } from '../visible.ts'
import type { RuleReport } from './data.ts'

/** The result of one rule, as the lines of a run state it. */
export type RuleResult = Pick<RuleReport, 'state' | 'id' | 'title' | 'reason' | 'flaky'>

/** The minimum number of consecutive rules that share a line, because they are BLOCKED or N/A for the same reason. */
export const MIN_SHARED_LINE = 3

/**
 * Writes the results of a run in order, each as soon as possible: one line for each rule, except that several consecutive rules that are
 * BLOCKED or N/A for the same reason share one. The lines are the same in every run with the same seed.
 */
export function createRuleLines(write: (line: string) => void): {
  readonly add: (result: RuleResult) => void
  /** Writes what is held back. */
  readonly end: () => void
} {
  let group: readonly RuleResult[] = []
  const end = (): void => {
    for (const line of linesOf(group)) write(line)
    group = []
  }
  return {
    add(result) {
      if (group.some((first) => !belongTogether(first, result))) end()
      group = [...group, result]
      if (!isUnjudged(result)) end()
    },
    end,
  }
}

const isUnjudged = ({ state, flaky }: RuleResult): boolean =>
  (state === 'BLOCKED' || state === 'N/A') && flaky === undefined

const belongTogether = (first: RuleResult, next: RuleResult): boolean =>
  isUnjudged(next) && first.state === next.state && first.reason === next.reason

function linesOf(group: readonly RuleResult[]): readonly string[] {
  const [first, last] = [group[0], group.at(-1)]
  if (first === undefined || last === undefined || group.length < MIN_SHARED_LINE)
    return group.map(ruleLine)
  const rules = `${first.id} to ${last.id}`
  return [`${first.state.padEnd(10)} ${rules}, ${group.length} rules (${oneLine(first.reason)})`]
}

function ruleLine({ state, id, title, reason, flaky }: RuleResult): string {
  return `${state.padEnd(10)} ${id.padEnd(10)} ${title}${reason === '' || state === 'PASS' ? '' : ` (${oneLine(reason)})`}${flaky === undefined ? '' : ` (flaky: ${flaky.join(', ')})`}`
}
