import { describe, expect, it } from 'vitest'
import { outdated } from '../docs.ts'
import { AGENT_COVERAGE } from '../src/rules/agent/coverage.ts'
import { SUITES } from '../src/suites.ts'

const EVERY = Object.values(SUITES).flatMap((suite) =>
  suite.sections.flatMap((section) =>
    section.rules.map((rule) => ({ suite, section, rule, id: rule.id })),
  ),
)

const COUNTS = [
  { subject: 'agent', all: 100, MUST: 60, SHOULD: 30 },
  { subject: 'platform', all: 272, MUST: 213, SHOULD: 44 },
] as const

/** How many there are under each name, families counted once. */
const FAMILIES: Readonly<Record<'agent' | 'platform', Readonly<Record<string, number>>>> = {
  agent: { CARD: 16, MAN: 3, HEALTH: 2, TASK: 38, RPC: 12, SESS: 6, CHAT: 9, HDR: 6, SIGN: 2 },
  platform: {
    AUTH: 4,
    ERR: 6,
    TIME: 1,
    REG: 8,
    TRUST: 5,
    WS: 8,
    POL: 1,
    TOK: 7,
    BOOT: 13,
    REF: 6,
    REC: 2,
    LEASE: 9,
    BEAC: 1,
    REVO: 1,
    PLAN: 30,
    AUD: 1,
    EXP: 3,
    SUP: 4,
    NET: 2,
    RET: 3,
    COMP: 2,
    IMG: 2,
    ADM: 6,
    HIST: 1,
    FWD: 4,
  },
}

describe('the rules', () => {
  it('have ids of their own', () =>
    expect(new Set(EVERY.map(({ id }) => id)).size).toBe(EVERY.length))

  it('quote a clause, and a MUST has a quotation or a named standard', () => {
    for (const { id, rule } of EVERY) {
      expect(rule.clause.quote.length, id).toBeGreaterThan(8)
      expect(rule.clause.line, id).toBeLessThanOrEqual(424)
      if (rule.level === 'MUST') expect(['quoted', 'by-reference'], id).toContain(rule.basis)
      expect(rule.title, id).not.toMatch(/\.$/)
      expect(rule.hint, id).toMatch(/[.:]$/)
    }
  })

  it.each(Object.entries(SUITES))(
    'for %s need rules and probes that exist, and a MUST depends on nothing less',
    (_, suite) => {
      const rules = new Map(
        suite.sections.flatMap((section) => section.rules.map((one) => [one.id, one])),
      )
      const probes = new Set(suite.probes.map(({ id }) => id))
      for (const rule of rules.values()) {
        expect(
          rule.needs.filter((need) => !rules.has(need)),
          rule.id,
        ).toEqual([])
        expect(
          [...rule.probes, ...(rule.observes ?? [])].filter((probe) => !probes.has(probe)),
          rule.id,
        ).toEqual([])
        if (rule.level === 'MUST')
          expect(
            rule.needs.filter((need) => rules.get(need)?.level !== 'MUST'),
            rule.id,
          ).toEqual([])
      }
    },
  )

  it.each(COUNTS)(
    'for $subject: $all, of them $MUST MUST and $SHOULD SHOULD',
    ({ subject, ...counts }) => {
      const levels = SUITES[subject].sections
        .flatMap(({ rules }) => rules)
        .map(({ level }) => level)
      expect({
        all: levels.length,
        MUST: levels.filter((level) => level === 'MUST').length,
        SHOULD: levels.filter((level) => level === 'SHOULD').length,
      }).toEqual(counts)
    },
  )

  it.each(Object.entries(FAMILIES))(
    'for %s: each of them is there, alone or as a family',
    (subject, families) => {
      const there = new Set(
        SUITES[subject as keyof typeof SUITES].sections
          .flatMap(({ rules }) => rules)
          .map(({ id }) => id.replace(/\..*/, '')),
      )
      const wanted = Object.entries(families).flatMap(([name, last]) =>
        Array.from({ length: last }, (_, i) => `${name}-${String(i + 1).padStart(2, '0')}`),
      )
      expect([...there].toSorted()).toEqual(wanted.toSorted())
    },
  )

  it('are 94 for agents as they are numbered, 59 MUST, 27 SHOULD and 8 INFO; what has a second level has it under an id of its own', () => {
    const levels = SUITES.agent.sections
      .flatMap(({ rules }) => rules)
      .filter(({ id }) => !id.includes('.'))
      .map(({ level }) => level)
    expect(
      ['MUST', 'SHOULD', 'INFO'].map((wanted) => levels.filter((level) => level === wanted).length),
    ).toEqual([59, 27, 8])
  })

  it('hold every line that asks something of an agent, or say why not', () => {
    const rules = SUITES.agent.sections.flatMap(({ rules }) => rules)
    const held = Object.values(AGENT_COVERAGE).flatMap((by) => (typeof by === 'string' ? [] : by))
    expect(rules.map(({ id }) => id).filter((id) => !held.includes(id))).toEqual([])
    expect(held.filter((id) => !rules.some((rule) => rule.id === id))).toEqual([])
    for (const { id, clause } of rules) expect(AGENT_COVERAGE[clause.line], id).toContain(id)
  })

  it('are read by somebody: no probe is sent for nothing', () => {
    for (const suite of Object.values(SUITES)) {
      const used = new Set(
        suite.sections
          .flatMap(({ rules }) => rules)
          .flatMap((rule) => [...rule.probes, ...(rule.observes ?? [])]),
      )
      const before = new Set(suite.probes.flatMap(({ after = [] }) => after))
      expect(
        suite.probes.map(({ id }) => id).filter((id) => !used.has(id) && !before.has(id)),
      ).toEqual([])
    }
  })

  it('are written down as they are, in rules.json and a page for each', () =>
    expect(outdated()).toEqual([]))
})
