import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  isSigned,
  keyPair,
  readStatement,
  signedText,
  taskFault,
  writeStatement,
  type ClaimsOf,
  type Purpose,
  type TaskReceiver,
} from '../src/judge/signatures.ts'

interface Vector {
  readonly name: string
  readonly purpose: Purpose
  readonly claims: ClaimsOf
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
  readonly claims: ClaimsOf | null
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

describe('signatures as the specification has them', () => {
  it.each(signatures)('$name', ({ purpose, claims, public_key, signed_text, signature, valid }) => {
    expect(signedText(purpose, claims)).toBe(signed_text)
    expect(isSigned(public_key, purpose, claims, signature)).toBe(valid)
  })

  it.each(statements)(
    '$name',
    ({ purpose, header, public_key, claims, signature_valid, receiver, accepted, reason }) => {
      const read = readStatement(header)
      expect(read?.claims ?? null).toEqual(claims)
      expect(read !== undefined && isSigned(public_key, purpose, read.claims, read.signature)).toBe(
        signature_valid,
      )
      if (receiver)
        expect(taskFault(header, public_key, receiver)).toBe(accepted ? undefined : reason)
    },
  )

  it('are made as they are judged', () => {
    const { seed, public_key } = keys['platform']!
    const own = keyPair(seed)
    expect(own.public_key).toBe(public_key)
    const [{ claims, header }] = statements as [Statement & { claims: ClaimsOf }]
    expect(writeStatement(claims, own.signed('task', claims))).toBe(header)
    expect(() => own.signed('task', {})).toThrow('no claims of the purpose task')
  })
})
