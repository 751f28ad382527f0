import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { extractInvoice } from '../../../src/agent/reference/extract-invoice.ts'
import { referenceManifest } from '../../../src/agent/reference/reference.ts'
import { redactPersonalData } from '../../../src/agent/reference/redact-personal-data.ts'
import { summarizeText } from '../../../src/agent/reference/summarize-text.ts'
import { assertTerminates } from '../../kit/bounds.ts'

describe('extract_invoice', () => {
  it("reads the invoice of the contract's examples", () => {
    expect(
      extractInvoice('Invoice 2026-0117 of Paper Mill Ltd: 1280.50 EUR, due 2026-03-16.'),
    ).toEqual({
      invoice_number: '2026-0117',
      supplier: 'Paper Mill Ltd',
      total: 1280.5,
      currency: 'EUR',
      due_on: '2026-03-16',
      missing: [],
    })
  })

  it('reads a letter, and prefers the total to the greatest amount', () => {
    const letter =
      'Supplier: Nordlicht Energie GmbH\nInvoice No. NE/4711\n\nConsumption  2.310,00 EUR\nCredit  -1.000,00 EUR\nTotal due: 1.310,00 EUR\nPayable by 5 April 2026\n'
    expect(extractInvoice(letter)).toEqual({
      invoice_number: 'NE/4711',
      supplier: 'Nordlicht Energie GmbH',
      total: 1310,
      currency: 'EUR',
      due_on: '2026-04-05',
      missing: [],
    })
  })

  it.each([
    ['$1,234.56', 1234.56, 'USD'],
    ['€ 1.234,56', 1234.56, 'EUR'],
    ['1 234,56 EUR', 1234.56, 'EUR'],
    ["CHF 1'234.50", 1234.5, 'CHF'],
    ['£99', 99, 'GBP'],
    ['12.000 EUR', 12_000, 'EUR'],
    ['0.5 GBP', 0.5, 'GBP'],
    ['¥12,000', 12_000, 'JPY'],
  ])('reads the amount %s', (sum, total, currency) => {
    expect(extractInvoice(`Total: ${sum}`)).toMatchObject({ total, currency })
  })

  it.each([
    ['due 16.3.2026', '2026-03-16'],
    ['Due on March 16th, 2026', '2026-03-16'],
    ['payable until 1 Mar 2026', '2026-03-01'],
  ])('reads the due date in "%s" as %s', (text, due_on) => {
    expect(extractInvoice(text).due_on).toBe(due_on)
  })

  it.each(['due 2026-02-30', 'due 03/04/2026', 'written 2026-03-16'])(
    'finds no due date in "%s"',
    (text) => {
      expect(extractInvoice(text)).not.toHaveProperty('due_on')
    },
  )

  it('truncates a supplier without splitting a surrogate pair', () => {
    const { supplier } = extractInvoice(`Supplier: ${'x'.repeat(120)}\u{1f600}y`)
    expect(supplier).toBe(`${'x'.repeat(120)}\u{1f600}`)
  })

  it('names what it does not find', () => {
    expect(extractInvoice('Hello')).toEqual({
      missing: ['invoice_number', 'supplier', 'total', 'currency', 'due_on'],
    })
  })

  it('reads any amount', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 10 ** 11 }),
        fc.constantFrom('en-US', 'de-DE', 'fr-CH'),
        (cents, locale) => {
          const text = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 })
            .format(cents / 100)
            .replaceAll('\u202f', ' ')
            .replaceAll('’', "'")
          expect(extractInvoice(`Total: ${text} EUR`).total).toBe(cents / 100)
        },
      ),
    )
  })
})

describe('redact_personal_data', () => {
  it.each([
    ['Write to ada@example.com.', 'Write to [email].', { email: 1 }],
    ['IBAN DE89 3704 0044 0532 0130 00, thanks', 'IBAN [iban], thanks', { iban: 1 }],
    ['Card 4111 1111 1111 1111', 'Card [card]', { card: 1 }],
    ['Card 4111 1111 1111 1111 12/26', 'Card [card] 12/26', { card: 1 }],
    ['Card 4111-1111-1111-1111 123', 'Card [card] 123', { card: 1 }],
    ['AT61 1904 3002 3457 3201 BIC BKAUATWW', '[iban] BIC BKAUATWW', { iban: 1 }],
    ['BE68 5390 0754 7034 AND', '[iban] AND', { iban: 1 }],
    ['BE68 5390 0754 7034 DE89 3704 0044 0532 0130 00', '[iban] [iban]', { iban: 2 }],
    ['Call +49 30 123456 or (030) 123456', 'Call [phone] or [phone]', { phone: 2 }],
    ['From 192.168.1.20', 'From [ip]', { ip: 1 }],
    ['Key sk_live_abcdefghijklmnopqrstuvwxyz0123456789', 'Key [token]', { token: 1 }],
  ])('turns "%s" into "%s"', (text, redacted, found) => {
    expect(redactPersonalData(text)).toEqual({ text: redacted, found })
  })

  it.each([
    'Order 4111 1111 1111 1112',
    'Parcel 000000000000 1234567',
    'GB33WEST12345698765432',
    'Version 1.2.3',
    '2026-03-16',
    'Total 1280.50 EUR',
    '999.1.1.1',
    'a@b',
  ])('leaves "%s" alone', (text) => {
    expect(redactPersonalData(text)).toEqual({ text, found: {} })
  })

  it('leaves no e-mail address, and finds nothing in its own result', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(fc.emailAddress({ size: 'small' }), fc.lorem({ maxCount: 3 }), fc.ipV4()),
        ),
        (pieces) => {
          const { text } = redactPersonalData(pieces.join(' '))
          expect(text).not.toMatch(/[a-z0-9]@[a-z0-9]+\.[a-z]{2}/i)
          expect(redactPersonalData(text)).toEqual({ text, found: {} })
        },
      ),
    )
  })
})

describe('summarize_text', () => {
  const TEXT =
    'Leases keep agents alive. The weather was fine. An agent renews its lease with every heartbeat. Agents whose lease ends are offline.'

  it('selects the sentences with the most frequent words, in their original order', () => {
    expect(summarizeText(TEXT, 2)).toEqual({
      summary: 'Leases keep agents alive. Agents whose lease ends are offline.',
      keywords: ['agents', 'lease', 'leases', 'keep', 'alive'],
      words: 22,
    })
  })

  it('returns only sentences of the text, and no more than requested', () => {
    fc.assert(
      fc.property(
        fc.lorem({ mode: 'sentences', maxCount: 12 }),
        fc.integer({ min: 1, max: 20 }),
        (text, most) => {
          const { summary, keywords } = summarizeText(text, most)
          const selected = summary.split(/(?<=\.) /).filter(Boolean)
          expect(selected.length).toBeLessThanOrEqual(most)
          for (const sentence of selected) expect(text).toContain(sentence)
          expect(keywords.length).toBeLessThanOrEqual(5)
        },
      ),
    )
  })

  it('ignores short words, stop words and numbers', () => {
    expect(
      summarizeText(
        'It is what it is and was in 2026, in 2026 and in 2026. Leases keep agents alive.',
        1,
      ),
    ).toEqual({
      summary: 'Leases keep agents alive.',
      keywords: ['leases', 'keep', 'agents', 'alive'],
      words: 18,
    })
  })

  it('declares three sentences as the default, and selects as many', () => {
    const schema = referenceManifest.skills.find(({ name }) => name === 'summarize_text')!
      .input_schema as { properties: { sentences: object } }
    expect(schema.properties.sentences).toEqual({
      type: 'integer',
      minimum: 1,
      maximum: 20,
      default: 3,
    })
    expect(summarizeText('Agents beat. Agents rest. Agents work. Agents end.').summary).toBe(
      'Agents beat. Agents rest. Agents work.',
    )
  })

  it('returns an empty summary for empty text', () => {
    expect(summarizeText(' ')).toEqual({ summary: '', keywords: [], words: 0 })
  })
})

describe('every skill', () => {
  it.each([
    ['by A', ' '],
    ['Invoice ', 'A1-/'],
    ['total ', '1,'],
    ['', '1 '],
    ['a@', 'a.'],
    ['DE89', ' 3704'],
    ['', 'DE89 '],
    ['', '1-'],
    ['', 'a. '],
    ['sk_', 'A-'],
    ['due ', '1.'],
    ['', '+1 (0'],
  ])('terminates for a long text that begins with "%s" and repeats "%s"', (start, piece) => {
    const text = start + piece.repeat(100_000 / piece.length)
    for (const skill of [extractInvoice, redactPersonalData, summarizeText])
      expect(() => assertTerminates(() => skill(text)), skill.name).not.toThrow()
  })
})
