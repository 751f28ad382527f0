import { generateKeyPairSync, sign } from 'node:crypto'

/**
 * Creates a self-signed certificate for a name (RFC 5280, 4.1) and its key. They are created anew each time, because a key in a repository
 * is not a secret.
 */
export function selfSigned(name: string): { readonly key: string; readonly cert: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const subject = sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from(name)))))
  const validity = sequence(
    der(0x17, Buffer.from('200101000000Z')),
    der(0x18, Buffer.from('21200101000000Z')),
  )
  const extensions = sequence(
    sequence(SUBJECT_ALT_NAME, der(0x04, sequence(der(0x82, Buffer.from(name))))),
    sequence(BASIC_CONSTRAINTS, TRUE, der(0x04, sequence(TRUE))),
  )
  const certificate = sequence(
    der(0xa0, der(0x02, Buffer.of(2))),
    der(0x02, Buffer.of(1)),
    sequence(ECDSA_WITH_SHA256),
    subject,
    validity,
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  )
  const signed = sequence(
    certificate,
    sequence(ECDSA_WITH_SHA256),
    der(0x03, Buffer.concat([Buffer.of(0), sign('sha256', certificate, privateKey)])),
  )
  const cert = [
    '-----BEGIN CERTIFICATE-----',
    ...signed.toString('base64').match(/.{1,64}/g)!,
    '-----END CERTIFICATE-----',
    '',
  ].join('\n')
  return { key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string, cert }
}

const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'))
const COMMON_NAME = oid('550403')
const SUBJECT_ALT_NAME = oid('551d11')
const BASIC_CONSTRAINTS = oid('551d13')
const ECDSA_WITH_SHA256 = oid('2a8648ce3d040302')
const TRUE = Buffer.of(0x01, 1, 0xff)

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts))
}

function der(tag: number, content: Buffer): Buffer {
  const { length } = content
  const size =
    length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.of(tag, ...size), content])
}
