import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  decodeBase64,
  decodeBytes,
  decodeSha256,
  decodeSignature,
  encodeBase64,
} from '../../../src/domain/crypto/encoding.ts'
import { base64Encodings } from './public-keys.ts'

const bytesOf = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
const sized = fc.constantFrom(32, 44, 64).chain(bytesOf)

describe('the codec for signatures and hashes', () => {
  it('accepts base64 and base64url, with and without padding, and hex in either case', () => {
    fc.assert(
      fc.property(sized, (bytes) => {
        const hex = Buffer.from(bytes).toString('hex')
        for (const text of [...base64Encodings(bytes), hex, hex.toUpperCase()])
          expect(decodeBytes(text, bytes.length)).toEqual(bytes)
      }),
    )
  })

  it('accepts a string that mixes the alphabets', () => {
    expect(decodeSha256(`-/${'A'.repeat(41)}`)).toEqual(decodeSha256(`+_${'A'.repeat(41)}`))
    expect(decodeSha256(`-/${'A'.repeat(41)}`)).toEqual(decodeSha256(`+/${'A'.repeat(41)}=`))
  })

  it('writes padded standard base64', () => {
    expect(encodeBase64(new Uint8Array([255, 239]))).toBe('/+8=')
  })

  it('refuses every other length', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        for (const text of [...base64Encodings(bytes), Buffer.from(bytes).toString('hex')]) {
          if (bytes.length !== 32) expect(decodeBase64(text, 32)).toBeUndefined()
          if (bytes.length !== 64)
            expect(decodeSignature(Buffer.from(bytes).toString('hex'))).toBeUndefined()
        }
      }),
    )
  })

  it('refuses non-zero trailing bits, so that no two final characters decode to the same value', () => {
    const zeros = 'A'.repeat(42)
    const accepted = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].filter(
      (last) => decodeSha256(zeros + last),
    )
    expect(accepted.join('')).toBe('AEIMQUYcgkosw048')
  })

  it.each([
    ['white space inside', `AAAA AAAA${'A'.repeat(34)}`],
    ['a line feed at the end', `${'A'.repeat(43)}\n`],
    ['two padding characters where one belongs', `${'A'.repeat(43)}==`],
    ['padding in the middle', `${'A'.repeat(20)}=${'A'.repeat(22)}`],
    ['a stray character', `${'A'.repeat(42)}!`],
    ['hex with a stray character', `${'a'.repeat(63)}g`],
    ['hex with one digit too few', 'a'.repeat(63)],
    ['hex with a prefix', `0x${'a'.repeat(64)}`],
    ['an empty string', ''],
    ['full-width digits', '０'.repeat(64)],
  ])('refuses %s', (_, text) => {
    expect(decodeSha256(text)).toBeUndefined()
  })

  it('never throws, and never accepts one string for two lengths', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String({ maxLength: 130 })), (text) => {
        expect([decodeBytes(text, 32), decodeBytes(text, 64)].filter(Boolean).length).toBeLessThan(
          2,
        )
      }),
    )
  })
})
