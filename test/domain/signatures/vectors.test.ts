import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  signatureVectors,
  type SignatureVector,
  type StatementVector,
} from '../../../scripts/signature-vectors.ts'
import { keyPairOfSeed } from '../../../src/domain/crypto/ed25519.ts'
import {
  verifyClaims,
  signClaims,
  signedText,
  ClaimError,
  type Purpose,
  readStatement,
  writeStatement,
  PURPOSES,
} from '../../../src/domain/signatures/signature.ts'

const path = join(import.meta.dirname, '../../../docs/specification/signatures.json')
const { keys, signatures, statements } = JSON.parse(readFileSync(path, 'utf8')) as {
  keys: Record<string, { seed: string; public_key: string }>
  signatures: readonly SignatureVector[]
  statements: readonly StatementVector[]
}
const verify = (
  purpose: Purpose,
  claims: object,
  { public_key, signature }: { public_key: string; signature: string },
) => verifyClaims(Buffer.from(public_key, 'base64'), purpose, claims as never, signature)

describe('published test vectors', () => {
  it('equal the output of the script', () =>
    expect(JSON.parse(JSON.stringify(signatureVectors()))).toEqual(
      JSON.parse(readFileSync(path, 'utf8')),
    ))

  it('contain valid and invalid vectors for each purpose, with distinct names', () => {
    for (const purpose of Object.keys(PURPOSES)) {
      const own = signatures.filter((vector) => vector.purpose === purpose)
      expect(own.filter(({ valid }) => valid).length).toBeGreaterThan(1)
      expect(new Set(own.map(({ reason }) => reason))).toContain('signature_invalid')
      expect(new Set(own.map(({ reason }) => reason))).toContain('claims_invalid')
    }
    const names = [
      ...signatures,
      ...statements.map(({ name }) => ({ name: `statement ${name}` })),
    ].map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
  })

  it.each(signatures.map((vector) => [vector.name, vector] as const))(
    '%s',
    (_, { purpose, claims, public_key, signature, signed_text, valid, reason }) => {
      expect(verify(purpose, claims, { public_key, signature })).toBe(valid ? 'verified' : reason)
      if (reason === 'claims_invalid')
        expect(() => signedText(purpose, claims as never)).toThrow(ClaimError)
      if (signed_text !== undefined)
        expect(Buffer.from(signedText(purpose, claims as never)).toString()).toBe(signed_text)
    },
  )

  it('are signed by the listed keys, so that signers can be tested with them', () => {
    const private_keys = Object.values(keys).map(({ seed, public_key }) => ({
      public_key,
      ...keyPairOfSeed(Buffer.from(seed, 'hex')),
    }))
    for (const { publicKey, public_key } of private_keys)
      expect(Buffer.from(publicKey).toString('base64')).toBe(public_key)
    for (const { name, purpose, claims, public_key, signature, valid } of signatures) {
      if (!valid || name.startsWith('encoding')) continue
      expect(
        signClaims(
          private_keys.find((key) => key.public_key === public_key)!.privateKey,
          purpose,
          claims as never,
        ),
      ).toBe(signature)
    }
  })

  it.each(statements.map((vector) => [vector.name, vector] as const))(
    'statement %s',
    (_, { purpose, header, public_key, claims, signature_valid }) => {
      const read = readStatement(header)
      expect(read?.claims ?? null).toEqual(claims)
      if (read) expect(writeStatement(read)).toBe(header)
      expect(
        read !== undefined &&
          verify(purpose, read.claims, { public_key, signature: read.signature }) === 'verified',
      ).toBe(signature_valid)
    },
  )
})

describe('T-03: signature', () => {
  it('is valid for only one purpose, whatever its claims are', () => {
    const purposes = Object.keys(PURPOSES) as Purpose[]
    const good = signatures.filter(({ valid }) => valid)
    const admitted = good.flatMap((vector) =>
      purposes
        .filter((purpose) => verify(purpose, vector.claims, vector) === 'verified')
        .map((purpose) => [vector.purpose, purpose]),
    )
    expect(admitted.length).toBe(good.length)
    for (const [made, admits] of admitted) expect(admits).toBe(made)
  })

  it('covers text that differs for every purpose and all claims', () => {
    const texts = signatures
      .filter(
        ({ valid, name }) =>
          valid && !name.startsWith('encoding') && !name.includes('another order'),
      )
      .map(({ signed_text }) => signed_text)
    expect(new Set(texts).size).toBe(texts.length)
  })
})
