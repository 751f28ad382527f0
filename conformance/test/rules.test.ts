import { describe, expect, it } from 'vitest'
import { outdated } from '../docs.ts'
import { AGENT_COVERAGE } from '../src/rules/agent/coverage.ts'
import { SUITES } from '../src/suites.ts'

const ALL_RULES = Object.values(SUITES).flatMap((suite) =>
  suite.sections.flatMap((section) =>
    section.rules.map((rule) => ({ suite, section, rule, id: rule.id })),
  ),
)

const PROTOCOLS = SUITES.agent.sections.filter(({ protocol }) => protocol !== undefined)

describe('the rules', () => {
  it('have unique ids', () =>
    expect(new Set(ALL_RULES.map(({ id }) => id)).size).toBe(ALL_RULES.length))

  it('quote a clause, refer to the specification and state how to change the target', () => {
    for (const { id, rule } of ALL_RULES) {
      expect(rule.clause.quote.length, id).toBeGreaterThan(8)
      if ('line' in rule.clause) expect(rule.clause.line, id).toBeLessThanOrEqual(424)
      else expect(rule.clause.source, id).toMatch(/^(?:A2A|MCP) \d/)
      expect(rule.specification, id).toMatch(/^docs\/specification\/[a-z0-9-]+\.md#[a-z0-9-]+$/)
      if (rule.level === 'MUST') expect(['quoted', 'by-reference'], id).toContain(rule.basis)
      expect(rule.title, id).not.toMatch(/\.$/)
      expect(rule.hint, id).toMatch(/[.:]$/)
    }
  })

  it.each(Object.entries(SUITES))(
    'for %ss refer to existing rules and probes, and a MUST needs only MUSTs',
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

  it.each(Object.entries(SUITES))('for %ss are numbered without gaps', (_, suite) => {
    // Rules whose ids differ only after the dot share a number.
    const numbered = new Set(
      suite.sections.flatMap(({ rules }) => rules).map(({ id }) => id.replace(/\..*/, '')),
    )
    for (const [prefix, ids] of Map.groupBy(numbered, (id) => id.replace(/-\d+$/, '')))
      expect(ids.toSorted()).toEqual(
        ids.map((_id, index) => `${prefix}-${String(index + 1).padStart(2, '0')}`),
      )
  })

  it('for agents are listed in the coverage of the lines that they quote', () => {
    const rules = SUITES.agent.sections
      .flatMap(({ rules }) => rules)
      .filter(({ clause }) => 'line' in clause)
    const covering = Object.values(AGENT_COVERAGE).flatMap((by) =>
      typeof by === 'string' ? [] : by,
    )
    expect(rules.map(({ id }) => id).filter((id) => !covering.includes(id))).toEqual([])
    expect(covering.filter((id) => !rules.some((rule) => rule.id === id))).toEqual([])
    for (const { id, clause } of rules)
      expect('line' in clause ? AGENT_COVERAGE[clause.line] : [], id).toContain(id)
  })

  it.each(PROTOCOLS)(
    'of $id include one that identifies the target, which all others need',
    (section) => {
      const { rules, protocol } = section
      const needed = (id: string): readonly string[] => {
        const needs = rules.find((rule) => rule.id === id)?.needs ?? []
        return [...needs, ...needs.flatMap(needed)]
      }
      expect(rules[0]?.id).toBe(protocol?.identified_by)
      expect(
        rules.slice(1).filter(({ id }) => !needed(id).includes(protocol?.identified_by ?? '')),
      ).toEqual([])
    },
  )

  it('use every probe', () => {
    for (const suite of Object.values(SUITES)) {
      const used = new Set(
        suite.sections
          .flatMap(({ rules }) => rules)
          .flatMap((rule) => [...rule.probes, ...(rule.observes ?? [])]),
      )
      const required = new Set(suite.probes.flatMap(({ after = [] }) => after))
      expect(
        suite.probes.map(({ id }) => id).filter((id) => !used.has(id) && !required.has(id)),
      ).toEqual([])
    }
  })

  it('match rules.json and their pages', () => expect(outdated()).toEqual([]))
})
