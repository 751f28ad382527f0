import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { open, pin, pinMatches, seal } from '../../src/domain/secrets.ts'

const key = fc.uint8Array({ minLength: 32, maxLength: 32 })
const nonce = fc.uint8Array({ minLength: 12, maxLength: 12 })
const master = new Uint8Array(32).fill(7)
const once = new Uint8Array(12).fill(1)

describe('sealing under the master key', () => {
  it('opens what was sealed', () => {
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

  it('I-13: does not reveal what was sealed', () => {
    const sealed = seal(master, 'export', 'canary', once)
    expect(sealed).toMatch(/^v1\.[A-Za-z0-9_-]+$/)
    expect(Buffer.from(sealed.slice(3), 'base64url').includes('canary')).toBe(false)
  })

  it('opens neither under another master key nor for another purpose', () => {
    const sealed = seal(master, 'export:1', 'x', once)
    expect(open(new Uint8Array(32).fill(8), 'export:1', sealed)).toBeUndefined()
    expect(open(master, 'export:2', sealed)).toBeUndefined()
  })

  it('does not open a text with a changed bit or a truncated end', () => {
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

  it('opens an empty plaintext', () => {
    expect(open(master, 'p', seal(master, 'p', '', once))).toEqual(Buffer.alloc(0))
  })

  it('opens no other text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(open(master, 'p', text)).toBeUndefined()
        expect(open(master, 'p', `v1.${text}`)).toBeUndefined()
      }),
    )
  })

  it('requires a master key of 32 bytes and a nonce of 12', () => {
    expect(() => seal(new Uint8Array(16), 'p', 'x', once)).toThrow(RangeError)
    expect(() => seal(master, 'p', 'x', new Uint8Array(8))).toThrow(RangeError)
  })
})

describe('sign-in PIN', () => {
  it('has eight digits and depends on the challenge and the master key', () => {
    fc.assert(
      fc.property(key, fc.uuid(), (masterKey, challenge) => {
        expect(pin(masterKey, challenge)).toMatch(/^\d{8}$/)
        expect(pin(masterKey, challenge)).toBe(pin(masterKey, challenge))
      }),
    )
    expect(new Set([pin(master, 'a'), pin(master, 'b'), pin(new Uint8Array(32), 'a')]).size).toBe(3)
  })

  it('distributes digits evenly at every position', () => {
    const counts = Array.from({ length: 8 }, () => new Array<number>(10).fill(0))
    for (let i = 0; i < 5000; i += 1)
      [...pin(master, `challenge ${i}`)].forEach(
        (digit, place) => (counts[place]![Number(digit)]! += 1),
      )
    // 500 expected, standard deviation 21: six of them either way.
    for (const count of counts.flat()) expect(Math.abs(count - 500)).toBeLessThan(127)
  })

  it('matches only itself', () => {
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
