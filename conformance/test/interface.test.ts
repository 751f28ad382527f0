import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createHash } from 'node:crypto'
import { changedLines, differences, digestsOf, misquotedRules, readDigests } from '../clauses.ts'
import { AGENT_COVERAGE } from '../src/rules/agent/coverage.ts'
import { LINES_WITHOUT_RULES } from '../src/rules/lines.ts'
import { PLATFORM_COVERAGE } from '../src/rules/platform/coverage.ts'
import { SUITES } from '../src/suites.ts'
import { isToolMissing } from '../../test/kit/tools.ts'
import { rulesOf } from '../src/engine/select.ts'

const LINES = readDigests().length
const withoutRules = Object.values(LINES_WITHOUT_RULES)
  .flat()
  .flatMap((range) =>
    typeof range === 'number'
      ? [range]
      : Array.from({ length: range[1] - range[0] + 1 }, (_, i) => range[0] + i),
  )
const covered = new Set(
  [...Object.keys(AGENT_COVERAGE), ...Object.keys(PLATFORM_COVERAGE)].map(Number),
)

const isReason = (entry: string): boolean => /^untestable: .{20,}\.$/.test(entry)
const matches =
  (entry: string) =>
  (id: string): boolean =>
    entry.endsWith('*') ? id.startsWith(entry.slice(0, -1)) : id === entry

describe('the coverage of the interface', () => {
  it('names rules or a reason for each line, unless the line needs no rule', () => {
    const numbers = Array.from({ length: LINES }, (_, i) => i + 1)
    expect(numbers.filter((line) => !covered.has(line) && !withoutRules.includes(line))).toEqual([])
    expect([...covered, ...withoutRules].filter((line) => line < 1 || line > LINES)).toEqual([])
    expect(withoutRules.filter((line) => covered.has(line))).toEqual([])
    expect(new Set(withoutRules).size).toBe(withoutRules.length)
  })

  it('names only existing rules for platforms, and all of them', () => {
    const ids = rulesOf(SUITES.platform).map(({ id }) => id)
    const entries = Object.values(PLATFORM_COVERAGE)
      .flat()
      .filter((entry) => !isReason(entry))
    expect(entries.filter((entry) => !ids.some(matches(entry)))).toEqual([])
    expect(ids.filter((id) => !entries.some((entry) => matches(entry)(id)))).toEqual([])
  })

  it('names each rule for platforms under the line that it quotes', () => {
    const rules = SUITES.platform.sections.flatMap((section) => section.rules)
    expect(
      rules
        .filter(
          ({ id, clause }) =>
            !('line' in clause) ||
            !PLATFORM_COVERAGE[clause.line]?.some((entry) => matches(entry)(id)),
        )
        .map(({ id }) => id),
    ).toEqual([])
  })
})

it.skipIf(isToolMissing('interface'))('the interface is unchanged', () => {
  expect(differences(readFileSync(process.env['SVC_INTERFACE_FILE'] ?? ''))).toEqual([])
})

const LETTERS = 'abc |`\n'
const text = fc.string({ unit: fc.constantFrom(...LETTERS), minLength: 1, maxLength: 200 })
const sha256 = (document: Buffer): string => createHash('sha256').update(document).digest('hex')

describe('a change to the interface', () => {
  it('that affects one character is reported with its line', () => {
    fc.assert(
      fc.property(text, fc.nat(), fc.nat(), (before, index, other) => {
        const at = index % before.length
        const letter =
          [...LETTERS].filter((one) => one !== before[at] && one !== '\n')[
            other % (LETTERS.length - 2)
          ] ?? 'x'
        const after = before.slice(0, at) + letter + before.slice(at + 1)
        expect(changedLines(before, digestsOf(before))).toEqual([])
        expect(changedLines(after, digestsOf(before))).toContain(
          before.slice(0, at).split('\n').length,
        )
        expect(
          differences(Buffer.from(after), digestsOf(before), sha256(Buffer.from(before))).at(-1),
        ).toMatch(/^The SHA-256/)
      }),
    )
  })

  it('that adds or removes a line is reported', () => {
    fc.assert(
      fc.property(text, (before) => {
        expect(changedLines(`${before}\n`, digestsOf(before))).toEqual([
          before.split('\n').length + 1,
        ])
        expect(changedLines(before, digestsOf(`${before}\n`))).toEqual([
          before.split('\n').length + 1,
        ])
      }),
    )
  })

  it('that affects a quotation is reported with its rule', () => {
    const rules = [{ id: 'A-01', clause: { line: 2, quote: 'must not return 404' } }]
    expect(misquotedRules('one\nA call must not return 404.', rules)).toEqual([])
    expect(misquotedRules('one\nA call must not return 405.', rules)).toEqual(['A-01'])
    expect(misquotedRules('A call must not return 404.', rules)).toEqual(['A-01'])
  })
})
