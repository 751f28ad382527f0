import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { isObject, isString } from './atoms.ts'
import { utcMs } from './timestamp.ts'

/*
 * This module makes and verifies the signatures of docs/specification/trust.md#signed-text. It is written from that page alone and checked
 * against its test vectors. No target has to know these signatures; they are for agents and platforms that say that they do.
 */

type Check = (value: unknown) => boolean
interface Shape {
  readonly required: Readonly<Record<string, Check>>
  readonly optional?: Readonly<Record<string, Check>>
}

const text: Check = (value) => isString(value) && value !== '' && value.length <= 2048
const count: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0
const time: Check = (value) => utcMs(value) !== undefined
const hash: Check = (value) => isString(value) && /^[0-9a-f]{64}$/.test(value)
const of =
  (shape: Shape): Check =>
  (value) =>
    fits(shape, value)
const texts = (...names: readonly string[]): Readonly<Record<string, Check>> =>
  Object.fromEntries(names.map((name) => [name, text]))

const REQUESTER = of({
  required: texts('organization_id'),
  optional: texts('key_id', 'member', 'installation_id', 'acting_for'),
})

/** Lists the claims of each purpose (docs/specification/trust.md#purposes). */
const PURPOSES = {
  register: {
    required: {
      ...texts(
        'svc_id',
        'name',
        'version',
        'public_key',
        'manifest_hash',
        'organization_id',
        'issuer',
      ),
      issued_at: time,
    },
  },
  trust: { required: { svc_id: text, context: isObject } },
  task: {
    required: {
      ...texts('issuer', 'upstream_url', 'organization_id', 'workspace_id', 'task_id', 'skill'),
      audience: of({ required: texts('svc_id', 'installation_id') }),
      requester: REQUESTER,
      request_body_hash: hash,
      issued_at: time,
      expires_at: time,
    },
  },
  answer: {
    required: {
      ...texts('issuer', 'svc_id', 'audience', 'request_nonce'),
      request_body_hash: hash,
      response_body_hash: hash,
      status: count,
      issued_at: time,
    },
  },
  vouch: {
    required: {
      ...texts('issuer', 'svc_id'),
      issued_to: of({ required: texts('organization_id'), optional: texts('installation_id') }),
      request_body_hash: hash,
      issued_at: time,
      expires_at: time,
    },
  },
  'compliance-report': {
    required: { ...texts('issuer', 'svc_id', 'workspace_id'), generated_at: time },
    optional: { hash, markdown_sha256: hash },
  },
  policy: {
    required: {
      ...texts('issuer', 'policy_id', 'workspace_id'),
      version: count,
      content: isObject,
    },
  },
  'audit-checkpoint': {
    required: {
      ...texts('issuer', 'chain'),
      sequence: count,
      hash,
      occurred_at: time,
      retention_days: count,
      purged_at: time,
    },
  },
} as const satisfies Readonly<Record<string, Shape>>

export type Purpose = keyof typeof PURPOSES
export type ClaimsOf = Readonly<Record<string, unknown>>

function fits({ required, optional = {} }: Shape, value: unknown): boolean {
  if (!isObject(value)) return false
  const checks = { ...optional, ...required }
  return (
    Object.keys(required).every((name) => value[name] !== undefined) &&
    Object.entries(value).every(
      ([name, claim]) => Object.hasOwn(checks, name) && checks[name]?.(claim) === true,
    )
  )
}

/** JSON in its one canonical form (RFC 8785); undefined when there is none. */
export function canonical(value: unknown): string | undefined {
  if (isString(value)) return value.isWellFormed() ? JSON.stringify(value) : undefined
  if (typeof value === 'number') return Number.isFinite(value) ? JSON.stringify(value) : undefined
  if (Array.isArray(value)) return joined('[', value.map(canonical), ']')
  if (!isObject(value))
    return value === null || typeof value === 'boolean' ? String(value) : undefined
  // Without another order, names are sorted by UTF-16 code units.
  const members = Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => {
      const [label, told] = [canonical(name), canonical(member)]
      return label === undefined || told === undefined ? undefined : `${label}:${told}`
    })
  return joined('{', members, '}')
}

const joined = (
  open: string,
  parts: readonly (string | undefined)[],
  close: string,
): string | undefined =>
  parts.includes(undefined) ? undefined : `${open}${parts.join(',')}${close}`

/**
 * Returns the text that is signed (docs/specification/trust.md#signed-text); undefined when the claims do not fit the purpose or have no
 * canonical form.
 */
export function signedText(purpose: Purpose, claims: ClaimsOf): string | undefined {
  const told = fits(PURPOSES[purpose], claims) ? canonical(claims) : undefined
  return told === undefined ? undefined : `svc-${purpose}-v1\n${told}`
}

/** Whether a signature, as base64, base64url or hexadecimal, is good for these claims by this key, as base64. */
export function isSigned(
  public_key: string,
  purpose: Purpose,
  claims: ClaimsOf,
  signature: string,
): boolean {
  const [message, key, bytes] = [
    signedText(purpose, claims),
    decoded(public_key, 32),
    decoded(signature, 64),
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
  /** As base64. */
  readonly public_key: string
  /** Signs, as base64. @throws for claims that do not fit the purpose */
  readonly signed: (purpose: Purpose, claims: ClaimsOf) => string
}

/** An agent's key pair of a seed of 64 hexadecimal digits. */
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
    signed: (purpose, claims) => {
      const message = signedText(purpose, claims)
      if (message === undefined) throw new Error(`These are no claims of the purpose ${purpose}.`)
      return sign(null, Buffer.from(message), key).toString('base64')
    },
  }
}

/** The bytes before a raw key of 32 bytes in the forms that Node reads (RFC 8410). */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex')
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

function decoded(given: string, length: number): Buffer | undefined {
  if (new RegExp(`^[0-9a-f]{${2 * length}}$`, 'i').test(given)) return Buffer.from(given, 'hex')
  if (given.length > 4 * Math.ceil(length / 3)) return undefined
  const bytes = Buffer.from(given, 'base64')
  const [padded, standard] = [
    bytes.toString('base64'),
    given.replaceAll('-', '+').replaceAll('_', '/'),
  ]
  return bytes.length === length && (standard === padded || standard === padded.replace(/=+$/, ''))
    ? bytes
    : undefined
}

/** Points of small order, by which anything can be signed, and encodings that are not canonical. The highest bit is a sign. */
const SMALL = new Set([
  '00'.repeat(32),
  `01${'00'.repeat(31)}`,
  `ec${'ff'.repeat(30)}7f`,
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
])
function isWeak(point: Uint8Array): boolean {
  const bytes = Buffer.from(point)
  bytes[31] = (bytes[31] ?? 0) & 0x7f
  const isBeyond =
    bytes[31] === 0x7f &&
    bytes.subarray(1, 31).every((byte) => byte === 0xff) &&
    (bytes[0] ?? 0) >= 0xed
  return isBeyond || SMALL.has(bytes.toString('hex'))
}

/**
 * Reads the claims and the signature that one header carries (docs/specification/trust.md#statements); undefined when the header cannot be
 * read. Verifies nothing.
 */
export function readStatement(
  header: string,
): { readonly claims: ClaimsOf; readonly signature: string } | undefined {
  const [claims, signature, ...rest] = header.length <= 8192 ? header.split('.') : []
  if (claims === undefined || signature === undefined || rest.length > 0 || !decoded(signature, 64))
    return undefined
  try {
    const read: unknown = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8'))
    return isObject(read) ? { claims: read, signature } : undefined
  } catch {
    return undefined
  }
}

export const writeStatement = (claims: ClaimsOf, signature: string): string =>
  `${Buffer.from(canonical(claims) ?? '').toString('base64url')}.${Buffer.from(signature, 'base64').toString('base64url')}`

/** What the receiver of a task knows by itself. */
export interface TaskReceiver {
  readonly issuer: string
  readonly svc_id: string
  readonly installation_id: string
  readonly upstream_url: string
  readonly body: string
  readonly now: string
}

const LONGEST_MS = 60_000
/** Two clocks may differ by so much. */
const SKEW_MS = 60_000

/** Returns why a receiver does not execute a task with this header (docs/specification/trust.md#receiver-task); undefined when it does. */
export function taskFault(
  header: string,
  public_key: string,
  receiver: TaskReceiver,
): string | undefined {
  const read = readStatement(header)
  if (!read) return 'unreadable'
  const { claims, signature } = read
  if (!isSigned(public_key, 'task', claims, signature)) return 'signature_invalid'
  const audience = claims['audience'] as ClaimsOf
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
  if (expires - issued > LONGEST_MS) return 'lifetime'
  if (now < issued - SKEW_MS) return 'not_yet'
  if (now > expires + SKEW_MS) return 'expired'
  return claims['request_body_hash'] === sha256(receiver.body) ? undefined : 'body_mismatch'
}

export const sha256 = (body: string): string =>
  createHash('sha256').update(body, 'utf8').digest('hex')
