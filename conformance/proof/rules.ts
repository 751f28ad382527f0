import { SUITES } from '../src/suites.ts'
import { atLeast, atMost, type Chapter } from './figure.ts'

const EVERY = Object.values(SUITES).map(({ subject, sections }) => ({
  subject,
  rules: sections.flatMap(({ rules }) => rules),
}))

export const rules: Chapter = {
  title: 'Rules',
  async *measure() {
    for (const { subject, rules } of EVERY) {
      const levels = (['MUST', 'SHOULD', 'INFO'] as const).map(
        (level) => `${rules.filter((rule) => rule.level === level).length} ${level}`,
      )
      yield { ...atLeast(`for ${subject}s: ${levels.join(', ')}`, rules.length, 93) }
    }
    yield atLeast(
      'in all, each with its clause word for word',
      EVERY.flatMap(({ rules }) => rules).length,
      180,
    )
    const lengths = EVERY.flatMap(({ rules }) => rules)
      .map(({ judge }) => judge.toString().split('\n').length)
      .sort((a, b) => a - b)
    yield atMost('lines of a judge, median', lengths[Math.floor(lengths.length / 2)] ?? 0, 15)
    yield atMost('lines of a judge, longest', lengths.at(-1) ?? 0, 30)
  },
}
