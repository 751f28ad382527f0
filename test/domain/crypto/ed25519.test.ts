import { createHash, createPublicKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import * as noble from '@noble/ed25519'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  keyPairOfSeed,
  publicJwk,
  signMessage,
  verifySignature,
} from '../../../src/domain/crypto/ed25519.ts'
import { isWeakPublicKey } from '../../../src/domain/crypto/public-key.ts'
import { L, torsionPoints } from './curve.ts'
import { weakPublicKeys } from './public-keys.ts'
import { samples } from '../../kit/samples.ts'

const { Point } = noble
const sha512 = (...parts: Uint8Array[]) =>
  new Uint8Array(createHash('sha512').update(Buffer.concat(parts)).digest())
noble.hashes.sha512 = sha512

/** The number of random differential cases; `npm run test:complete` uses the larger one. */
const RUNS = samples(400, 3000)

const hex = (text: string) => new Uint8Array(Buffer.from(text, 'hex'))
const number = (bytes: Uint8Array) => BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`)
const bytesOf = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
const scalar = (n: bigint) =>
  new Uint8Array(Buffer.from(n.toString(16).padStart(64, '0'), 'hex').reverse())
const joined = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts))

/** Verifies with noble, the oracle. It throws for wrong lengths, for which the platform returns false. */
function oracle(key: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  return (
    signature.length === 64 &&
    key.length === 32 &&
    noble.verify(signature, message, key, { zip215: false })
  )
}

/** Returns the results of the platform and of noble. */
function verdicts(key: Uint8Array, message: Uint8Array, signature: Uint8Array): [boolean, boolean] {
  return [verifySignature(key, message, signature), oracle(key, message, signature)]
}

/** Returns whether 32 bytes are the canonical encoding of a point of order L. */
function primeOrder(bytes: Uint8Array): boolean {
  try {
    const point = Point.fromBytes(bytes)
    return !point.is0() && point.isTorsionFree()
  } catch {
    return false
  }
}

interface Wycheproof {
  testGroups: {
    publicKey: { pk: string }
    tests: { tcId: number; flags: string[]; msg: string; sig: string; result: string }[]
  }[]
}
const wycheproof = JSON.parse(
  readFileSync(new URL('../../vectors/ed25519_wycheproof.json', import.meta.url), 'utf8'),
) as Wycheproof

describe('Ed25519 signatures', () => {
  it('I-28: are verified as Project Wycheproof and noble verify them', () => {
    const cases = wycheproof.testGroups.flatMap(({ publicKey, tests }) =>
      tests.map((test) => ({ ...test, key: hex(publicKey.pk) })),
    )
    expect(cases).toHaveLength(151)
    for (const { tcId, key, msg, sig, result } of cases) {
      expect([tcId, verifySignature(key, hex(msg), hex(sig))]).toEqual([tcId, result === 'valid'])
      expect([tcId, oracle(key, hex(msg), hex(sig))]).toEqual([tcId, result === 'valid'])
    }
  })

  it.each([
    [
      '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
      '',
      'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
      'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
    ],
    [
      '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb',
      '72',
      '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
      '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
    ],
  ])(
    'equal those of RFC 8032, section 7.1, for the seed %s',
    (seed, message, publicKey, signature) => {
      const pair = keyPairOfSeed(hex(seed))
      expect(pair.publicKey).toEqual(hex(publicKey))
      expect(signMessage(pair.privateKey, hex(message))).toEqual(hex(signature))
      expect(verifySignature(pair.publicKey, hex(message), hex(signature))).toBe(true)
    },
  )

  it(
    `I-28: are verified as noble verifies them in its strict mode, for ${RUNS} random cases`,
    { timeout: 60_000 + RUNS * 20 },
    () => {
      const damage = fc.oneof(
        { weight: 2, arbitrary: fc.constant({ kind: 'none' as const }) },
        {
          weight: 4,
          arbitrary: fc.record({
            kind: fc.constantFrom('key' as const, 'signature' as const),
            bit: fc.nat(511),
          }),
        },
        {
          weight: 1,
          arbitrary: fc.record({
            kind: fc.constantFrom('plus L' as const, 'other message' as const, 'negated' as const),
          }),
        },
        {
          weight: 1,
          arbitrary: fc.record({ kind: fc.constant('random' as const), bytes: bytesOf(64) }),
        },
      )
      const seed = bytesOf(32)
      const seen = { good: 0, bad: 0 }
      fc.assert(
        fc.property(seed, fc.uint8Array({ maxLength: 200 }), damage, (bytes, message, how) => {
          const { publicKey, privateKey } = keyPairOfSeed(bytes)
          const honest = signMessage(privateKey, message)
          let key = publicKey
          let signature = honest
          if (how.kind === 'key')
            key = key.with((how.bit >> 3) % 32, key[(how.bit >> 3) % 32]! ^ (1 << (how.bit & 7)))
          if (how.kind === 'signature')
            signature = honest.with(how.bit >> 3, honest[how.bit >> 3]! ^ (1 << (how.bit & 7)))
          if (how.kind === 'plus L')
            signature = joined(honest.slice(0, 32), scalar(number(honest.slice(32)) + L))
          if (how.kind === 'negated')
            signature = joined(honest.slice(0, 32), scalar(L - number(honest.slice(32))))
          if (how.kind === 'random') signature = how.bytes
          const received =
            how.kind === 'other message' ? joined(message, new Uint8Array(1)) : message
          const verdict = verifySignature(key, received, signature)
          expect(verdict).toBe(oracle(key, received, signature))
          expect(verdict).toBe(how.kind === 'none')
          seen[verdict ? 'good' : 'bad'] += 1
        }),
        { numRuns: RUNS },
      )
      expect(Math.min(seen.good, seen.bad)).toBeGreaterThan(RUNS / 10)
    },
  )

  it('I-28: are refused for random bytes as the key, on or off the curve', () => {
    fc.assert(
      fc.property(bytesOf(32), bytesOf(64), (key, signature) => {
        expect([verifySignature(key, key, signature), oracle(key, key, signature)]).toEqual([
          false,
          false,
        ])
      }),
      { numRuns: 200 },
    )
  })
})

/**
 * Returns a signature that satisfies the equation except for small-order components, over encodings of a*B + (small order) and r*B + (small
 * order). A verifier can refuse it only because of the encodings and those components.
 */
function crafted(
  key: { bytes: Uint8Array; a: bigint },
  nonce: { bytes: Uint8Array; r: bigint },
  message: Uint8Array,
): Uint8Array {
  const k = number(sha512(nonce.bytes, key.bytes, message)) % L
  return joined(nonce.bytes, scalar((nonce.r + k * key.a) % L))
}

describe('Ed25519 edge cases', () => {
  const a = 0x1234567890abcdefn
  const r = 0xfedcba0987654321n
  const torsion = torsionPoints()
  const messages = Array.from({ length: 12 }, (_, i) => Uint8Array.of(i))
  const honestKey = { bytes: Point.BASE.multiply(a).toBytes(), a }
  const honestNonce = { bytes: Point.BASE.multiply(r).toBytes(), r }
  const mixedKeys = torsion
    .slice(1)
    .map((point) => ({ bytes: Point.BASE.multiply(a).add(point).toBytes(), a }))
  const mixedNonces = torsion
    .slice(1)
    .map((point) => ({ bytes: Point.BASE.multiply(r).add(point).toBytes(), r }))
  const weakKeys = weakPublicKeys().map((bytes) => ({ bytes, a: 0n }))
  const weakNonces = weakPublicKeys().map((bytes) => ({ bytes, r: 0n }))

  it('I-28: a weak key verifies nothing, here or with noble, although the equation holds', () => {
    for (const key of weakKeys) {
      for (const nonce of [honestNonce, mixedNonces[0]!, weakNonces[2]!]) {
        expect(verdicts(key.bytes, messages[0]!, crafted(key, nonce, messages[0]!))).toEqual([
          false,
          false,
        ])
      }
    }
  })

  it('I-28: a valid key that is not weak verifies what noble accepts, except an R that is not of prime order', () => {
    const accepted = { ours: 0, noble: 0 }
    for (const nonce of [honestNonce, ...mixedNonces, ...weakNonces]) {
      for (const message of messages.slice(0, 3)) {
        const [ours, theirs] = verdicts(
          honestKey.bytes,
          message,
          crafted(honestKey, nonce, message),
        )
        expect(ours).toBe(theirs && primeOrder(nonce.bytes))
        accepted.ours += Number(ours)
        accepted.noble += Number(theirs)
      }
    }
    // Noble uses the cofactor, so besides the three honest signatures it accepts the seven mixed and eight small-order R.
    expect(accepted).toEqual({ ours: 3, noble: 3 * 16 })
  })

  it('I-28: a key with a small-order component verifies nothing that noble refuses', () => {
    const disagreements = mixedKeys.flatMap((key) =>
      [honestNonce, ...mixedNonces].flatMap((nonce) =>
        messages.map((message) => {
          const [ours, theirs] = verdicts(key.bytes, message, crafted(key, nonce, message))
          expect(ours && !theirs).toBe(false)
          return ours !== theirs
        }),
      ),
    )
    expect(disagreements).toContain(true)
    expect(disagreements).toContain(false)
  })

  it('I-28: S must be below L', () => {
    const message = messages[0]!
    const signature = crafted(honestKey, honestNonce, message)
    const s = number(signature.slice(32))
    expect(verifySignature(honestKey.bytes, message, signature)).toBe(true)
    const powers = [252n, 253n, 255n, 256n].map((bits) => 2n ** bits - 1n)
    const others = [s + L, s + 2n * L, s + 8n * L, 0n, L - 1n, L, L + 1n, ...powers]
    for (const other of others) {
      const forged = joined(signature.slice(0, 32), scalar(other))
      expect([other, ...verdicts(honestKey.bytes, message, forged)]).toEqual([other, false, false])
    }
  })

  it('signatures are refused without an error for a key off the curve and for wrong lengths', () => {
    const offCurve = new Uint8Array(32).with(0, 2)
    const signature = crafted(honestKey, honestNonce, messages[0]!)
    expect(isWeakPublicKey(offCurve)).toBe(false)
    expect(verifySignature(offCurve, messages[0]!, signature)).toBe(false)
    for (const length of [0, 31, 33, 64])
      expect(verifySignature(new Uint8Array(length).fill(5), messages[0]!, signature)).toBe(false)
    for (const length of [0, 63, 65, 128]) {
      expect(verifySignature(honestKey.bytes, messages[0]!, new Uint8Array(length).fill(5))).toBe(
        false,
      )
    }
  })
})

describe('key objects', () => {
  it('are created again after 10,000 other keys have evicted them', () => {
    const { publicKey, privateKey } = keyPairOfSeed(new Uint8Array(32).fill(1))
    const message = Uint8Array.of(1)
    const signature = signMessage(privateKey, message)
    const stranger = new Uint8Array(32).fill(7)
    expect(verifySignature(publicKey, message, signature)).toBe(true)
    for (let i = 0; i < 10_050; i += 1)
      verifySignature(stranger.with(0, i & 255).with(1, i >> 8), message, signature)
    expect(verifySignature(publicKey, message, signature)).toBe(true)
  })

  it('cannot be created from a seed of another length', () => {
    expect(() => keyPairOfSeed(new Uint8Array(31))).toThrow(RangeError)
  })

  it('are published as a JWK named by its thumbprint (RFC 8037, appendix A)', () => {
    const jwk = publicJwk(hex('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a'))
    expect(jwk).toEqual({
      kty: 'OKP',
      crv: 'Ed25519',
      x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
      kid: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
      use: 'sig',
      alg: 'EdDSA',
    })
    expect(createPublicKey({ key: { ...jwk }, format: 'jwk' }).asymmetricKeyType).toBe('ed25519')
  })
})
