// The rules of a released set keep their meaning, which is recorded in rule-sets/N.json.
// `node conformance/rule-sets.ts` writes the file of a new set; an existing file is never changed.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rulesOf } from './src/engine/select.ts'
import { locationOf } from './src/report/clause.ts'
import type { Rule, Suite } from './src/engine/types.ts'
import { SUITE } from './src/identity.ts'
import { SUITES } from './src/suites.ts'

/** The level, line and digest of the quotation of each rule, by subject and id. */
export type RuleSet = Readonly<Record<string, Readonly<Record<string, string>>>>
type Rules = Readonly<Record<string, Pick<Suite, 'sections' | 'gate'>>>

export const fileOf = (rule_set: string): string =>
  join(import.meta.dirname, `rule-sets/${rule_set}.json`)
export const readRuleSet = (rule_set: string): RuleSet =>
  JSON.parse(readFileSync(fileOf(rule_set), 'utf8')) as RuleSet

const meaning = ({ level, clause }: Rule): string =>
  `${level} ${locationOf(clause)} ${createHash('sha256').update(clause.quote).digest('hex').slice(0, 12)}`

/** Returns the rules that count in a set, without those of later sets. */
export function ruleSetOf(suites: Rules, rule_set: string): RuleSet {
  const counting = (suite: Pick<Suite, 'sections'>): readonly Rule[] =>
    rulesOf(suite).filter(({ since = '1' }) => Number(since) <= Number(rule_set))
  return Object.fromEntries(
    Object.entries(suites).map(([subject, suite]) => [
      subject,
      Object.fromEntries(counting(suite).map((rule) => [rule.id, meaning(rule)])),
    ]),
  )
}

/** Returns the differences between the rules and a released set, as sentences. */
export function changesSince(
  suites: Rules,
  released: RuleSet,
  rule_set: string,
): readonly string[] {
  return Object.entries(suites).flatMap(([subject, suite]) => {
    const [before, rules] = [
      released[subject] ?? {},
      new Map(rulesOf(suite).map((rule) => [rule.id, rule])),
    ]
    const isReleased = (id: string): boolean => Object.hasOwn(before, id)
    const removed = Object.keys(before)
      .filter((id) => !rules.has(id))
      .map((id) => `${id} was removed.`)
    const gates = suite.gate.rules
      .filter((id) => !isReleased(id))
      .map((id) => `${id} is new, but it is part of the gate.`)
    return [
      ...removed,
      ...gates,
      ...[...rules.values()].flatMap((rule) =>
        isReleased(rule.id)
          ? changes(rule, before[rule.id] ?? '', isReleased)
          : newRule(rule, rule_set),
      ),
    ]
  })
}

function changes(
  rule: Rule,
  before: string,
  isReleased: (id: string) => boolean,
): readonly string[] {
  const { id, needs, since } = rule
  return [
    ...(meaning(rule) === before ? [] : [`${id} was ${before} and is now ${meaning(rule)}.`]),
    ...(since === undefined ? [] : [`${id} is part of this set already, so remove its since.`]),
    // A rule that does not count yet must not block one that counts.
    ...needs
      .filter((need) => !isReleased(need))
      .map((need) => `${id} needs ${need}, which is new.`),
  ]
}

const newRule = ({ id, since }: Rule, rule_set: string): readonly string[] =>
  Number(since) === Number(rule_set) + 1
    ? []
    : [`${id} is new, so it needs since: '${Number(rule_set) + 1}'.`]

if (process.argv[1] === import.meta.filename) {
  const file = fileOf(SUITE.rule_set)
  if (existsSync(file))
    throw new Error(
      `Rule set ${SUITE.rule_set} is released. Add new rules to the next set; a change in meaning requires a new major version.`,
    )
  writeFileSync(file, `${JSON.stringify(ruleSetOf(SUITES, SUITE.rule_set), null, 2)}\n`)
}
