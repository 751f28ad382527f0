import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { changesSince, fileOf, readRuleSet, ruleSetOf } from '../rule-sets.ts'
import { runSuite, type Run } from '../src/engine/run.ts'
import type { Rule, Suite } from '../src/engine/types.ts'
import { exitCodeOf, verdictOf } from '../src/engine/verdict.ts'
import { rulesOf } from '../src/engine/select.ts'
import { SUITE } from '../src/identity.ts'
import { reportOf } from '../src/report/data.ts'
import { REPORTERS } from '../src/report/index.ts'
import { text } from '../src/report/text.ts'
import { agentSuite } from '../src/rules/agent/index.ts'
import { SUITES } from '../src/suites.ts'
import { referenceAgent } from './agent/reference.ts'
import { transportTo } from './support/handler.ts'
import { virtualClock } from './support/judge.ts'
import { settings } from './support/settings.ts'

/** The SHA-256 of the file of each released set, which must not change. */
const RELEASED: Readonly<Record<string, string>> = {
  1: '6fa2c7ccf07ee3cfd7d20bce654ecb250d0ca512261cf57072743bcd9afd4658',
}

describe('a released rule set', () => {
  it.each(Object.entries(RELEASED))('%s is unchanged', (rule_set, sha256) => {
    expect(
      createHash('sha256')
        .update(readFileSync(fileOf(rule_set)))
        .digest('hex'),
    ).toBe(sha256)
  })

  it('matches the major version and the rules', () => {
    expect(SUITE.version.split('.')[0]).toBe(SUITE.rule_set)
    expect(changesSince(SUITES, readRuleSet(SUITE.rule_set), SUITE.rule_set)).toEqual([])
  })
})

type Change = (rule: Rule) => Rule | undefined
/** Returns the agent suite with one rule changed or removed. */
const changed = (id: string, change: Change): Suite => ({
  ...agentSuite,
  sections: agentSuite.sections.map((section) => ({
    ...section,
    rules: section.rules.flatMap((rule) => (rule.id === id ? (change(rule) ?? []) : rule)),
  })),
})
const withRule = (rule: Rule): Suite => {
  const [first, ...rest] = agentSuite.sections
  return { ...agentSuite, sections: [{ ...first!, rules: [...first!.rules, rule] }, ...rest] }
}
const NEW: Rule = {
  id: 'CARD-99',
  level: 'MUST',
  basis: 'quoted',
  clause: { line: 104, quote: '| name | string | |' },
  specification: 'docs/specification/agent-protocol.md#card',
  title: 'The name is the expected one',
  needs: ['CARD-01'],
  probes: ['card'],
  judge: () => ({
    kind: 'violation',
    pointer: 'body/name',
    expected: 'another name',
    actual: 'this name',
  }),
  hint: 'Change the name.',
  since: '2',
}
const released = { agent: readRuleSet('1')['agent'] ?? {} }

describe('a change to the rules', () => {
  const found = (suite: Suite): readonly string[] => changesSince({ agent: suite }, released, '1')
  const EDITS: readonly (readonly [name: string, suite: Suite, message: string])[] = [
    ['removes a rule', changed('CARD-10', () => undefined), 'CARD-10 was removed.'],
    [
      'renames a rule',
      changed('CARD-10', (rule) => ({ ...rule, id: 'CARD-10.b' })),
      'CARD-10 was removed.',
    ],
    [
      'raises a level',
      changed('CARD-12', (rule) => ({ ...rule, level: 'MUST' })),
      'is now MUST line 108',
    ],
    [
      'lowers a level',
      changed('CARD-10', (rule) => ({ ...rule, level: 'SHOULD' })),
      'is now SHOULD line 111',
    ],
    [
      'quotes a different line',
      changed('CARD-10', (rule) => ({ ...rule, clause: { ...rule.clause, line: 110 } })),
      'is now MUST line 110',
    ],
    [
      'quotes different text',
      changed('CARD-10', (rule) => ({
        ...rule,
        clause: { ...rule.clause, quote: 'array of string' },
      })),
      'is now MUST line 111',
    ],
    [
      'moves a rule in the set to a later set',
      changed('CARD-10', (rule) => ({ ...rule, since: '2' })),
      'CARD-10 is part of this set already',
    ],
    [
      'adds a rule to the released set',
      withRule({ ...NEW, since: '1' }),
      "CARD-99 is new, so it needs since: '2'",
    ],
    [
      'adds a rule to a set after the next one',
      withRule({ ...NEW, since: '3' }),
      "CARD-99 is new, so it needs since: '2'",
    ],
    [
      'makes a rule in the set depend on a new one',
      { ...changed('CARD-10', (rule) => ({ ...rule, needs: ['CARD-99'] })) },
      'CARD-10 needs CARD-99, which is new.',
    ],
    [
      'adds a new rule to the gate',
      { ...withRule(NEW), gate: { takes: 'one', rules: ['CARD-01', 'CARD-99'] } },
      'CARD-99 is new, but it is part of the gate.',
    ],
  ]
  it.each(EDITS)('that %s is reported', (_, suite, message) =>
    expect(found(suite).join('\n')).toContain(message),
  )
  it('may add a rule to the next set', () => expect(found(withRule(NEW))).toEqual([]))
  it('may change titles and hints', () =>
    expect(
      found(
        changed('CARD-10', (rule) => ({ ...rule, title: 'Another title', hint: 'Another hint.' })),
      ),
    ).toEqual([]))
  it('that adds a rule changes only the next set', () => {
    expect(Object.keys(ruleSetOf({ agent: withRule(NEW) }, '1')['agent'] ?? {})).not.toContain(
      'CARD-99',
    )
    expect(Object.keys(ruleSetOf({ agent: withRule(NEW) }, '2')['agent'] ?? {})).toContain(
      'CARD-99',
    )
  })
})

describe('a new rule', () => {
  const run = (rule: Rule, rule_set?: string): Promise<Run> => {
    const suite = withRule(rule)
    return runSuite(
      {
        suite,
        settings: settings({ manifest: undefined }),
        selected: rulesOf(suite),
        ...(rule_set === undefined ? {} : { rule_set }),
      },
      transportTo(referenceAgent()),
      virtualClock(),
    )
  }
  const stateIn = ({ results }: Run): string | undefined =>
    results.find(({ rule }) => rule.id === 'CARD-99')?.state

  it('affects neither the verdict nor the exit code if it is violated', async () => {
    const result = await run(NEW)
    expect([stateIn(result), verdictOf(result.results), exitCodeOf(result.results)]).toEqual([
      'INFO',
      'conformant',
      0,
    ])
  })

  it('counts in the next set if it is violated', async () => {
    const result = await run(NEW, '2')
    expect([stateIn(result), verdictOf(result.results), exitCodeOf(result.results)]).toEqual([
      'FAIL',
      'non-conformant',
      1,
    ])
  })

  it('does not affect the verdict if it could not be tested', async () => {
    const result = await run({
      ...NEW,
      judge: () => ({ kind: 'untested', remedy: 'Give --more.' }),
    })
    expect([stateIn(result), verdictOf(result.results)]).toEqual(['NOT_TESTED', 'conformant'])
  })

  it('does not make a target conformant if it passes', async () => {
    const result = await run({ ...NEW, judge: () => ({ kind: 'ok' }) })
    expect(verdictOf(result.results.filter(({ rule }) => rule.id === 'CARD-99'))).toBe(
      'inconclusive',
    )
  })

  it('is marked as new and never reported as a failure if it is violated', async () => {
    const report = reportOf([await run(NEW)], { started_at: '2026-03-02T09:10:00.000Z' })
    const rule = report.rules.find(({ id }) => id === 'CARD-99')
    expect([
      rule?.new,
      rule?.state,
      rule?.reason.startsWith('This rule is new and does not count before rule set 2'),
    ]).toEqual(['2', 'INFO', true])
    const validate = new Ajv2020({ strict: false }).compile(
      JSON.parse(
        readFileSync(join(import.meta.dirname, '../report.schema.json'), 'utf8'),
      ) as object,
    )
    expect(validate(JSON.parse(JSON.stringify(report))), JSON.stringify(validate.errors)).toBe(true)
    expect(REPORTERS['junit']!(report)).not.toContain('<failure')
    expect(REPORTERS['tap']!(report)).not.toMatch(/^not ok (?!.*# TODO)/m)
    expect(REPORTERS['github']!(report)).not.toContain('CARD-99')
    expect(JSON.parse(REPORTERS['sarif']!(report)) as object).toMatchObject({
      runs: [
        {
          results: expect.arrayContaining([
            expect.objectContaining({ ruleId: 'CARD-99', level: 'none' }),
          ]) as unknown,
        },
      ],
    })
    expect(text(report, { colour: false, tree: true })).toContain(
      'New rules, which do not count yet: CARD-99 INFO',
    )
  })
})
