import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createHash } from 'node:crypto'
import { changedLines, digestsOf, faults, misquoting, readDigests } from '../clauses.ts'
import { AGENT_COVERAGE } from '../src/rules/agent/coverage.ts'
import { SILENT } from '../src/rules/lines.ts'
import { PLATFORM_COVERAGE } from '../src/rules/platform/coverage.ts'
import { SUITES } from '../src/suites.ts'
import { isToolMissing } from '../../test/kit/tools.ts'

const LINES = readDigests().length
const silent = Object.values(SILENT)
  .flat()
  .flatMap((range) =>
    typeof range === 'number'
      ? [range]
      : Array.from({ length: range[1] - range[0] + 1 }, (_, i) => range[0] + i),
  )
const spoken = new Set(
  [...Object.keys(AGENT_COVERAGE), ...Object.keys(PLATFORM_COVERAGE)].map(Number),
)

const isReason = (entry: string): boolean => /^untestable: .{20,}\.$/.test(entry)
const matches =
  (entry: string) =>
  (id: string): boolean =>
    entry.endsWith('*') ? id.startsWith(entry.slice(0, -1)) : id === entry

describe('the interface, line by line', () => {
  it('is spoken for: every line is in a coverage, or asks nothing', () => {
    const numbers = Array.from({ length: LINES }, (_, i) => i + 1)
    expect(numbers.filter((line) => !spoken.has(line) && !silent.includes(line))).toEqual([])
    expect([...spoken, ...silent].filter((line) => line < 1 || line > LINES)).toEqual([])
    expect(silent.filter((line) => spoken.has(line))).toEqual([])
    expect(new Set(silent).size).toBe(silent.length)
  })

  it('is held by the rules for platforms that its coverage names, and by all of them', () => {
    const ids = SUITES.platform.sections.flatMap(({ rules }) => rules).map(({ id }) => id)
    const entries = Object.values(PLATFORM_COVERAGE)
      .flat()
      .filter((entry) => !isReason(entry))
    expect(entries.filter((entry) => !ids.some(matches(entry)))).toEqual([])
    expect(ids.filter((id) => !entries.some((entry) => matches(entry)(id)))).toEqual([])
  })

  it('names, for each line that a rule for platforms quotes, that rule', () => {
    const rules = SUITES.platform.sections.flatMap((section) => section.rules)
    expect(
      rules
        .filter(
          ({ id, clause }) => !PLATFORM_COVERAGE[clause.line]?.some((entry) => matches(entry)(id)),
        )
        .map(({ id }) => id),
    ).toEqual([])
  })

  it.skipIf(isToolMissing('interface'))('is the one that the rules quote, word for word', () => {
    expect(faults(readFileSync(process.env['SVC_INTERFACE_FILE'] ?? ''))).toEqual([])
  })
})

const LETTERS = 'abc |`\n'
const text = fc.string({ unit: fc.constantFrom(...LETTERS), minLength: 1, maxLength: 200 })
const sha256 = (document: Buffer): string => createHash('sha256').update(document).digest('hex')

describe('an edit of the interface', () => {
  it('of one byte is found, and so is its line', () => {
    fc.assert(
      fc.property(text, fc.nat(), fc.nat(), (before, place, other) => {
        const at = place % before.length
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
          faults(Buffer.from(after), digestsOf(before), sha256(Buffer.from(before))).at(-1),
        ).toMatch(/^The SHA-256/)
      }),
    )
  })

  it('that adds or removes a line is found', () => {
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

  it('of what a rule quotes names the rule', () => {
    const rules = [{ id: 'A-01', clause: { line: 2, quote: 'must not return 404' } }]
    expect(misquoting('one\nA call must not return 404.', rules)).toEqual([])
    expect(misquoting('one\nA call must not return 405.', rules)).toEqual(['A-01'])
    expect(misquoting('A call must not return 404.', rules)).toEqual(['A-01'])
  })
})
