import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { elapsed, iso, ms, parseTimestamp, plus } from '../../src/domain/time.ts'
import { uuid7 } from '../../src/domain/uuid.ts'

const moment = fc
  .date({ min: new Date(0), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true })
  .map((date) => date.getTime())

describe('timestamps', () => {
  it('are ISO 8601 UTC strings that sort by time', () => {
    expect(iso(0)).toBe('1970-01-01T00:00:00.000Z')
    fc.assert(
      fc.property(moment, moment, (a, b) => {
        expect(ms(iso(a))).toBe(a)
        expect(iso(a) < iso(b)).toBe(a < b)
        expect(elapsed(iso(a), iso(b))).toBe(b - a)
        expect(plus(iso(a), b - a)).toBe(iso(b))
      }),
    )
  })

  it.each([
    ['2026-03-01T12:00:00Z', '2026-03-01T12:00:00.000Z'],
    ['2026-03-01T12:00:00.5Z', '2026-03-01T12:00:00.500Z'],
    ['2026-03-01T12:00:00.123999Z', '2026-03-01T12:00:00.123Z'],
    ['2026-03-01t17:30:00+05:30', '2026-03-01T12:00:00.000Z'],
    ['2026-03-01T12:00:00-00:00', '2026-03-01T12:00:00.000Z'],
    ['2024-02-29T23:59:59.999z', '2024-02-29T23:59:59.999Z'],
  ])('are parsed in the format of RFC 3339: %s', (text, meaning) => {
    expect(iso(parseTimestamp(text)!)).toBe(meaning)
  })

  it.each([
    '',
    'now',
    '2026-03-01',
    '2026-03-01T12:00:00',
    '2026-03-01 12:00:00Z',
    '2026-02-29T12:00:00Z',
    '2026-13-01T12:00:00Z',
    '2026-03-01T24:00:00Z',
    '2026-03-01T23:59:60Z',
    '2026-03-01T12:00Z',
    '2026-03-01T12:00:00+0530',
    '1772366400',
    '2026-03-01T12:00:00Z\n',
    ' 2026-03-01T12:00:00Z',
    '+02026-03-01T12:00:00Z',
    '2026-00-10T12:00:00Z',
    '2026-01-00T12:00:00Z',
  ])('are not parsed in any other format: %j', (text) => {
    expect(parseTimestamp(text)).toBeUndefined()
  })
})

describe('UUIDv7', () => {
  it('has the layout of RFC 9562, appendix A.6', () => {
    const random = Buffer.from('0cc398c4dc0c0c07398f', 'hex')
    expect(uuid7(0x017f22e279b0, random)).toBe('017f22e2-79b0-7cc3-98c4-dc0c0c07398f')
  })

  it('always has version 7 and the RFC variant, and sorts by time', () => {
    const random = fc.uint8Array({ minLength: 10, maxLength: 10 })
    fc.assert(
      fc.property(moment, moment, random, random, (a, b, x, y) => {
        expect(uuid7(a, x)).toMatch(
          /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
        )
        if (a < b) expect(uuid7(a, x) < uuid7(b, y)).toBe(true)
      }),
    )
  })

  it('requires ten random bytes', () => {
    expect(() => uuid7(0, new Uint8Array(9))).toThrow(RangeError)
  })
})
