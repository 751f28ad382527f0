import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hashToken, mint, redact, sameHash, TOKEN_PREFIXES } from '../../src/domain/tokens.ts'

const secret = fc.uint8Array({ minLength: 32, maxLength: 32 })

describe('tokens', () => {
  it('have the prefixes that the contract documents', () => {
    expect(TOKEN_PREFIXES).toEqual(['sk_live_', 'skt_', 'srt_', 'srf_', 'adm_'])
  })

  it('consist of their prefix and 43 base64url characters with all 256 bits', () => {
    fc.assert(
      fc.property(fc.constantFrom(...TOKEN_PREFIXES), secret, (prefix, random) => {
        const { token } = mint(prefix, random)
        expect(token).toMatch(new RegExp(`^${prefix}[A-Za-z0-9_-]{43}$`))
        expect(new Uint8Array(Buffer.from(token.slice(prefix.length), 'base64url'))).toEqual(random)
      }),
    )
  })

  it('I-13: are stored as the SHA-256 of their whole text', () => {
    fc.assert(
      fc.property(secret, (random) => {
        const { token, hash } = mint('srt_', random)
        expect(hash).toBe(createHash('sha256').update(token).digest('hex'))
        expect(hashToken(token)).toBe(hash)
        expect(hash).not.toBe(mint('srf_', random).hash)
      }),
    )
  })

  it('can be looked up by any string, so that a malformed token is treated as unknown', () => {
    for (const text of ['', 'skt_', '\ud800', 'x'.repeat(10_000)])
      expect(hashToken(text)).toMatch(/^[0-9a-f]{64}$/)
  })

  it('I-13: are redacted from any text without making it longer, whatever follows the prefix', () => {
    const parts = fc.oneof(
      fc.constantFrom(...TOKEN_PREFIXES, ' ', '_', '[', '*', 'é'),
      fc.stringMatching(/^[A-Za-z0-9_-]{1,12}$/),
      fc
        .tuple(fc.constantFrom(...TOKEN_PREFIXES), secret)
        .map(([prefix, random]) => mint(prefix, random).token),
    )
    const texts = fc.array(parts).map((each) => each.join(''))
    fc.assert(
      fc.property(texts, (text) => {
        const redacted = redact(text)
        expect(redacted.length).toBeLessThanOrEqual(text.length)
        expect(redacted).not.toMatch(/(?:sk_live_|skt_|srt_|srf_|adm_)[A-Za-z0-9_-]/)
        expect(redact(redacted)).toBe(redacted)
      }),
    )
    expect(redact('srt_a, srt_123456789, srt_1234567890')).toBe(
      'srt_*, srt_*********, srt_[redacted]',
    )
  })

  it('require 256 random bits', () => {
    expect(() => mint('skt_', new Uint8Array(31))).toThrow(RangeError)
  })

  it('are compared by their exact hashes', () => {
    const hash = hashToken('a')
    expect(
      [hash, hashToken('b'), hash.slice(1), hash.toUpperCase(), ''].map((other) =>
        sameHash(hash, other),
      ),
    ).toEqual([true, false, false, false, false])
  })
})
