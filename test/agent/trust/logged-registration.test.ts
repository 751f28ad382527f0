import { describe, expect, it } from 'vitest'
import { verifyLoggedRegistration } from '../../../src/agent/trust/logged-registration.ts'
import { keyPairOfSeed } from '../../../src/domain/crypto/ed25519.ts'
import { formatCheckpoint } from '../../../src/domain/transparency/checkpoint.ts'
import { privateEntry, publicEntry } from '../../../src/domain/transparency/entries.ts'
import { leafHash, nodeHash } from '../../../src/domain/transparency/merkle.ts'
import {
  COSIGNATURE,
  cosignNote,
  ED25519,
  formatNote,
  formatVerifierKey,
  signNote,
} from '../../../src/domain/transparency/note.ts'
import { formatProof } from '../../../src/domain/transparency/proof.ts'

const keyOf = <Type extends typeof ED25519 | typeof COSIGNATURE>(
  name: string,
  type: Type,
  byte: number,
) => {
  const { publicKey, privateKey } = keyPairOfSeed(new Uint8Array(32).fill(byte))
  const key = { name, type, public_key: publicKey }
  return { key, privateKey, text: formatVerifierKey(key) }
}
const LOG = keyOf('registry.example/log', ED25519, 1)
const OTHER_LOG = keyOf('registry.example/log', ED25519, 2)
const [FIRST, SECOND, STRANGER] = [3, 4, 5].map((byte) =>
  keyOf(`witness.example/w${byte}`, COSIGNATURE, byte),
)
const AGENT = {
  svc_id: 'invoice-reader',
  name: 'Invoice Reader',
  version: '1.0.0',
  public_key: 'A'.repeat(43) + '=',
  manifest_hash: 'm',
  proved: true,
}
const RECORD = { type: 'agent.registered', at: '2026-03-01T12:00:00.000Z' } as const
const SALT = new Uint8Array(32).fill(6)

/** Returns a profile whose entry is the second of two, cosigned by these witnesses. */
function profileOf(entry: string, witnesses = [FIRST!, SECOND!]) {
  const other = leafHash(Buffer.from('other'))
  const text = formatCheckpoint({
    origin: LOG.key.name,
    size: 2,
    root: nodeHash(other, leafHash(Buffer.from(entry))),
  })
  const checkpoint = formatNote({
    text,
    signatures: [
      signNote(text, LOG.key, LOG.privateKey),
      ...witnesses.map(({ key, privateKey }) => cosignNote(text, key, privateKey, 1_780_000_000)),
    ],
  })
  const { svc_id, public_key } = AGENT
  return {
    svc_id,
    public_key,
    log: { entry, proof: formatProof({ index: 1, path: [other], checkpoint }) },
  }
}
const PROFILE = profileOf(publicEntry(RECORD, AGENT))

describe('a registration in the log', () => {
  it('is proved by the key of the log alone, and the result names the known witnesses that cosigned', () => {
    expect(verifyLoggedRegistration(PROFILE, { log: LOG.text })).toEqual({
      kind: 'proved',
      type: 'agent.registered',
      at: '2026-03-01T12:00:00.000Z',
      size: 2,
      witnesses: [],
    })
    expect(
      verifyLoggedRegistration(PROFILE, {
        log: LOG.text,
        witnesses: [FIRST!.text, STRANGER!.text, SECOND!.text],
        quorum: 2,
      }),
    ).toMatchObject({ kind: 'proved', witnesses: ['witness.example/w3', 'witness.example/w4'] })
  })

  it('is not proved without enough witnesses, and a witness counts once', () => {
    const keys = { log: LOG.text, witnesses: [FIRST!.text, STRANGER!.text], quorum: 2 }
    expect(verifyLoggedRegistration(PROFILE, keys)).toEqual({ kind: 'too_few_witnesses' })
    const twice = profileOf(PROFILE.log.entry, [FIRST!, FIRST!])
    expect(verifyLoggedRegistration(twice, keys)).toEqual({ kind: 'too_few_witnesses' })
  })

  it.each([
    ['another log', { log: OTHER_LOG.text }, PROFILE, 'proof_invalid'],
    [
      'a changed entry',
      { log: LOG.text },
      {
        ...PROFILE,
        log: { ...PROFILE.log, entry: PROFILE.log.entry.replace('invoice', 'Invoice') },
      },
      'proof_invalid',
    ],
    ['another agent', { log: LOG.text }, { ...PROFILE, svc_id: 'other' }, 'other_agent'],
    [
      'another key of the agent',
      { log: LOG.text },
      { ...PROFILE, public_key: 'B'.repeat(43) + '=' },
      'other_agent',
    ],
    [
      'an entry without a proof',
      { log: LOG.text },
      { ...PROFILE, log: { entry: PROFILE.log.entry } },
      'pending',
    ],
    [
      'a missing entry',
      { log: LOG.text },
      { svc_id: AGENT.svc_id, public_key: AGENT.public_key },
      'not_logged',
    ],
  ])('is not proved with %s', (_, keys, profile, kind) => {
    expect(verifyLoggedRegistration(profile, keys)).toEqual({ kind })
  })

  it('of a private agent is proved with its salt only', () => {
    const profile = profileOf(privateEntry(RECORD, AGENT, SALT))
    const withSalt = (salt: string) => ({ ...profile, log: { ...profile.log, salt } })
    const verdictOf = (given: Parameters<typeof verifyLoggedRegistration>[0]) =>
      verifyLoggedRegistration(given, { log: LOG.text }).kind
    expect(verdictOf(withSalt('06'.repeat(32)))).toBe('proved')
    expect(verdictOf(withSalt('07'.repeat(32)))).toBe('other_agent')
    expect(verdictOf(profile)).toBe('other_agent')
    expect(verdictOf({ ...withSalt('06'.repeat(32)), svc_id: 'other' })).toBe('other_agent')
    expect(verdictOf({ ...withSalt('06'.repeat(32)), public_key: 'B'.repeat(43) + '=' })).toBe(
      'other_agent',
    )
  })

  it('cannot be verified with a malformed key in the configuration', () => {
    expect(() => verifyLoggedRegistration(PROFILE, { log: 'nonsense' })).toThrow(TypeError)
    expect(() =>
      verifyLoggedRegistration(PROFILE, { log: LOG.text, witnesses: ['nonsense'] }),
    ).toThrow('This is not a verifier key: nonsense')
  })
})
