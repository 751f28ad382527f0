import { expect, it } from 'vitest'
import { keyPairOfSeed } from '../../../src/domain/crypto/ed25519.ts'
import { reorderedArrival } from '../../../src/domain/transparency/generation.ts'
import { createLogSigner } from '../../../src/domain/transparency/log-signer.ts'
import { newKeyContent, type OpenedKey } from '../../../src/domain/trust/signing-keys.ts'

const NOW = '2026-03-01T12:00:00.000Z'
const keyOf = (key_id: string, byte: number, more: Partial<OpenedKey> = {}): OpenedKey => {
  const { publicKey, privateKey } = keyPairOfSeed(new Uint8Array(32).fill(byte))
  const content = newKeyContent('log', NOW)
  return { ...content, key_id, public_key: publicKey, private_key: privateKey, ...more }
}

it('the first entry of a log names every key of the platform but the compromised ones', () => {
  const signer = createLogSigner('registry.example/log', {
    current: [
      keyOf('old', 1, { retired_at: NOW }),
      keyOf('stolen', 2, { compromised_at: NOW }),
      keyOf('new', 3),
      keyOf('statements', 4, { use: 'statements' }),
    ],
  })
  expect(signer.platformKeys().map(({ key_id, use }) => [key_id, use])).toEqual([
    ['old', 'log'],
    ['new', 'log'],
    ['statements', 'statements'],
  ])
})

it('entries of the previous log keep their order in a new log, ahead of those that an earlier generation reordered', () => {
  expect([0, 1, 5].map((leaf) => reorderedArrival({ number: 1 } as never, leaf))).toEqual([
    -1_099_511_627_776, -1_099_511_627_775, -1_099_511_627_771,
  ])
  expect(reorderedArrival({ number: 2 } as never, 7)).toBe(-2_199_023_255_545)
})
