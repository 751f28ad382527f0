import { isDate, isDateTime, isUri, isUuid } from '@hyperjump/json-schema-formats'
import { describe, expect, it } from 'vitest'
import { contractAjv } from '../../src/contract/vocabulary.ts'
import { DISPUTED_FORMATS, NEAR_FORMATS } from '../../fuzz/properties/schemas/texts.ts'
import { readAuthored, PLATFORM } from '../../fuzz/properties/contract.ts'

const ajv = contractAjv({})
const takes = (format: string, value: string): boolean =>
  ajv.validate({ type: 'string', format }, value) as boolean
const schemas = (
  readAuthored(PLATFORM).components as {
    readonly schemas: Readonly<
      Record<
        string,
        {
          readonly pattern?: string
          readonly properties?: Readonly<Record<string, { readonly pattern: string }>>
        }
      >
    >
  }
).schemas

describe('what the two validators mean by a format', () => {
  it.each(
    ['uuid', 'uri', 'date'].flatMap((format) =>
      [...NEAR_FORMATS[format]!, ...DISPUTED_FORMATS[format]!].map((text) => ({ format, text })),
    ),
  )('$format: the same about $text', ({ format, text }) => {
    expect(takes(format, text)).toBe({ uuid: isUuid, uri: isUri, date: isDate }[format]!(text))
  })

  it('RFC 3339 lets an application refuse lower case (5.6), and its leap seconds are those of a table (5.7): the server writes neither', () => {
    for (const text of ['2026-01-01t00:00:00z', '2016-12-31T23:59:60Z'])
      expect([takes('date-time', text), isDateTime(text)]).toEqual([false, true])
  })

  it('in a request neither is taken because the contract says so, in a pattern that every validator reads', () => {
    const { pattern } = schemas['TrustContext']!.properties!['timestamp']!
    expect(
      ['2026-01-01t00:00:00z', '2016-12-31T23:59:60Z'].some((text) =>
        new RegExp(pattern, 'u').test(text),
      ),
    ).toBe(false)
    expect(
      ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00.123+05:30'].every((text) =>
        new RegExp(pattern, 'u').test(text),
      ),
    ).toBe(true)
  })

  it('of e-mail addresses every validator takes the same, because of the pattern', () => {
    const pattern = new RegExp(schemas['EmailAddress']!.pattern!, 'u')
    for (const text of ['"a b"@c.de', 'a@[127.0.0.1]', 'a@localhost', ...NEAR_FORMATS['email']!])
      expect([text, pattern.test(text)]).toEqual([text, false])
    for (const text of ['A@B.DE', "o'hara@b.de", 'a@xn--x.de', 'a.b+c@d-e.example'])
      expect([text, pattern.test(text) && takes('email', text)]).toEqual([text, true])
  })

  it('@hyperjump/uri 1.x throws on addresses of a future IP version, which RFC 3986 (3.2.2) allows', () => {
    expect(() => isUri('http://[v1.a]/')).toThrow('Unsupported IP version')
    expect(takes('uri', 'http://[v1.a]/')).toBe(true)
  })
})
