import { isDate, isDateTime, isEmail, isUri, isUuid } from '@hyperjump/json-schema-formats'
import { describe, expect, it } from 'vitest'
import { contractAjv } from '../../src/contract/vocabulary.ts'
import { AMBIGUOUS_FORMATS, NEARLY_VALID } from '../../fuzz/properties/schemas/texts.ts'
import { readAuthored, PLATFORM } from '../../fuzz/properties/contract.ts'

const ajv = contractAjv({})
const accepts = (format: string, value: string): boolean =>
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

describe('formats in the two validators', () => {
  it.each(
    ['uuid', 'uri', 'date'].flatMap((format) =>
      [...NEARLY_VALID[format]!, ...AMBIGUOUS_FORMATS[format]!].map((text) => ({ format, text })),
    ),
  )('accept or reject the same strings as $format: $text', ({ format, text }) => {
    expect(accepts(format, text)).toBe({ uuid: isUuid, uri: isUri, date: isDate }[format]!(text))
  })

  it('differ on lower-case letters and leap seconds in timestamps, which RFC 3339 leaves to applications (5.6, 5.7)', () => {
    for (const text of ['2026-01-01t00:00:00z', '2016-12-31T23:59:60Z'])
      expect([accepts('date-time', text), isDateTime(text)]).toEqual([false, true])
  })

  it('reject lower-case letters and leap seconds in requests, because the contract has a pattern for timestamps', () => {
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

  it('accept the same e-mail addresses, because the contract has a pattern for them', () => {
    const pattern = new RegExp(schemas['EmailAddress']!.pattern!, 'u')
    for (const text of ['"a b"@c.de', 'a@[127.0.0.1]', 'a@localhost', ...NEARLY_VALID['email']!])
      expect([text, pattern.test(text)]).toEqual([text, false])
    for (const text of ['A@B.DE', "o'hara@b.de", 'a@xn--x.de', 'a.b+c@d-e.example'])
      expect([text, pattern.test(text), accepts('email', text), isEmail(text)]).toEqual([
        text,
        true,
        true,
        true,
      ])
  })

  it('differ on addresses of a future IP version (RFC 3986, 3.2.2), for which @hyperjump/uri 1.x throws', () => {
    expect(() => isUri('http://[v1.a]/')).toThrow('Unsupported IP version')
    expect(accepts('uri', 'http://[v1.a]/')).toBe(true)
  })
})
