import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { open, pin, pinMatches, seal } from '../../src/domain/secrets.ts'

const key = fc.uint8Array({ minLength: 32, maxLength: 32 })
const nonce = fc.uint8Array({ minLength: 12, maxLength: 12 })
const master = new Uint8Array(32).fill(7)
const once = new Uint8Array(12).fill(1)

describe('secrets under the master key', () => {
  it('open to what was sealed', () => {
    fc.assert(
      fc.property(
        key,
        fc.string(),
        fc.uint8Array(),
        nonce,
        (masterKey, purpose, plaintext, random) => {
          expect(
            new Uint8Array(open(masterKey, purpose, seal(masterKey, purpose, plaintext, random))!),
          ).toEqual(plaintext)
        },
      ),
    )
    expect(open(master, 'export', seal(master, 'export', 'dd-key é', once))?.toString('utf8')).toBe(
      'dd-key é',
    )
  })

  it('I-13: do not show what was sealed', () => {
    const sealed = seal(master, 'export', 'canary', once)
    expect(sealed).toMatch(/^v1\.[A-Za-z0-9_-]+$/)
    expect(Buffer.from(sealed.slice(3), 'base64url').includes('canary')).toBe(false)
  })

  it('open neither under another master key nor for another purpose', () => {
    const sealed = seal(master, 'export:1', 'x', once)
    expect(open(new Uint8Array(32).fill(8), 'export:1', sealed)).toBeUndefined()
    expect(open(master, 'export:2', sealed)).toBeUndefined()
  })

  it('do not open when any bit was changed or the end was cut off', () => {
    const bytes = Buffer.from(seal(master, 'p', 'secret', once).slice(3), 'base64url')
    fc.assert(
      fc.property(fc.nat(bytes.length * 8 - 1), (bit) => {
        const changed = Buffer.from(bytes)
        changed[bit >> 3]! ^= 1 << (bit & 7)
        expect(open(master, 'p', `v1.${changed.toString('base64url')}`)).toBeUndefined()
      }),
    )
    for (let end = 0; end < bytes.length; end += 1) {
      expect(
        open(master, 'p', `v1.${bytes.subarray(0, end).toString('base64url')}`),
      ).toBeUndefined()
    }
  })

  it('open also when nothing was sealed', () => {
    expect(open(master, 'p', seal(master, 'p', '', once))).toEqual(Buffer.alloc(0))
  })

  it('are never read from other texts', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(open(master, 'p', text)).toBeUndefined()
        expect(open(master, 'p', `v1.${text}`)).toBeUndefined()
      }),
    )
  })

  it('need a master key of 32 bytes and a nonce of 12', () => {
    expect(() => seal(new Uint8Array(16), 'p', 'x', once)).toThrow(RangeError)
    expect(() => seal(master, 'p', 'x', new Uint8Array(8))).toThrow(RangeError)
  })
})

describe('the admin PIN', () => {
  it('is eight digits, follows from challenge and master key, and differs with either', () => {
    fc.assert(
      fc.property(key, fc.uuid(), (masterKey, challenge) => {
        expect(pin(masterKey, challenge)).toMatch(/^\d{8}$/)
        expect(pin(masterKey, challenge)).toBe(pin(masterKey, challenge))
      }),
    )
    expect(new Set([pin(master, 'a'), pin(master, 'b'), pin(new Uint8Array(32), 'a')]).size).toBe(3)
  })

  it('prefers no digit in any place', () => {
    const counts = Array.from({ length: 8 }, () => new Array<number>(10).fill(0))
    for (let i = 0; i < 5000; i += 1)
      [...pin(master, `challenge ${i}`)].forEach(
        (digit, place) => (counts[place]![Number(digit)]! += 1),
      )
    // 500 expected, standard deviation 21: six of them either way.
    for (const count of counts.flat()) expect(Math.abs(count - 500)).toBeLessThan(127)
  })

  it('matches itself and no other text', () => {
    const right = pin(master, 'challenge')
    const wrong = [
      pin(master, 'other'),
      right.slice(1),
      `${right} `,
      ` ${right}`,
      '',
      String(Number(right) + 1),
      '١'.repeat(8),
    ]
    expect(pinMatches(master, 'challenge', right)).toBe(true)
    expect(wrong.map((text) => pinMatches(master, 'challenge', text))).toEqual(
      wrong.map(() => false),
    )
  })
})
