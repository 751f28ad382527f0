import { expect, it } from 'vitest'
import { applyBaseline } from '../src/cli/baseline.ts'
import type { Report, RuleReport } from '../src/report/data.ts'

const rule = (id: string, state: RuleReport['state'], more: Partial<RuleReport> = {}) =>
  ({ id, level: 'MUST', state, ...more }) as Partial<RuleReport> as RuleReport
const violated = rule('A-01', 'FAIL', {
  violation: { pointer: 'status', expected: '2xx', actual: '500' },
})
const exitCode = (exit_code: number, rules: readonly RuleReport[]) =>
  applyBaseline({ exit_code, rules } as Partial<Report> as Report, { 'A-01': 'known' }).exit_code

it.each([
  ['0 if all other MUSTs are met', 1, [violated, rule('A-02', 'PASS')], 0],
  [
    '0 if the known violation blocks the others',
    1,
    [violated, rule('A-02', 'BLOCKED', { root: 'A-01' })],
    0,
  ],
  ['2 if another MUST was not tested', 1, [violated, rule('A-02', 'NOT_TESTED')], 2],
  [
    '2 if something else blocks a MUST',
    1,
    [violated, rule('A-02', 'BLOCKED', { root: 'A-03' })],
    2,
  ],
  [
    '0 if only a SHOULD was not tested',
    1,
    [violated, rule('A-02', 'NOT_TESTED', { level: 'SHOULD' })],
    0,
  ],
  [
    '0 if only a rule that does not count yet was not tested',
    1,
    [violated, rule('A-02', 'NOT_TESTED', { new: '2' })],
    0,
  ],
  ['1 if there is another violation', 1, [violated, rule('A-02', 'FAIL')], 1],
  ['4 after an internal error of the suite', 4, [violated, rule('A-02', 'ERROR')], 4],
  ['2 if a MUST was not tested and there is no violation', 2, [rule('A-02', 'NOT_TESTED')], 2],
])('with a baseline the exit code is %s', (_, before, rules, after) => {
  expect(exitCode(before, rules)).toBe(after)
})
