import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keyPairOfSeed } from '../../../src/domain/crypto/ed25519.ts'
import { formatCheckpoint, parseCheckpoint } from '../../../src/domain/transparency/checkpoint.ts'
import { inclusionProof, leafHash, nodeHash } from '../../../src/domain/transparency/merkle.ts'
import {
  COSIGNATURE,
  cosignNote,
  ED25519,
  formatNote,
  formatSignature,
  formatVerifierKey,
  isKeyName,
  keyIdOf,
  parseNote,
  parseVerifierKey,
  signNote,
  verifyNote,
  type Note,
  type SignatureType,
} from '../../../src/domain/transparency/note.ts'
import { formatProof, parseProof, verifyProof } from '../../../src/domain/transparency/proof.ts'

/** The example of the C2SP specification of signed notes. */
const EXAMPLE_KEY = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k'
const EXAMPLE = [
  'This is an example message.',
  '',
  '— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=',
  '',
].join('\n')

const newKey = <Type extends SignatureType>(name: string, type: Type, byte: number) => {
  const { publicKey, privateKey } = keyPairOfSeed(new Uint8Array(32).fill(byte))
  return { key: { name, type, public_key: publicKey }, privateKey }
}
const LOG = newKey('registry.example/log', ED25519, 1)
const OTHER_LOG = newKey('registry.example/log', ED25519, 2)
const WITNESS = newKey('witness.example/w1', COSIGNATURE, 3)
const TEXT = 'registry.example/log\n2\nQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUE=\n'
const signed = (text: string, ...signatures: Note['signatures']) => formatNote({ text, signatures })

describe('the key of a note', () => {
  it('has the text form of the specification', () => {
    const key = parseVerifierKey(EXAMPLE_KEY)!
    expect(key).toMatchObject({ name: 'example.com/foo', type: 1 })
    expect(keyIdOf(key)).toBe('530d903a')
    expect(formatVerifierKey(key)).toBe(EXAMPLE_KEY)
  })

  it('survives being written and read, with plus signs in its base64', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 32, maxLength: 32 }),
        fc.constantFrom(ED25519, COSIGNATURE),
        (seed, type) => {
          const key = { name: 'a.example/x', type, public_key: keyPairOfSeed(seed).publicKey }
          expect(parseVerifierKey(formatVerifierKey(key))).toEqual(key)
        },
      ),
    )
  })

  it.each([
    ['another id', EXAMPLE_KEY.replace('530d903a', '530d903b')],
    ['another name', EXAMPLE_KEY.replace('foo', 'fo')],
    ['no name', EXAMPLE_KEY.replace('example.com/foo', '')],
    ['a name with a space', EXAMPLE_KEY.replace('example.com', 'example com')],
    ['a key cut short', EXAMPLE_KEY.slice(0, -4)],
    ['an unknown type', EXAMPLE_KEY.replace('+Aeky', '+Beky')],
    ['padding that is not canonical', `${EXAMPLE_KEY}=`],
    ['an empty text', ''],
  ])('is refused with %s', (_, text) => {
    expect(parseVerifierKey(text)).toBeUndefined()
  })

  it('is refused if it is a weak key', () => {
    const weak = { name: 'a', type: ED25519, public_key: new Uint8Array(32) } as const
    expect(parseVerifierKey(formatVerifierKey(weak))).toBeUndefined()
  })

  it('has a name without white space, control characters or plus signs', () => {
    expect(['a', 'registry.example/log', 'ä'].every(isKeyName)).toBe(true)
    expect(
      ['', 'a b', 'a+b', 'a\n', 'a\u00a0b', 'a\u2003b', 'a\u0007', 'a\u0085b'].some(isKeyName),
    ).toBe(false)
  })
})

describe('a signed note', () => {
  it('of the specification verifies with its key', () => {
    const key = parseVerifierKey(EXAMPLE_KEY)!
    expect(verifyNote(EXAMPLE, [key])).toMatchObject({
      text: 'This is an example message.\n',
      verified: [{ key, time: null }],
    })
    expect(verifyNote(EXAMPLE.replace('example message', 'example massage'), [key])).toBeUndefined()
    expect(verifyNote(EXAMPLE, [])?.verified).toEqual([])
  })

  it('verifies with the key that signed it and ignores signatures of unknown keys', () => {
    const note = signed(
      TEXT,
      signNote(TEXT, LOG.key, LOG.privateKey),
      signNote(TEXT, OTHER_LOG.key, OTHER_LOG.privateKey),
    )
    expect(verifyNote(note, [LOG.key])?.verified).toMatchObject([{ key: LOG.key, time: null }])
    expect(verifyNote(note, [LOG.key, OTHER_LOG.key])?.verified).toHaveLength(2)
    expect(verifyNote(note, [WITNESS.key])?.verified).toEqual([])
  })

  it('is refused as a whole if a known key did not make its signature', () => {
    const good = signNote(TEXT, LOG.key, LOG.privateKey)
    const bad = { ...good, bytes: Buffer.from(good.bytes).fill(0, 10, 11) }
    const cosigned = cosignNote(TEXT, WITNESS.key, WITNESS.privateKey, 1_700_000_000)
    expect(verifyNote(signed(TEXT, bad), [LOG.key])).toBeUndefined()
    expect(verifyNote(signed(TEXT, bad, cosigned), [LOG.key, WITNESS.key])).toBeUndefined()
    expect(verifyNote(signed(TEXT, bad, cosigned), [WITNESS.key])?.verified).toHaveLength(1)
  })

  it('carries the time of a cosignature, which cannot be changed', () => {
    const cosignature = cosignNote(TEXT, WITNESS.key, WITNESS.privateKey, 1_700_000_000)
    expect(verifyNote(signed(TEXT, cosignature), [WITNESS.key])?.verified).toMatchObject([
      { key: WITNESS.key, time: 1_700_000_000 },
    ])
    const later = Buffer.from(cosignature.bytes)
    later.writeBigUInt64BE(1_700_000_001n)
    expect(
      verifyNote(signed(TEXT, { ...cosignature, bytes: later }), [WITNESS.key]),
    ).toBeUndefined()
    for (const length of [0, 7, 8, 71])
      expect(
        verifyNote(
          signed(TEXT, {
            ...cosignature,
            bytes: Buffer.from(cosignature.bytes.subarray(0, length || 1)),
          }),
          [WITNESS.key],
        ),
      ).toBeUndefined()
  })

  it('is refused if a signature of one type claims to be of another type with the same key', () => {
    const asWitness = { ...LOG.key, type: COSIGNATURE } as const
    const line = signNote(TEXT, LOG.key, LOG.privateKey)
    expect(
      verifyNote(signed(TEXT, { ...line, key_id: keyIdOf(asWitness) }), [asWitness]),
    ).toBeUndefined()
  })

  it.each([
    ['no blank line', EXAMPLE.replace('\n\n', '\n')],
    ['no signature', 'text\n\n'],
    ['a line that is not a signature', EXAMPLE.replace('— ', '- ')],
    ['no line feed at the end', EXAMPLE.slice(0, -1)],
    ['a control character', EXAMPLE.replace('an', 'a\tn')],
    ['a carriage return', EXAMPLE.replaceAll('\n', '\r\n')],
    ['base64 that is not canonical', EXAMPLE.replace('aQM=', 'aQN=')],
    ['a signature without bytes', 'text\n\n— example.com/foo Uw2QOg==\n'],
    ['a name with a plus sign', EXAMPLE.replace('com/foo', 'com+foo')],
  ])('is malformed with %s', (_, text) => {
    expect(parseNote(text)).toBeUndefined()
  })

  it('may have 64 signatures and no more', () => {
    const line = formatSignature(signNote(TEXT, LOG.key, LOG.privateKey))
    expect(parseNote(`${TEXT}\n${line.repeat(64)}`)?.signatures).toHaveLength(64)
    expect(parseNote(`${TEXT}\n${line.repeat(65)}`)).toBeUndefined()
  })

  it('may contain empty lines; the last one separates the signatures', () => {
    const text = 'one\n\ntwo\n'
    expect(verifyNote(signed(text, signNote(text, LOG.key, LOG.privateKey)), [LOG.key])?.text).toBe(
      text,
    )
  })
})

describe('a checkpoint', () => {
  it('has three lines: origin, size and root', () => {
    const checkpoint = { origin: 'registry.example/log', size: 2, root: Buffer.alloc(32, 'A') }
    expect(formatCheckpoint(checkpoint)).toBe(TEXT)
    expect(parseCheckpoint(TEXT)).toEqual(checkpoint)
    expect(parseCheckpoint(`${TEXT}an extension\n`)).toEqual(checkpoint)
  })

  it.each([
    ['no origin', TEXT.replace('registry.example/log', '')],
    ['a leading zero', TEXT.replace('\n2\n', '\n02\n')],
    ['a negative size', TEXT.replace('\n2\n', '\n-2\n')],
    ['a size beyond exact integers', TEXT.replace('\n2\n', '\n9007199254740992\n')],
    ['a short root', TEXT.replace('QUFB', '')],
    ['base64 that is not canonical', TEXT.replace('QUE=', 'QUF=')],
    ['no line feed at the end', TEXT.slice(0, -1)],
    ['an empty line', `${TEXT}\n`],
    ['two lines only', 'registry.example/log\n2\n'],
  ])('is malformed with %s', (_, text) => {
    expect(parseCheckpoint(text)).toBeUndefined()
  })
})

describe('a proof of inclusion', () => {
  const [first, second] = [Buffer.from('first'), Buffer.from('second')]
  const root = nodeHash(leafHash(first), leafHash(second))
  const text = formatCheckpoint({ origin: LOG.key.name, size: 2, root })
  const checkpoint = signed(
    text,
    signNote(text, LOG.key, LOG.privateKey),
    cosignNote(text, WITNESS.key, WITNESS.privateKey, 1_700_000_000),
  )
  const proofOf = async (index: number) =>
    formatProof({
      index,
      path: await inclusionProof(index, 2, async (nodes) =>
        nodes.map((node) => leafHash(node.index === 0 ? first : second)),
      ),
      checkpoint,
    })

  it('verifies with the keys of the log and its witnesses and nothing else', async () => {
    const proof = await proofOf(1)
    expect(verifyProof(second, proof, LOG.key, [WITNESS.key])).toMatchObject({
      origin: 'registry.example/log',
      size: 2,
      signatures: [{ key: LOG.key }, { key: WITNESS.key, time: 1_700_000_000 }],
    })
    expect(verifyProof(second, proof, LOG.key)?.signatures).toHaveLength(1)
    expect(verifyProof(first, proof, LOG.key)).toBeUndefined()
    expect(verifyProof(first, await proofOf(0), LOG.key)).toBeDefined()
  })

  it('of another log, or signed by a witness alone, is refused', async () => {
    const proof = await proofOf(1)
    expect(verifyProof(second, proof, OTHER_LOG.key)).toBeUndefined()
    expect(verifyProof(second, proof, { ...LOG.key, name: 'other.example/log' })).toBeUndefined()
    const witnessed = signed(text, cosignNote(text, WITNESS.key, WITNESS.privateKey, 1))
    expect(
      verifyProof(second, proof.replace(checkpoint, witnessed), LOG.key, [WITNESS.key]),
    ).toBeUndefined()
  })

  it('survives being written and read, with extra data that nothing signs', async () => {
    const proof = await proofOf(1)
    expect(parseProof(proof)).toMatchObject({ index: 1, checkpoint })
    const extra = proof.replace('index 1', 'extra QUFB\nindex 1')
    expect(parseProof(extra)).toEqual(parseProof(proof))
  })

  it.each([
    ['another header', 'tlog-proof@v1', 'tlog-proof@v2'],
    ['no index', 'index 1', 'index'],
    ['a leading zero', 'index 1', 'index 01'],
    ['a short hash', /\n(.{40})(.{4})\n\n/, '\n$1\n\n'],
  ])('is malformed with %s', async (_, pattern, replacement) => {
    const proof = await proofOf(1)
    const changed = proof.replace(pattern, replacement)
    expect(changed).not.toBe(proof)
    expect(parseProof(changed)).toBeUndefined()
  })
})
