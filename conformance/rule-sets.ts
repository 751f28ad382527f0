// Rules keep their meaning within a major version: what a rule of a released set asks for is frozen in rule-sets/N.json.
// `node conformance/rule-sets.ts` writes the file of a set that has none; one that is there is never written again.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Rule, Suite } from './src/engine/types.ts'
import { SUITE } from './src/identity.ts'
import { SUITES } from './src/suites.ts'

/** Per subject and id: level, line, and a digest of the quotation. */
export type RuleSet = Readonly<Record<string, Readonly<Record<string, string>>>>
type Rules = Readonly<Record<string, Pick<Suite, 'sections' | 'gate'>>>

export const fileOf = (rule_set: string): string =>
  join(import.meta.dirname, `rule-sets/${rule_set}.json`)
export const readRuleSet = (rule_set: string): RuleSet =>
  JSON.parse(readFileSync(fileOf(rule_set), 'utf8')) as RuleSet

const rulesOf = ({ sections }: Pick<Suite, 'sections'>): readonly Rule[] =>
  sections.flatMap(({ rules }) => rules)
const meaning = ({ level, clause }: Rule): string =>
  `${level} line ${clause.line} ${createHash('sha256').update(clause.quote).digest('hex').slice(0, 12)}`

/** The set that these rules make, without those that come with a later one. */
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

/** Where rules are not what a frozen set says, as sentences. */
export function breaches(suites: Rules, frozen: RuleSet, rule_set: string): readonly string[] {
  return Object.entries(suites).flatMap(([subject, suite]) => {
    const [before, rules] = [
      frozen[subject] ?? {},
      new Map(rulesOf(suite).map((rule) => [rule.id, rule])),
    ]
    const isFrozen = (id: string): boolean => Object.hasOwn(before, id)
    const gone = Object.keys(before)
      .filter((id) => !rules.has(id))
      .map((id) => `${id} is gone.`)
    const gates = suite.gate.rules
      .filter((id) => !isFrozen(id))
      .map((id) => `${id} is new and stands in the gate.`)
    return [
      ...gone,
      ...gates,
      ...[...rules.values()].flatMap((rule) =>
        isFrozen(rule.id)
          ? changes(rule, before[rule.id] ?? '', isFrozen)
          : arrivals(rule, rule_set),
      ),
    ]
  })
}

function changes(rule: Rule, before: string, isFrozen: (id: string) => boolean): readonly string[] {
  const { id, needs, since } = rule
  return [
    ...(meaning(rule) === before ? [] : [`${id} is ${meaning(rule)}, and was ${before}.`]),
    ...(since === undefined ? [] : [`${id} counts in this set already, so it has no since.`]),
    // A rule that does not count must not keep one that does from being judged.
    ...needs
      .filter((need) => !isFrozen(need))
      .map((need) => `${id} waits for ${need}, which is new.`),
  ]
}

const arrivals = ({ id, since }: Rule, rule_set: string): readonly string[] =>
  Number(since) === Number(rule_set) + 1
    ? []
    : [`${id} is new: it needs since: '${Number(rule_set) + 1}'.`]

if (process.argv[1] === import.meta.filename) {
  const file = fileOf(SUITE.rule_set)
  if (existsSync(file))
    throw new Error(
      `Rule set ${SUITE.rule_set} is frozen. What is new belongs to the next one; a change of meaning takes a new major version.`,
    )
  writeFileSync(file, `${JSON.stringify(ruleSetOf(SUITES, SUITE.rule_set), null, 2)}\n`)
}
