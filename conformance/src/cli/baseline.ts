import { existsSync, writeFileSync } from 'node:fs'
import { isObject, isString } from '../judge/atoms.ts'
import type { Report } from '../report/data.ts'
import { readJson } from './options.ts'
import { UsageError } from './usage.ts'

/** Known violations by rule, each with its reason. */
export type Baseline = Readonly<Record<string, string>>

/** @throws UsageError for a file that is none, and for an id that was never a rule */
export function readBaseline(
  file: string,
  ids: readonly string[],
  mayBeMissing: boolean,
): Baseline {
  if (mayBeMissing && !existsSync(file)) return {}
  const read = readJson(file)
  const known = isObject(read) ? read['known'] : undefined
  if (!isObject(known) || !Object.values(known).every(isString))
    throw new UsageError(`The baseline ${file} has the form {"known": {"TASK-10": "the reason"}}.`)
  const odd = Object.keys(known).find((id) => !ids.includes(id))
  if (odd !== undefined)
    throw new UsageError(`The baseline ${file} knows ${odd}, which is no rule.`)
  return known as Baseline
}

/** Marks what is known, and lets it weigh nothing in the exit code; the verdict stays what it is. */
export function withBaseline(report: Report, known: Baseline): Report {
  const rules = report.rules.map((rule) => {
    const reason = known[rule.id]
    return reason !== undefined && rule.violation !== undefined ? { ...rule, known: reason } : rule
  })
  const unknown = rules.some(({ state, known: reason }) => state === 'FAIL' && reason === undefined)
  const excused = report.exit_code === 1 && !unknown
  return { ...report, rules, exit_code: excused ? 0 : report.exit_code }
}

/** Known violations that are gone: the baseline has to shrink with them. */
export const stale = (report: Report, known: Baseline): readonly string[] =>
  report.rules
    .filter(({ id, state }) => known[id] !== undefined && (state === 'PASS' || state === 'N/A'))
    .map(({ id }) => id)

export function writeBaseline(file: string, report: Report, known: Baseline): void {
  const found = report.rules.filter(({ state }) => state === 'FAIL' || state === 'WARN')
  const entries = found.map(({ id, violation }) => [
    id,
    known[id] ?? `${violation?.pointer ?? ''}: ${violation?.actual ?? ''}`,
  ])
  writeFileSync(
    file,
    `${JSON.stringify({ known: Object.fromEntries(entries) as object }, null, 2)}\n`,
  )
}
