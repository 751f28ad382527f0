import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { breaches, fileOf, readRuleSet, ruleSetOf } from '../rule-sets.ts'
import { conduct, type Run } from '../src/engine/run.ts'
import type { Rule, Suite } from '../src/engine/types.ts'
import { exitCodeOf, verdictOf } from '../src/engine/verdict.ts'
import { SUITE } from '../src/identity.ts'
import { reportOf } from '../src/report/data.ts'
import { REPORTERS } from '../src/report/index.ts'
import { text } from '../src/report/text.ts'
import { agentSuite } from '../src/rules/agent/index.ts'
import { SUITES } from '../src/suites.ts'
import { referenceAgent } from './agent/reference.ts'
import { transportTo } from './support/handler.ts'
import { tellTime } from './support/judge.ts'
import { settings } from './support/settings.ts'

/** Of each released set what its file has to be, for as long as there are people who were judged by it. */
const RELEASED: Readonly<Record<string, string>> = {
  1: '6fa2c7ccf07ee3cfd7d20bce654ecb250d0ca512261cf57072743bcd9afd4658',
}

describe('a released rule set', () => {
  it.each(Object.entries(RELEASED))('%s is what it was', (rule_set, sha256) => {
    expect(
      createHash('sha256')
        .update(readFileSync(fileOf(rule_set)))
        .digest('hex'),
    ).toBe(sha256)
  })

  it('is that of the major version, and what the rules say', () => {
    expect(SUITE.version.split('.')[0]).toBe(SUITE.rule_set)
    expect(breaches(SUITES, readRuleSet(SUITE.rule_set), SUITE.rule_set)).toEqual([])
  })
})

type Change = (rule: Rule) => Rule | undefined
/** The agent suite with one rule changed, or gone. */
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
  title: 'The name is the one that is wanted',
  needs: ['CARD-01'],
  probes: ['card'],
  judge: () => ({
    kind: 'violation',
    pointer: 'body/name',
    expected: 'another one',
    actual: 'this one',
  }),
  hint: 'Ask for it.',
  since: '2',
}
const frozen = { agent: readRuleSet('1')['agent'] ?? {} }

describe('a change of the rules', () => {
  const found = (suite: Suite): readonly string[] => breaches({ agent: suite }, frozen, '1')
  const EDITS: readonly (readonly [name: string, suite: Suite, says: string])[] = [
    ['takes a rule away', changed('CARD-10', () => undefined), 'CARD-10 is gone.'],
    [
      'renames one',
      changed('CARD-10', (rule) => ({ ...rule, id: 'CARD-10.b' })),
      'CARD-10 is gone.',
    ],
    [
      'raises a level',
      changed('CARD-12', (rule) => ({ ...rule, level: 'MUST' })),
      'CARD-12 is MUST line 108',
    ],
    [
      'lowers a level',
      changed('CARD-10', (rule) => ({ ...rule, level: 'SHOULD' })),
      'CARD-10 is SHOULD line 111',
    ],
    [
      'quotes another line',
      changed('CARD-10', (rule) => ({ ...rule, clause: { ...rule.clause, line: 110 } })),
      'CARD-10 is MUST line 110',
    ],
    [
      'quotes other words',
      changed('CARD-10', (rule) => ({
        ...rule,
        clause: { ...rule.clause, quote: 'array of string' },
      })),
      'CARD-10 is MUST line 111',
    ],
    [
      'takes a rule of the set out of it',
      changed('CARD-10', (rule) => ({ ...rule, since: '2' })),
      'CARD-10 counts in this set already',
    ],
    [
      'adds a rule that counts at once',
      withRule({ ...NEW, since: '1' }),
      "CARD-99 is new: it needs since: '2'",
    ],
    [
      'adds a rule that is new for ever',
      withRule({ ...NEW, since: '3' }),
      "CARD-99 is new: it needs since: '2'",
    ],
    [
      'lets a rule of the set wait for a new one',
      { ...changed('CARD-10', (rule) => ({ ...rule, needs: ['CARD-99'] })) },
      'CARD-10 waits for CARD-99, which is new.',
    ],
    [
      'puts a new rule into the gate',
      { ...withRule(NEW), gate: { takes: 'one', rules: ['CARD-01', 'CARD-99'] } },
      'CARD-99 is new and stands in the gate.',
    ],
  ]
  it.each(EDITS)('that %s is found', (_, suite, says) =>
    expect(found(suite).join('\n')).toContain(says),
  )
  it('that adds a rule of the next set is none', () => expect(found(withRule(NEW))).toEqual([]))
  it('of words that are no clause is none', () =>
    expect(
      found(
        changed('CARD-10', (rule) => ({ ...rule, title: 'Another title', hint: 'Another hint.' })),
      ),
    ).toEqual([]))
  it('is no part of the set before the next major', () => {
    expect(Object.keys(ruleSetOf({ agent: withRule(NEW) }, '1')['agent'] ?? {})).not.toContain(
      'CARD-99',
    )
    expect(Object.keys(ruleSetOf({ agent: withRule(NEW) }, '2')['agent'] ?? {})).toContain(
      'CARD-99',
    )
  })
})

describe('a new rule that is broken', () => {
  const run = (rule: Rule, rule_set?: string): Promise<Run> => {
    const suite = withRule(rule)
    return conduct(
      {
        suite,
        settings: settings({ manifest: undefined }),
        selected: suite.sections.flatMap(({ rules }) => rules),
        ...(rule_set === undefined ? {} : { rule_set }),
      },
      transportTo(referenceAgent()),
      tellTime(),
    )
  }
  const stateIn = ({ results }: Run): string | undefined =>
    results.find(({ rule }) => rule.id === 'CARD-99')?.state

  it('is told as new, and does not count: neither in the verdict nor in the code that a run ends with', async () => {
    const judged = await run(NEW)
    expect([stateIn(judged), verdictOf(judged.results), exitCodeOf(judged.results)]).toEqual([
      'INFO',
      'conformant',
      0,
    ])
  })

  it('counts in the next set', async () => {
    const judged = await run(NEW, '2')
    expect([stateIn(judged), verdictOf(judged.results), exitCodeOf(judged.results)]).toEqual([
      'FAIL',
      'non-conformant',
      1,
    ])
  })

  it('that could not be tested leaves the verdict alone as well', async () => {
    const judged = await run({
      ...NEW,
      judge: () => ({ kind: 'untested', supply: 'Give --more.' }),
    })
    expect([stateIn(judged), verdictOf(judged.results)]).toEqual(['NOT_TESTED', 'conformant'])
  })

  it('makes nobody conformant who met nothing else', async () => {
    const judged = await run({ ...NEW, judge: () => ({ kind: 'ok' }) })
    expect(verdictOf(judged.results.filter(({ rule }) => rule.id === 'CARD-99'))).toBe(
      'inconclusive',
    )
  })

  it('is marked in the report, which fits its schema, and no format calls it a failure', async () => {
    const report = reportOf(await run(NEW), { started_at: '2026-03-02T09:10:00.000Z' })
    const rule = report.rules.find(({ id }) => id === 'CARD-99')
    expect([
      rule?.new,
      rule?.state,
      rule?.reason.startsWith('New, so it does not count before rule set 2'),
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
      'New, so they do not count yet: CARD-99 INFO',
    )
  })
})
