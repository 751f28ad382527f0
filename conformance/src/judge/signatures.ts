import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { isObject, isString } from './assertions.ts'
import { parseJson } from './json.ts'
import { matchesPurpose, type Purpose } from './purposes.ts'
import { utcMs } from './timestamp.ts'

/*
 * This module creates and verifies the signatures of docs/specification/trust.md#signed-text. It is written from that page alone and
 * checked against its test vectors. No rule requires a target to support these signatures.
 */

export type Claims = Readonly<Record<string, unknown>>

/** Returns canonical JSON (RFC 8785); undefined if the value has no JSON form. */
export function canonical(value: unknown): string | undefined {
  if (isString(value)) return value.isWellFormed() ? JSON.stringify(value) : undefined
  if (typeof value === 'number') return Number.isFinite(value) ? JSON.stringify(value) : undefined
  if (Array.isArray(value)) return join('[', value.map(canonical), ']')
  if (!isObject(value))
    return value === null || typeof value === 'boolean' ? String(value) : undefined
  // RFC 8785 sorts names by UTF-16 code units, as the comparison of strings does.
  const members = Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => {
      const [label, content] = [canonical(name), canonical(member)]
      return label === undefined || content === undefined ? undefined : `${label}:${content}`
    })
  return join('{', members, '}')
}

const join = (
  open: string,
  parts: readonly (string | undefined)[],
  close: string,
): string | undefined =>
  parts.includes(undefined) ? undefined : `${open}${parts.join(',')}${close}`

/**
 * Returns the text that is signed (docs/specification/trust.md#signed-text); undefined if the claims do not match the purpose or have no
 * canonical form.
 */
export function signedText(purpose: Purpose, claims: Claims): string | undefined {
  const json = matchesPurpose(purpose, claims) ? canonical(claims) : undefined
  return json === undefined ? undefined : `svc-${purpose}-v1\n${json}`
}

/** Verifies a signature over claims. The signature and the key are base64, base64url or hexadecimal. */
export function isSignatureValid(
  public_key: string,
  purpose: Purpose,
  claims: Claims,
  signature: string,
): boolean {
  const [message, key, bytes] = [
    signedText(purpose, claims),
    decode(public_key, 32),
    decode(signature, 64),
  ]
  if (message === undefined || !key || !bytes || isWeak(key) || isWeak(bytes.subarray(0, 32)))
    return false
  return verify(
    null,
    Buffer.from(message),
    createPublicKey({ key: Buffer.concat([SPKI, key]), format: 'der', type: 'spki' }),
    bytes,
  )
}

export interface KeyPair {
  /** In base64. */
  readonly public_key: string
  /** Returns a signature in base64. @throws Error if the claims do not match the purpose */
  readonly sign: (purpose: Purpose, claims: Claims) => string
}

/** Derives a key pair from a seed of 64 hexadecimal digits. */
export function keyPair(seed: string): KeyPair {
  const key = createPrivateKey({
    key: Buffer.concat([PKCS8, Buffer.from(seed, 'hex')]),
    format: 'der',
    type: 'pkcs8',
  })
  const public_key = createPublicKey(key)
    .export({ format: 'der', type: 'spki' })
    .subarray(SPKI.length)
    .toString('base64')
  return {
    public_key,
    sign: (purpose, claims) => {
      const message = signedText(purpose, claims)
      if (message === undefined) throw new Error(`The claims do not match the purpose ${purpose}.`)
      return sign(null, Buffer.from(message), key).toString('base64')
    },
  }
}

/** The DER prefixes of a raw 32-byte key in the formats that Node reads (RFC 8410). */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex')
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

function decode(text: string, length: number): Buffer | undefined {
  if (new RegExp(`^[0-9a-f]{${2 * length}}$`, 'i').test(text)) return Buffer.from(text, 'hex')
  if (text.length > 4 * Math.ceil(length / 3)) return undefined
  const bytes = Buffer.from(text, 'base64')
  const [padded, standard] = [
    bytes.toString('base64'),
    text.replaceAll('-', '+').replaceAll('_', '/'),
  ]
  return bytes.length === length && (standard === padded || standard === padded.replace(/=+$/, ''))
    ? bytes
    : undefined
}

/** Points of small order, for which signatures can be forged. Their sign bit is cleared. */
const SMALL_ORDER = new Set([
  '00'.repeat(32),
  `01${'00'.repeat(31)}`,
  `ec${'ff'.repeat(30)}7f`,
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
])
/** Returns whether a point has small order or a non-canonical encoding. */
function isWeak(point: Uint8Array): boolean {
  const bytes = Buffer.from(point)
  bytes[31] = (bytes[31] ?? 0) & 0x7f
  const isNonCanonical =
    bytes[31] === 0x7f &&
    bytes.subarray(1, 31).every((byte) => byte === 0xff) &&
    (bytes[0] ?? 0) >= 0xed
  return isNonCanonical || SMALL_ORDER.has(bytes.toString('hex'))
}

/**
 * Reads the claims and the signature that one header carries (docs/specification/trust.md#statements); undefined when the header cannot be
 * read. Verifies nothing.
 */
export function readStatement(
  header: string,
): { readonly claims: Claims; readonly signature: string } | undefined {
  const [claims, signature, ...rest] = header.length <= 8192 ? header.split('.') : []
  if (claims === undefined || signature === undefined || rest.length > 0 || !decode(signature, 64))
    return undefined
  const parsed = parseJson(Buffer.from(claims, 'base64url').toString('utf8'))
  return isObject(parsed) ? { claims: parsed, signature } : undefined
}

export const writeStatement = (claims: Claims, signature: string): string =>
  `${Buffer.from(canonical(claims) ?? '').toString('base64url')}.${Buffer.from(signature, 'base64').toString('base64url')}`

/** What the receiver of a task compares with the signed claims: its configuration, the time, and the body that it received. */
export interface TaskReceiver {
  readonly issuer: string
  readonly svc_id: string
  readonly installation_id: string
  readonly upstream_url: string
  readonly body: string
  readonly now: string
}

const MAX_LIFETIME_MS = 60_000
/** How far the clocks of sender and receiver may differ. */
const MAX_SKEW_MS = 60_000

export type TaskRefusal =
  | 'unreadable'
  | 'signature_invalid'
  | 'issuer_mismatch'
  | 'audience_mismatch'
  | 'upstream_mismatch'
  | 'lifetime'
  | 'not_yet'
  | 'expired'
  | 'body_mismatch'

/**
 * Returns why the statement in this header is not valid for a receiver (docs/specification/trust.md#suite); undefined if it is. Whether the
 * statement repeats the task_id, the skill and the workspace of the body, and whether it was used before, is not examined.
 */
export function taskRefusal(
  header: string,
  public_key: string,
  receiver: TaskReceiver,
): TaskRefusal | undefined {
  const statement = readStatement(header)
  if (!statement) return 'unreadable'
  const { claims, signature } = statement
  if (!isSignatureValid(public_key, 'task', claims, signature)) return 'signature_invalid'
  const audience = claims['audience'] as Claims
  const [issued, expires, now] = [claims['issued_at'], claims['expires_at'], receiver.now].map(
    (moment) => utcMs(moment) ?? 0,
  ) as [number, number, number]
  if (claims['issuer'] !== receiver.issuer) return 'issuer_mismatch'
  if (
    audience['svc_id'] !== receiver.svc_id ||
    audience['installation_id'] !== receiver.installation_id
  )
    return 'audience_mismatch'
  if (claims['upstream_url'] !== receiver.upstream_url) return 'upstream_mismatch'
  if (expires - issued > MAX_LIFETIME_MS) return 'lifetime'
  if (now < issued - MAX_SKEW_MS) return 'not_yet'
  if (now > expires + MAX_SKEW_MS) return 'expired'
  return claims['request_body_hash'] === sha256(receiver.body) ? undefined : 'body_mismatch'
}

export const sha256 = (body: string): string =>
  createHash('sha256').update(body, 'utf8').digest('hex')
