import { expect, it } from 'vitest'
import { hasFindingOf } from '../../../src/domain/images/findings.ts'

const NONE = { critical: 0, high: 0, medium: 0, low: 0, unknown: 0 }

it.each([
  ['no finding', NONE, []],
  ['a low finding', { ...NONE, low: 1 }, ['low']],
  ['a medium finding', { ...NONE, medium: 1 }, ['medium', 'low']],
  ['a high finding', { ...NONE, high: 2 }, ['high', 'medium', 'low']],
  ['a critical finding', { ...NONE, critical: 1 }, ['critical', 'high', 'medium', 'low']],
  ['a finding of unknown severity', { ...NONE, unknown: 1 }, ['critical', 'high', 'medium', 'low']],
])(
  'an image with %s fails at exactly the severity thresholds that its findings reach',
  (_, summary, failing) => {
    const severities = ['critical', 'high', 'medium', 'low'] as const
    expect(severities.filter((severity) => hasFindingOf(summary, severity))).toEqual(failing)
  },
)
