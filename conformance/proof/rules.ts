import { SUITES } from '../src/suites.ts'
import { atLeast, atMost, type Chapter } from './figure.ts'
import { rulesOf } from '../src/engine/select.ts'

const SUITE_RULES = Object.values(SUITES).map((suite) => ({
  subject: suite.subject,
  rules: rulesOf(suite),
}))

export const rules: Chapter = {
  title: 'Rules',
  async *measure() {
    for (const { subject, rules } of SUITE_RULES) {
      const levels = (['MUST', 'SHOULD', 'INFO'] as const).map(
        (level) => `${rules.filter((rule) => rule.level === level).length} ${level}`,
      )
      yield atLeast(`for ${subject}s: ${levels.join(', ')}`, rules.length, 93)
    }
    yield atLeast('all rules', SUITE_RULES.flatMap(({ rules }) => rules).length, 180)
    const lengths = SUITE_RULES.flatMap(({ rules }) => rules)
      .map(({ judge }) => judge.toString().split('\n').length)
      .sort((a, b) => a - b)
    yield atMost(
      'lines of a judge function, median',
      lengths[Math.floor(lengths.length / 2)] ?? 0,
      15,
    )
    yield atMost('lines of a judge function, longest', lengths.at(-1) ?? 0, 30)
  },
}
