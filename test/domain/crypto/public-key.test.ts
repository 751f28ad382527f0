import { Point } from '@noble/ed25519'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeBase64 } from '../../../src/domain/crypto/encoding.ts'
import {
  keyPairOfSeed,
  parsePublicKey,
  isSoundPublicKey,
  isWeakPublicKey,
} from '../../../src/domain/crypto/ed25519.ts'
import {
  PUBLIC_KEY_PATTERN,
  publicKeyEncodings,
  weakPublicKeys,
} from '../../../src/domain/crypto/public-key.ts'
import { P, torsionPoints } from './curve.ts'

const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 })
const littleEndian = (y: bigint) =>
  new Uint8Array(Buffer.from(y.toString(16).padStart(64, '0'), 'hex').reverse())
const signed = (key: Uint8Array) => key.with(31, key[31]! | 0x80)
const hexes = (keys: readonly Uint8Array[]) =>
  keys.map((key) => Buffer.from(key).toString('hex')).sort()

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

  it('match the pattern of the contract if and only if they can be parsed', () => {
    const encoding = bytes32.chain((key) => fc.constantFrom(...publicKeyEncodings(key)))
    const character = fc.constantFrom(...'AQZz09+/-_= MCow')
    const damaged = fc
      .tuple(encoding, fc.nat(70), character)
      .map(([text, at, put]) => text.slice(0, at) + put + text.slice(at + 1))
    fc.assert(
      fc.property(fc.oneof(encoding, damaged, fc.string()), (text) => {
        expect(parsePublicKey(text) !== undefined).toBe(PUBLIC_KEY_PATTERN.test(text))
      }),
      { numRuns: 2000 },
    )
  })

  it('I-28: are weak exactly for the eight points of small order and non-canonical encodings', () => {
    const smallOrder = torsionPoints().map((point) => point.toBytes())
    const negativeZero = [1n, P - 1n].map((y) => signed(littleEndian(y)))
    const unreduced = Array.from({ length: 19 }, (_, above) => littleEndian(P + BigInt(above)))
    const expected = [...smallOrder, ...negativeZero, ...unreduced, ...unreduced.map(signed)]
    expect(expected).toHaveLength(48)
    expect(hexes(weakPublicKeys())).toEqual(hexes(expected))
    for (const key of expected)
      expect([isWeakPublicKey(key), isSoundPublicKey(key)]).toEqual([true, false])
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
