import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  isSignatureValid,
  keyPair,
  readStatement,
  signedText,
  taskRefusal,
  writeStatement,
  type Claims,
  type TaskReceiver,
} from '../src/judge/signatures.ts'
import type { Purpose } from '../src/judge/purposes.ts'

interface Vector {
  readonly name: string
  readonly purpose: Purpose
  readonly claims: Claims
  readonly public_key: string
  readonly signed_text?: string
  readonly signature: string
  readonly valid: boolean
}
interface Statement {
  readonly name: string
  readonly purpose: Purpose
  readonly header: string
  readonly public_key: string
  readonly claims: Claims | null
  readonly signature_valid: boolean
  readonly receiver?: TaskReceiver
  readonly accepted?: boolean
  readonly reason?: string
}
interface Vectors {
  readonly keys: Readonly<Record<string, { readonly seed: string; readonly public_key: string }>>
  readonly signatures: readonly Vector[]
  readonly statements: readonly Statement[]
}

const { keys, signatures, statements } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../docs/specification/signatures.json'), 'utf8'),
) as Vectors

describe('the signatures in the specification', () => {
  it.each(signatures)('$name', ({ purpose, claims, public_key, signed_text, signature, valid }) => {
    expect(signedText(purpose, claims)).toBe(signed_text)
    expect(isSignatureValid(public_key, purpose, claims, signature)).toBe(valid)
  })

  it.each(statements)(
    '$name',
    ({ purpose, header, public_key, claims, signature_valid, receiver, accepted, reason }) => {
      const read = readStatement(header)
      expect(read?.claims ?? null).toEqual(claims)
      expect(
        read !== undefined && isSignatureValid(public_key, purpose, read.claims, read.signature),
      ).toBe(signature_valid)
      if (receiver)
        expect(taskRefusal(header, public_key, receiver)).toBe(accepted ? undefined : reason)
    },
  )

  it('can also be created by the suite', () => {
    const { seed, public_key } = keys['platform']!
    const own = keyPair(seed)
    expect(own.public_key).toBe(public_key)
    const [{ claims, header }] = statements as [Statement & { claims: Claims }]
    expect(writeStatement(claims, own.sign('task', claims))).toBe(header)
    expect(() => own.sign('task', {})).toThrow('do not match the purpose task')
  })
})
