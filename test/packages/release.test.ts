import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { artifactsIn, sumsOf } from '../../scripts/release/artifacts.ts'
import { billsOfMaterials } from '../../scripts/release/sbom.ts'
import {
  openStatement,
  preAuthenticationEncoding,
  signStatement,
  statementOf,
} from '../../scripts/release/statement.ts'
import { STATEMENT, verifyRelease } from '../../scripts/release/verify.ts'
import { newFolder } from '../kit/folder.ts'

const SOURCE = { version: '1.2.3', commit: 'c0ffee', lock_sha256: 'ab'.repeat(32), others: [] }

it('a DSSE signature is over the payload and its type, with their lengths', () => {
  expect(
    preAuthenticationEncoding(
      'http://example.com/HelloWorld',
      Buffer.from('hello world'),
    ).toString(),
  ).toBe('DSSEv1 29 http://example.com/HelloWorld 11 hello world')
})

it('a statement has the same signature each time, which is not valid for any other payload type', () => {
  const key = createPrivateKey({
    key: Buffer.concat([
      Buffer.from('302e020100300506032b657004220420', 'hex'),
      Buffer.alloc(32, 7),
    ]),
    format: 'der',
    type: 'pkcs8',
  })
  const envelope = signStatement(statementOf([{ name: 'a', sha256: '00' }], SOURCE), key)
  expect(signStatement(statementOf([{ name: 'a', sha256: '00' }], SOURCE), key)).toEqual(envelope)
  expect(envelope.signatures[0]!.keyid).toMatch(/^[0-9a-f]{64}$/)
  expect(openStatement(envelope, createPublicKey(key)).subject).toEqual([
    { name: 'a', digest: { sha256: '00' } },
  ])
  const other = { ...envelope, payloadType: 'text/plain' }
  expect(() => openStatement(other, createPublicKey(key))).toThrow('has not signed')
})

it('a signed statement of another type is refused, with the types that it has', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const statement = statementOf([{ name: 'a', sha256: '00' }], SOURCE)
  const other = { ...statement, predicateType: 'https://slsa.dev/provenance/v2' }
  expect(() => openStatement(signStatement(other, privateKey), publicKey)).toThrow(
    'the statement has the types https://in-toto.io/Statement/v1 and https://slsa.dev/provenance/v2, not',
  )
})

describe('a release', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  let folder: string
  beforeEach(() => {
    folder = newFolder('release')
    for (const name of ['one.tgz', 'two.json']) writeFileSync(join(folder, name), name)
    const artifacts = artifactsIn(folder)
    writeFileSync(join(folder, 'SHA256SUMS'), sumsOf(artifacts))
    const envelope = signStatement(statementOf(artifacts, SOURCE), privateKey)
    writeFileSync(join(folder, STATEMENT), JSON.stringify(envelope))
  })

  it('is verified with the key that signed it', () => {
    expect(verifyRelease(folder, publicKey)).toEqual({
      version: '1.2.3',
      commit: 'c0ffee',
      files: 2,
    })
    expect(readFileSync(join(folder, 'SHA256SUMS'), 'utf8')).toMatch(
      /^[0-9a-f]{64} {2}one\.tgz\n[0-9a-f]{64} {2}two\.json\n$/,
    )
  })

  it.each([
    [
      'a file was changed',
      () => writeFileSync(join(folder, 'one.tgz'), 'other'),
      '"one.tgz" was changed',
    ],
    [
      'a file was added',
      () => writeFileSync(join(folder, 'three'), ''),
      '"three" is not part of the release',
    ],
    ['a file was removed', () => rmSync(join(folder, 'two.json')), '"two.json" is missing'],
    [
      'a link was added',
      () => symlinkSync('one.tgz', join(folder, 'link')),
      '"link" is not a file',
    ],
    ['a folder was added', () => mkdirSync(join(folder, 'more')), '"more" is not a file'],
    [
      'a file name contains control characters',
      () => writeFileSync(join(folder, '\r\u001b[2Kall files are right'), ''),
      String.raw`"\r\u001b[2Kall files are right" is not part`,
    ],
    [
      'the checksums were changed',
      () => writeFileSync(join(folder, 'SHA256SUMS'), '00  one.tgz\n'),
      'SHA256SUMS was changed',
    ],
    [
      'it contains a different public key',
      () =>
        writeFileSync(
          join(folder, 'release.pub'),
          generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }),
        ),
      'release.pub is a different key',
    ],
  ])('is refused if %s', (_, change, message) => {
    change()
    expect(() => verifyRelease(folder, publicKey)).toThrow(message)
  })

  it('is refused with another key, and with a statement that was signed with a different key', () => {
    const other = generateKeyPairSync('ed25519')
    expect(() => verifyRelease(folder, other.publicKey)).toThrow('has not signed this statement')
    const forged = signStatement(statementOf(artifactsIn(folder), SOURCE), other.privateKey)
    writeFileSync(join(folder, STATEMENT), JSON.stringify(forged))
    expect(() => verifyRelease(folder, publicKey)).toThrow('has not signed this statement')
  })
})

it('bills of materials list what a package depends on, directly or not, and nothing else, with the same bytes each time', () => {
  const manifest = {
    name: 'sample',
    version: '1.2.3',
    license: 'Apache-2.0',
    dependencies: {
      'ajv-formats': JSON.parse(readFileSync('package.json', 'utf8')).dependencies[
        'ajv-formats'
      ] as string,
    },
  }
  const write = () => [...billsOfMaterials(manifest, '.', '2026-01-02T03:04:05.000Z')]
  const written = write()
  expect(write()).toEqual(written)
  expect(written.map(([name]) => name)).toEqual([
    'sample-1.2.3.cyclonedx.json',
    'sample-1.2.3.spdx.json',
  ])
  const [cyclonedx, spdx] = written.map(([, text]) => JSON.parse(text))
  expect(cyclonedx.metadata.timestamp).toBe('2026-01-02T03:04:05.000Z')
  expect(cyclonedx.metadata.component.name).toBe('sample')
  const names = cyclonedx.components.map(({ name }: { name: string }) => name).toSorted()
  expect(names).toEqual([
    'ajv',
    'ajv-formats',
    'fast-deep-equal',
    'fast-uri',
    'json-schema-traverse',
    'require-from-string',
  ])
  expect(cyclonedx.components[0].hashes[0].alg).toBe('SHA-512')
  expect(spdx.packages).toHaveLength(7)
  expect(spdx.creationInfo.created).toBe('2026-01-02T03:04:05.000Z')
})
