import { Point } from '@noble/ed25519'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeBase64 } from '../../../src/domain/crypto/encoding.ts'
import { keyPairOfSeed } from '../../../src/domain/crypto/ed25519.ts'
import {
  isSoundPublicKey,
  isWeakPublicKey,
  parsePublicKey,
  SMALL_ORDER_Y,
} from '../../../src/domain/crypto/public-key.ts'
import { P, torsionPoints } from './curve.ts'
import { littleEndian, publicKeyEncodings, signed, weakPublicKeys } from './public-keys.ts'

const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 })

describe('public keys', () => {
  it('are accepted raw or as SPKI, in base64 or base64url, and normalized to padded base64 of the raw bytes', () => {
    fc.assert(
      fc.property(bytes32, (key) => {
        for (const text of publicKeyEncodings(key))
          expect(parsePublicKey(text)).toEqual({ key, canonical: encodeBase64(key) })
      }),
    )
  })

  it('are refused as SPKI of another algorithm', () => {
    const x25519 = Buffer.concat([
      Buffer.from('302a300506032b656e032100', 'hex'),
      Buffer.alloc(32, 7),
    ])
    expect(parsePublicKey(x25519.toString('base64'))).toBeUndefined()
  })

  it('I-28: are weak exactly for the eight points of small order and non-canonical encodings', () => {
    const keys = weakPublicKeys()
    expect(new Set(keys.map(encodeBase64)).size).toBe(48)
    for (const key of keys)
      expect([isWeakPublicKey(key), isSoundPublicKey(key)]).toEqual([true, false])
    const smallOrderY = torsionPoints().map((point) => littleEndian(point.toAffine().y))
    expect(new Set(smallOrderY.map((y) => Buffer.from(y).toString('hex')))).toEqual(SMALL_ORDER_Y)
  })

  it('I-28: are not weak for values next to the weak encodings', () => {
    for (const y of [2n, 3n, P - 2n, P - 3n]) {
      for (const key of [littleEndian(y), signed(littleEndian(y))])
        expect(isWeakPublicKey(key)).toBe(false)
    }
  })

  it('are weak if they are not 32 bytes long', () => {
    expect(
      [0, 31, 33, 44].map((length) => isWeakPublicKey(new Uint8Array(length).fill(9))),
    ).toEqual([true, true, true, true])
  })

  it('are sound if properly generated', () => {
    fc.assert(
      fc.property(bytes32, (seed) => {
        expect(isSoundPublicKey(keyPairOfSeed(seed).publicKey)).toBe(true)
      }),
      { numRuns: 50 },
    )
  })

  it('are not sound off the curve', () => {
    expect(isSoundPublicKey(littleEndian(2n))).toBe(false)
  })

  it('are not sound with a small-order component, on which verifiers disagree', () => {
    const mixed = torsionPoints()
      .filter((point) => !point.is0())
      .map((point) => Point.BASE.multiply(42n).add(point).toBytes())
    expect(mixed.map((key) => [isWeakPublicKey(key), isSoundPublicKey(key)])).toEqual(
      mixed.map(() => [false, false]),
    )
  })
})
