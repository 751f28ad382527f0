import { createCipheriv } from 'node:crypto'
import { inspect } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  fingerprint,
  keyOf,
  masterKey,
  MasterKeyMissing,
  open,
  pin,
  pinMatches,
  seal,
  sealKeyId,
} from '../../src/domain/secrets.ts'

const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 })
const key = bytes.map(masterKey)
const nonce = fc.uint8Array({ minLength: 12, maxLength: 12 })
const master = masterKey(new Uint8Array(32).fill(7))
const other = masterKey(new Uint8Array(32).fill(8))
const once = new Uint8Array(12).fill(1)
const textOf = (sealed: string) => sealed.slice(sealed.lastIndexOf('.') + 1)

/** Seals as version 1 did: under the same key, without its id. */
function sealVersion1(purpose: string, plaintext: string): string {
  const cipher = createCipheriv('aes-256-gcm', master.derive(purpose), once)
  const body = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()])
  return `v1.${Buffer.concat([once, body, cipher.getAuthTag()]).toString('base64url')}`
}

describe('a master key', () => {
  it('has an id of eight hex digits that depends on nothing but the key', () => {
    fc.assert(
      fc.property(bytes, (secret) => {
        const { id } = masterKey(secret)
        expect(id).toMatch(/^[0-9a-f]{8}$/)
        expect(id).toBe(masterKey(Uint8Array.from(secret)).id)
        expect(Buffer.from(secret).toString('hex')).not.toContain(id)
      }),
      { seed: 1 },
    )
    expect(master.id).toBe('4904420c')
    expect(other.id).not.toBe(master.id)
  })

  it('I-13: is not shown by a log, a message or JSON', () => {
    const secret = Buffer.from('canary-canary-canary-canary-12345')
    const canary = masterKey(secret.subarray(0, 32))
    const shown = [inspect([canary], { depth: 9, showHidden: true }), JSON.stringify([canary])]
    for (const text of [...shown, String(canary), `${new MasterKeyMissing(canary.id).stack}`]) {
      expect(text).not.toContain('canary-canary')
      expect(text).not.toContain(secret.subarray(0, 32).toString('hex'))
      expect(text).not.toContain('63 61 6e 61 72 79')
    }
  })

  it('is 32 bytes long', () => {
    expect(() => masterKey(new Uint8Array(16))).toThrow(RangeError)
    expect(() => masterKey(new Uint8Array(33))).toThrow(RangeError)
  })

  it('is found in a ring by its id, or named as missing', () => {
    expect(keyOf([other, master], master.id)).toBe(master)
    expect(() => keyOf([other], master.id)).toThrow(MasterKeyMissing)
    expect(() => keyOf([other], master.id)).toThrow(
      `it needs the master key ${master.id}, which is not in`,
    )
  })
})

describe('sealing under the master key', () => {
  it('opens what was sealed, with any ring that contains its key', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(key, { selector: ({ id }) => id, minLength: 1, maxLength: 4 }),
        fc.nat(3),
        fc.string(),
        fc.uint8Array(),
        nonce,
        (ring, at, purpose, plaintext, random) => {
          const used = ring[at % ring.length]!
          const sealed = seal(used, purpose, plaintext, random)
          expect(sealKeyId(sealed)).toBe(used.id)
          expect(new Uint8Array(open(ring, purpose, sealed)!)).toEqual(plaintext)
          expect(
            open(
              ring.filter((candidate) => candidate !== used),
              purpose,
              sealed,
            ),
          ).toBeUndefined()
        },
      ),
    )
    expect(
      open([master], 'export', seal(master, 'export', 'dd-key é', once))?.toString('utf8'),
    ).toBe('dd-key é')
  })

  it('I-13: does not reveal what was sealed', () => {
    const sealed = seal(master, 'export', 'canary', once)
    expect(sealed).toMatch(/^v2\.[0-9a-f]{8}\.[A-Za-z0-9_-]+$/)
    expect(Buffer.from(textOf(sealed), 'base64url').includes('canary')).toBe(false)
  })

  it('opens a seal of version 1, which names no key, by trying each', () => {
    const sealed = sealVersion1('export:1', 'secret')
    expect(sealKeyId(sealed)).toBeUndefined()
    expect(open([other, master], 'export:1', sealed)?.toString()).toBe('secret')
    expect(open([other], 'export:1', sealed)).toBeUndefined()
    expect(open([other, master], 'export:2', sealed)).toBeUndefined()
  })

  it('does not open under another master key or for another purpose', () => {
    const sealed = seal(master, 'export:1', 'x', once)
    expect(open([other], 'export:1', sealed)).toBeUndefined()
    expect(open([master], 'export:2', sealed)).toBeUndefined()
    expect(open([], 'export:1', sealed)).toBeUndefined()
  })

  it('does not open a seal that names a key other than the one that made it', () => {
    const renamed = seal(master, 'p', 'x', once).replace(master.id, other.id)
    expect(open([master, other], 'p', renamed)).toBeUndefined()
  })

  it('does not open a seal with a changed bit or a truncated end', () => {
    const sealed = Buffer.from(textOf(seal(master, 'p', 'secret', once)), 'base64url')
    const isOpened = (text: Uint8Array) =>
      open([master], 'p', `v2.${master.id}.${Buffer.from(text).toString('base64url')}`) !==
      undefined
    expect(isOpened(sealed)).toBe(true)
    fc.assert(
      fc.property(fc.nat(sealed.length * 8 - 1), (bit) => {
        const changed = Buffer.from(sealed)
        changed[bit >> 3]! ^= 1 << (bit & 7)
        expect(isOpened(changed)).toBe(false)
      }),
    )
    for (let end = 0; end < sealed.length; end += 1)
      expect(isOpened(sealed.subarray(0, end))).toBe(false)
  })

  it('opens an empty plaintext', () => {
    expect(open([master], 'p', seal(master, 'p', '', once))).toEqual(Buffer.alloc(0))
  })

  it('does not open a string that is not a seal', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(open([master], 'p', text)).toBeUndefined()
        expect(open([master], 'p', `v1.${text}`)).toBeUndefined()
        expect(open([master], 'p', `v2.${master.id}.${text}`)).toBeUndefined()
      }),
    )
  })

  it('requires a nonce of 12 bytes', () => {
    expect(() => seal(master, 'p', 'x', new Uint8Array(8))).toThrow(RangeError)
  })
})

it('fingerprints differ by key, purpose and text', () => {
  const prints = [
    fingerprint(master, 'p', 'a'),
    fingerprint(master, 'p', 'b'),
    fingerprint(master, 'q', 'a'),
    fingerprint(other, 'p', 'a'),
  ]
  expect(new Set(prints).size).toBe(4)
  expect(fingerprint(master, 'p', 'a')).toBe(prints[0])
})

describe('sign-in PIN', () => {
  it('has eight digits and depends on the challenge and the master key', () => {
    fc.assert(
      fc.property(key, fc.uuid(), (used, challenge) => {
        expect(pin(used, challenge)).toMatch(/^\d{8}$/)
        expect(pin(used, challenge)).toBe(pin(used, challenge))
      }),
    )
    expect(new Set([pin(master, 'a'), pin(master, 'b'), pin(other, 'a')]).size).toBe(3)
  })

  it('distributes digits evenly at every position', () => {
    const counts = Array.from({ length: 8 }, () => new Array<number>(10).fill(0))
    for (let i = 0; i < 5000; i += 1)
      [...pin(master, `challenge ${i}`)].forEach(
        (digit, position) => (counts[position]![Number(digit)]! += 1),
      )
    // The expected count is 500 with a standard deviation of 21, so the limit is six standard deviations.
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
