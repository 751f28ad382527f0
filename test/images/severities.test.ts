import { expect, it } from 'vitest'
import { hasFindingOf } from '../../src/domain/images/findings.ts'

const NONE = { critical: 0, high: 0, medium: 0, low: 0, unknown: 0 }

it.each([
  ['none', NONE, []],
  ['a low one', { ...NONE, low: 1 }, ['low']],
  ['a medium one', { ...NONE, medium: 1 }, ['medium', 'low']],
  ['a high one', { ...NONE, high: 2 }, ['high', 'medium', 'low']],
  ['a critical one', { ...NONE, critical: 1 }, ['critical', 'high', 'medium', 'low']],
  ['one of unknown severity', { ...NONE, unknown: 1 }, ['critical', 'high', 'medium', 'low']],
])('with findings: %s, an image fails the severities at or below it', (_, summary, failing) => {
  const severities = ['critical', 'high', 'medium', 'low'] as const
  expect(severities.filter((severity) => hasFindingOf(summary, severity))).toEqual(failing)
})
