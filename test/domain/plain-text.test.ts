import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lines, oneLine } from '../../src/domain/plain-text.ts'
import {
  RESPONSE_HOURS,
  SUPPORT_ROUTES,
  planTicket,
  ticketId,
  type SupportSettings,
} from '../../src/domain/support/ticket.ts'
import { hostile } from '../mail/hostile.ts'

const KEY = `sk_live_${'a'.repeat(43)}`

describe('user-supplied text', () => {
  it.each([
    ['  Two\r\nlines\t and\u2028more  ', 'Two lines and more'],
    ['no\0control\u001b[31m\u0085characters\u007f', 'no control [31m characters'],
    ['\u202eelif.exe\u202c and \u2066isolated\u2069', 'elif.exe and isolated'],
    ['👩‍👩‍👧 and مرحبا\u200f stay', '👩‍👩‍👧 and مرحبا\u200f stay'],
    [`a key ${KEY}!`, 'a key sk_live_[redacted]!'],
    ['half a \ud83d', 'half a \ufffd'],
  ])('becomes one line: %j', (written, shown) => {
    expect(oneLine(written)).toBe(shown)
  })

  it.each([
    ['one\r\ntwo\rthree\u2028four\n', 'one\ntwo\nthree\nfour'],
    ['a\tb \0\u001b[2J\u202e', 'a\tb [2J'],
    [`x\n${KEY}\ny`, 'x\nsk_live_[redacted]\ny'],
  ])('keeps line breaks but no other control characters: %j', (written, shown) => {
    expect(lines(written)).toBe(shown)
  })

  it('does not change when it is cleaned a second time', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(oneLine(oneLine(text))).toBe(oneLine(text))
        expect(lines(lines(text))).toBe(lines(text))
        expect(oneLine(text)).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u)
        expect(lines(text).replaceAll('\n', '').replaceAll('\t', '')).not.toMatch(
          /[\p{Cc}\p{Zl}\p{Zp}]/u,
        )
      }),
    )
  })
})

describe('ticket delivery', () => {
  const settings = fc.record({
    channels: fc.subarray(['email', 'chat', 'csm'] as const),
    confirms: fc.boolean(),
    response_hours: fc.constant(RESPONSE_HOURS),
  })
  const NOW = '2026-03-01T12:00:00.000Z'

  it('always uses a configured channel, or the inbox if the route has none', () => {
    fc.assert(
      fc.property(fc.constantFrom(...SUPPORT_ROUTES), settings, (route, desk: SupportSettings) => {
        const { channel, deliveries, message } = planTicket(route, desk, NOW)
        const reachable = desk.channels.some((known) => known !== 'csm' || route === 'csm')
        expect(channel === 'inbox').toBe(!reachable)
        if (channel !== 'inbox') expect(desk.channels).toContain(channel)
        expect(deliveries.length > 0).toBe(reachable)
        expect(message.includes('This registry has n')).toBe(
          channel !== { email: 'email', priority: 'email', chat: 'chat', csm: 'csm' }[route],
        )
        expect(message).toMatch(/^[A-Z].*\.$/)
      }),
    )
  })

  it('uses identifiers of 50 random bits that can be read aloud', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 10, maxLength: 10 }), (random) => {
        expect(ticketId(random)).toMatch(/^SUP-[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/)
      }),
    )
    const bits = Array.from({ length: 50 }, (_, bit) =>
      Uint8Array.from({ length: 10 }, (_byte, index) =>
        index === Math.floor(bit / 5) ? 1 << (bit % 5) : 0,
      ),
    )
    expect(new Set(bits.map(ticketId)).size).toBe(50)
  })
})
