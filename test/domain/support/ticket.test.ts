import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  RESPONSE_HOURS,
  SUPPORT_ROUTES,
  planTicket,
  ticketId,
  type SupportSettings,
} from '../../../src/domain/support/ticket.ts'

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
