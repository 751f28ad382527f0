import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keyPairOfSeed } from '../../../src/domain/crypto/ed25519.ts'
import { encodeBase64 } from '../../../src/domain/crypto/encoding.ts'
import { svcId } from '../../../src/domain/crypto/svc-id.ts'
import {
  did,
  isValid,
  registrationProven,
  canBeSvcId,
  SVC_ID_PATTERN,
  svcIdOfDid,
  verificationStatus,
} from '../../../src/domain/agents/identity.ts'
import type { VerificationFacts } from '../../../src/domain/agents/identity.ts'
import { signClaims } from '../../../src/domain/signatures/signature.ts'
import { base64Encodings, publicKeyEncodings, weakPublicKeys } from '../crypto/public-keys.ts'

const { publicKey, privateKey } = keyPairOfSeed(new Uint8Array(32).fill(9))
const fields = {
  name: 'summarizer',
  version: '1.2.0',
  public_key: encodeBase64(publicKey),
  manifest_hash: 'ab'.repeat(32),
}
const registration = { svc_id: svcId(fields), ...fields }
const good = {
  key_sound: true,
  proven: true,
  suspended: false,
  revoked: false,
  upheld_security_dispute: false,
}
const verifiedAgent: VerificationFacts = { ...registration, ...good }

describe('svc_id', () => {
  it('is the hex SHA-256 of the canonical JSON of name, version, key and manifest hash', () => {
    const { manifest_hash, name, public_key, version } = fields
    const text = JSON.stringify({ manifest_hash, name, public_key, version })
    expect(svcId(fields)).toBe(createHash('sha256').update(text).digest('hex'))
    expect(svcId(fields)).toMatch(SVC_ID_PATTERN)
  })

  it('does not depend on the encoding of the key or on other members', () => {
    const ids = publicKeyEncodings(publicKey).map((public_key) =>
      svcId({ ...registration, public_key }),
    )
    expect(new Set(ids)).toEqual(new Set([registration.svc_id]))
  })

  it('changes with each of its four fields', () => {
    const public_key = encodeBase64(keyPairOfSeed(new Uint8Array(32)).publicKey)
    const others = [{ name: 'x' }, { version: '1.2.1' }, { manifest_hash: 'x' }, { public_key }]
    expect(
      new Set([registration.svc_id, ...others.map((change) => svcId({ ...fields, ...change }))])
        .size,
    ).toBe(5)
  })

  it.each(['a', 'agent:1', 'sha256:abc', 'A0._:~+/=@-', 'x'.repeat(256)])(
    'can be the identifier of another implementation: %s',
    (id) => {
      expect(svcIdOfDid(did(id))).toBe(id)
    },
  )

  it.each([
    '',
    '.a',
    '-a',
    '.',
    '..',
    'register',
    'a/./b',
    'a/.',
    'a..b',
    'a b',
    'a\n',
    'ä',
    'a%2f',
    'a?b',
    'x'.repeat(257),
  ])('cannot be an identifier that is unsafe in a path: %j', (id) => {
    expect(svcIdOfDid(did(id))).toBeUndefined()
  })

  it.each(['org_1', 'org_1/desk', 'key_1', 'usr_1', 'ann@acme.example', 'ann+tag@a.Museum'])(
    'cannot be an identifier that policies use for someone other than an agent: %j',
    (id) => {
      expect(svcIdOfDid(did(id))).toBeUndefined()
    },
  )

  it.each(['reader@1.0.0', 'acme/reader@2.0.0-rc1', 'reader@latest', 'organization_1'])(
    'can be an identifier with a version or with a similar prefix: %j',
    (id) => {
      expect(svcIdOfDid(did(id))).toBe(id)
    },
  )

  it.each(['ada@corp.3m', 'ADA@CORP.3M', 'ada+tag@3m.1x', 'a@1.2.3', 'org_ada@corp.3m'])(
    'can be the e-mail address of a person if its last part begins with a digit: %s',
    (email) => {
      expect(canBeSvcId(email)).toBe(true)
    },
  )

  it('cannot be an e-mail address whose last part begins with a letter, or that has a character that identifiers cannot contain or begin with', () => {
    const address =
      /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]{1,9}@([a-zA-Z0-9][a-zA-Z0-9-]{0,3}\.){1,3}([a-zA-Z][a-zA-Z0-9]{0,5}|xn--[a-z0-9]{1,5})$/
    fc.assert(fc.property(fc.stringMatching(address), (email) => !canBeSvcId(email)))
    expect(["o'hara@corp.3m", '_ada@corp.3m'].filter(canBeSvcId)).toEqual([])
  })

  it('is the last part of a DID of the form did:svc:<svc_id>', () => {
    expect(did('abc')).toBe('did:svc:abc')
    expect(['abc', 'did:web:abc', 'DID:svc:abc', 'did:svc:'].map(svcIdOfDid)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })
})

describe('registration proof', () => {
  const receiver = { organization_id: 'org_owner', issuer: 'https://registry.test' }
  const now = '2026-03-01T12:00:00.000Z'
  const claims = { ...registration, ...receiver, issued_at: now }
  const signature = signClaims(privateKey, 'register', claims)
  const proven = (
    fields = registration,
    text = signature,
    to = receiver,
    at = now,
    issued_at = now,
  ) => registrationProven(fields, { issued_at, signature: text }, to, at)

  it('is accepted in every encoding', () => {
    const bytes = Buffer.from(signature, 'base64')
    for (const text of [...base64Encodings(bytes), bytes.toString('hex')])
      expect(proven(registration, text)).toBe(true)
  })

  it('may cover the key as it was sent or in its canonical encoding', () => {
    for (const public_key of publicKeyEncodings(publicKey)) {
      const sent = { ...registration, public_key }
      expect(proven(sent)).toBe(true)
      expect(proven(sent, signClaims(privateKey, 'register', { ...claims, public_key }))).toBe(true)
    }
  })

  it('is bound to each of the five fields, to the organization, the platform and the time of issue', () => {
    for (const field of ['svc_id', 'name', 'version', 'manifest_hash'] as const)
      expect(proven({ ...registration, [field]: 'other' })).toBe(false)
    expect(
      proven({
        ...registration,
        public_key: encodeBase64(keyPairOfSeed(new Uint8Array(32)).publicKey),
      }),
    ).toBe(false)
    for (const other of [{ organization_id: 'org_other' }, { issuer: 'https://other.test' }])
      expect(proven(registration, signature, { ...receiver, ...other })).toBe(false)
    expect(proven(registration, signature, receiver, now, '2026-03-01T12:00:00.001Z')).toBe(false)
  })

  it('is valid for ten minutes before and after the time that it states', () => {
    const at = (text: string) => proven(registration, signature, receiver, text)
    expect(
      [
        '2026-03-01T11:49:59.999Z',
        '2026-03-01T11:50:00.000Z',
        '2026-03-01T12:10:00.000Z',
        '2026-03-01T12:10:00.001Z',
      ].map(at),
    ).toEqual([false, true, true, false])
  })

  it('is invalid, and not an error, for hostile input', () => {
    for (const text of ['', 'x', '\ud800', 'A'.repeat(86)])
      expect(proven(registration, text)).toBe(false)
    expect(proven({ ...registration, name: '\ud800' })).toBe(false)
    expect(proven({ ...registration, public_key: 'x' })).toBe(false)
    expect(proven(registration, signature, receiver, now, 'yesterday')).toBe(false)
  })

  it('I-28: is never valid for a weak key, for which one signature would match every message', () => {
    for (const key of weakPublicKeys()) {
      const forged = Buffer.concat([key, Buffer.alloc(32)])
      expect(proven({ ...registration, public_key: encodeBase64(key) }, encodeBase64(forged))).toBe(
        false,
      )
    }
  })
})

describe('an agent', () => {
  it.each([
    ['verified', 'everything holds', {}],
    ['pending', 'only the proof is missing', { proven: false }],
    ['unverified', 'the key is invalid or weak', { key_sound: false }],
    ['unverified', 'the id does not match the recomputed one', { svc_id: 'foreign:1' }],
    [
      'unverified',
      'the id does not match the recomputed one and the proof is missing',
      { svc_id: 'foreign:1', proven: false },
    ],
    ['unverified', 'a security dispute was upheld', { upheld_security_dispute: true }],
    [
      'unverified',
      'a security dispute was upheld and the proof is missing',
      { upheld_security_dispute: true, proven: false },
    ],
    ['unverified', 'the name has no canonical form', { name: '\ud800' }],
    ['suspended', 'an operator suspended it', { suspended: true }],
    [
      'suspended',
      'an operator suspended it and it would otherwise be unverified',
      { suspended: true, key_sound: false },
    ],
    ['revoked', 'it was revoked, suspended or not', { revoked: true, suspended: true }],
  ])('is %s when %s', (status, _, change) => {
    expect(verificationStatus({ ...verifiedAgent, ...change })).toBe(status)
  })

  it('is valid if and only if its key is valid and not weak, and it is neither suspended nor revoked', () => {
    fc.assert(
      fc.property(
        fc.boolean(),
        fc.boolean(),
        fc.boolean(),
        fc.boolean(),
        (key_sound, suspended, revoked, proven) => {
          const agent = {
            ...verifiedAgent,
            svc_id: 'foreign:1',
            key_sound,
            suspended,
            revoked,
            proven,
          }
          expect(isValid(agent)).toBe(key_sound && !suspended && !revoked)
        },
      ),
    )
  })
})
