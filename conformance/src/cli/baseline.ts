import { existsSync } from 'node:fs'
import { isObject, isString } from '../judge/assertions.ts'
import { EXIT } from '../engine/verdict.ts'
import type { Report, RuleReport } from '../report/data.ts'
import { readJson, writeText } from './files.ts'
import { UsageError } from './usage.ts'

/** The reason for each known violation, by rule. */
export type Baseline = Readonly<Record<string, string>>

/** @throws UsageError if the file has the wrong form or names a rule that does not exist */
export function readBaseline(
  file: string,
  ruleIds: readonly string[],
  mayBeMissing: boolean,
): Baseline {
  if (mayBeMissing && !existsSync(file)) return {}
  const content = readJson(file)
  const known = isObject(content) ? content['known'] : undefined
  if (!isObject(known) || !Object.values(known).every(isString))
    throw new UsageError(
      `The baseline ${file} must have the form {"known": {"TASK-10": "the reason"}}.`,
    )
  const unknown = Object.keys(known).find((id) => !ruleIds.includes(id))
  if (unknown !== undefined)
    throw new UsageError(`The baseline ${file} names ${unknown}, but there is no such rule.`)
  return known as Baseline
}

/**
 * Marks known violations, and sets the exit code to that of a run in which they do not count: 0, or 2 if a MUST that they do not block was
 * not judged. The verdict is not changed.
 */
export function applyBaseline(report: Report, baseline: Baseline): Report {
  const rules = report.rules.map((rule) => {
    const reason = baseline[rule.id]
    return reason !== undefined && rule.violation !== undefined ? { ...rule, known: reason } : rule
  })
  const hasOther = rules.some(({ state, known }) => state === 'FAIL' && known === undefined)
  if (report.exit_code !== EXIT['non-conformant'] || hasOther) return { ...report, rules }
  const isOpen = ({ level, state, root, new: isUnscored }: RuleReport) =>
    level === 'MUST' &&
    isUnscored === undefined &&
    (state === 'NOT_TESTED' || (state === 'BLOCKED' && baseline[root ?? ''] === undefined))
  return { ...report, rules, exit_code: rules.some(isOpen) ? EXIT.inconclusive : EXIT.conformant }
}

/** Returns the rules of the baseline that pass or do not apply. */
export const fixedRules = (report: Report, baseline: Baseline): readonly string[] =>
  report.rules
    .filter(({ id, state }) => baseline[id] !== undefined && (state === 'PASS' || state === 'N/A'))
    .map(({ id }) => id)

/** Writes the violations of a report as a baseline, and keeps the reasons of the previous one. */
export function writeBaseline(file: string, report: Report, previous: Baseline): void {
  const violations = report.rules.filter(({ state }) => state === 'FAIL' || state === 'WARN')
  const known = Object.fromEntries(
    violations.map(({ id, violation }) => [
      id,
      previous[id] ?? `${violation?.pointer ?? ''}: ${violation?.actual ?? ''}`,
    ]),
  )
  writeText(file, `${JSON.stringify({ known }, null, 2)}\n`)
}
