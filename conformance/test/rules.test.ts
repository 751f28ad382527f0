import { describe, expect, it } from 'vitest'
import { outdated } from '../docs.ts'
import { AGENT_COVERAGE } from '../src/rules/agent/coverage.ts'
import { SUITES } from '../src/suites.ts'

const EVERY = Object.values(SUITES).flatMap((suite) => suite.sections.flatMap((section) => section.rules.map((rule) => ({ suite, section, rule, id: rule.id }))))

describe('the rules', () => {
  it('have ids of their own', () => expect(new Set(EVERY.map(({ id }) => id)).size).toBe(EVERY.length))

  it.each(EVERY)('$id: quotes a clause, and MUST takes a quotation or a named standard', ({ rule }) => {
    expect(rule.clause.quote.length).toBeGreaterThan(8)
    expect(rule.clause.line).toBeLessThanOrEqual(424)
    if (rule.level === 'MUST') expect(['quoted', 'by-reference']).toContain(rule.basis)
    expect(rule.title).not.toMatch(/\.$/)
    expect(rule.hint).toMatch(/[.:]$/)
  })

  it.each(EVERY)('$id: needs rules and probes that there are, and a MUST waits for nothing less', ({ rule, suite }) => {
    const rules = new Map(suite.sections.flatMap((section) => section.rules.map((one) => [one.id, one])))
    const probes = new Set(suite.probes.map(({ id }) => id))
    expect(rule.needs.filter((need) => !rules.has(need))).toEqual([])
    expect([...rule.probes, ...(rule.observes ?? [])].filter((probe) => !probes.has(probe))).toEqual([])
    if (rule.level === 'MUST') expect(rule.needs.filter((need) => rules.get(need)?.level !== 'MUST')).toEqual([])
  })

  it('are 93 for agents: 59 MUST, 27 SHOULD, 7 INFO', () => {
    const levels = SUITES.agent.sections.flatMap(({ rules }) => rules).map(({ level }) => level)
    expect({ all: levels.length, MUST: levels.filter((level) => level === 'MUST').length, SHOULD: levels.filter((level) => level === 'SHOULD').length }).toEqual({ all: 93, MUST: 59, SHOULD: 27 })
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
      const used = new Set(suite.sections.flatMap(({ rules }) => rules).flatMap((rule) => [...rule.probes, ...(rule.observes ?? [])]))
      const before = new Set(suite.probes.flatMap(({ after = [] }) => after))
      expect(suite.probes.map(({ id }) => id).filter((id) => !used.has(id) && !before.has(id))).toEqual([])
    }
  })

  it('are written down as they are, in rules.json and a page for each', () => expect(outdated()).toEqual([]))
})
