/**
 * Test vectors of every signature: `docs/specification/signatures.json`, written by `npm run generate`. Fixed seeds make the output
 * deterministic. Vectors with invalid claims are signed here without the signature module, because that refuses to sign them.
 */
import { hash } from 'node:crypto'
import { keyPairOfSeed, signMessage } from '../src/domain/crypto/ed25519.ts'
import { sha256Hex, canonicalize } from '../src/domain/crypto/hash.ts'
import { svcId } from '../src/domain/crypto/svc-id.ts'
import { DEFAULT_POLICY } from '../src/domain/policies/policy.ts'
import {
  PURPOSES,
  signClaims,
  signedText,
  type Claims,
  type Purpose,
  type SignatureFinding,
  writeStatement,
} from '../src/domain/signatures/signature.ts'

const keyOf = (digit: string) => {
  const seed = digit.repeat(64)
  const { publicKey, privateKey } = keyPairOfSeed(Buffer.from(seed, 'hex'))
  return { seed, public_key: Buffer.from(publicKey).toString('base64'), privateKey }
}
const keys = { platform: keyOf('1'), agent: keyOf('2'), other_agent: keyOf('3') }
type KeyName = keyof typeof keys

const ISSUER = 'https://registry.example'
const NOW = '2026-03-01T12:00:00.000Z'
const identity = {
  name: 'Invoice reader',
  version: '1.2.0',
  public_key: keys.agent.public_key,
  manifest_hash: sha256Hex('name: invoice-reader\n'),
}
const svc_id = svcId(identity)
const receiver = {
  svc_id: sha256Hex('receiver'),
  installation_id: '0195f1a2-7c3d-7a41-9b60-2f4c8d1e0a11',
}
const upstream_url = 'https://agents.example/a2a/tasks'
const TASK_ID = '0195f1a2-8d4e-7b52-8c71-3a5d9e2f1b22'
const taskBody = JSON.stringify({
  task_id: TASK_ID,
  type: 'extract_invoice',
  input: { skill: 'extract_invoice' },
  context: { skill: 'extract_invoice', workspace_id: 'ws_receiver', requester_id: 'org_router' },
})
const answerBody = JSON.stringify({
  task_id: TASK_ID,
  status: 'completed',
  result: { total: 1280.5 },
  output: { total: 1280.5 },
})

const register: Claims['register'] = {
  svc_id,
  ...identity,
  organization_id: 'org_owner',
  issuer: ISSUER,
  issued_at: NOW,
}
const trust = {
  svc_id,
  context: {
    workspace_id: 'ws_receiver',
    issuer: ISSUER,
    audience: receiver,
    skill: 'extract_invoice',
    request_body_hash: sha256Hex(taskBody),
    nonce: '5Xq0sJZ3mR1vT8bY2nK4wA',
    timestamp: NOW,
  },
} as const satisfies Claims['trust']
const task: Claims['task'] = {
  issuer: ISSUER,
  audience: receiver,
  upstream_url,
  organization_id: 'org_router',
  workspace_id: 'ws_receiver',
  requester: { organization_id: 'org_router', key_id: 'key_1' },
  task_id: TASK_ID,
  skill: 'extract_invoice',
  request_body_hash: sha256Hex(taskBody),
  issued_at: NOW,
  expires_at: '2026-03-01T12:01:00.000Z',
}
const answer: Claims['answer'] = {
  issuer: ISSUER,
  svc_id: receiver.svc_id,
  audience: svc_id,
  request_nonce: trust.context.nonce,
  request_body_hash: sha256Hex(taskBody),
  response_body_hash: sha256Hex(answerBody),
  status: 200,
  issued_at: '2026-03-01T12:00:01.000Z',
}
const vouch: Claims['vouch'] = {
  issuer: ISSUER,
  svc_id,
  issued_to: { organization_id: 'org_router', installation_id: receiver.installation_id },
  request_body_hash: sha256Hex(''),
  issued_at: NOW,
  expires_at: '2026-03-01T12:05:00.000Z',
}
const policy: Claims['policy'] = {
  issuer: ISSUER,
  policy_id: 'pol_1',
  workspace_id: 'ws_receiver',
  version: 2,
  content: DEFAULT_POLICY,
}
const checkpoint: Claims['audit-checkpoint'] = {
  issuer: ISSUER,
  chain: 'org_owner',
  sequence: 4711,
  hash: sha256Hex('record 4711'),
  occurred_at: '2025-02-01T00:00:00.000Z',
  retention_days: 365,
  purged_at: NOW,
}
const report: Claims['compliance-report'] = {
  issuer: ISSUER,
  svc_id,
  workspace_id: 'ws_receiver',
  generated_at: NOW,
  hash: sha256Hex('{}'),
}
const SAMPLES: { readonly [P in Purpose]: readonly [signer: KeyName, claims: Claims[P]] } = {
  register: ['agent', register],
  trust: ['agent', trust],
  task: ['platform', task],
  answer: ['other_agent', answer],
  vouch: ['platform', vouch],
  policy: ['platform', policy],
  'compliance-report': ['platform', report],
  'audit-checkpoint': ['platform', checkpoint],
}
const purposes = Object.keys(SAMPLES) as Purpose[]

export interface SignatureVector {
  readonly name: string
  readonly purpose: Purpose
  readonly claims: object
  readonly public_key: string
  readonly signed_text?: string
  readonly signature: string
  readonly valid: boolean
  readonly reason?: Exclude<SignatureFinding, 'verified'>
  /** What an implementation of JCS must support for this vector: fractions, or the detection of unpaired surrogates. */
  readonly needs?: 'numbers' | 'surrogates'
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')
/** Signs claims without validating them. */
const signWithoutValidation = (key: KeyName, purpose: string, claims: object): Buffer =>
  Buffer.from(
    signMessage(keys[key].privateKey, Buffer.from(`svc-${purpose}-v1\n${canonicalize(claims)}`)),
  )
const textOf = (purpose: Purpose, claims: object): string =>
  Buffer.from(signedText(purpose, claims as never)).toString()

function good<P extends Purpose>(
  name: string,
  purpose: P,
  claims: Claims[P],
  more: Partial<SignatureVector> = {},
): SignatureVector {
  const { privateKey, public_key } = keys[SAMPLES[purpose][0]]
  return {
    name,
    purpose,
    claims,
    public_key,
    signed_text: textOf(purpose, claims),
    signature: signClaims(privateKey, purpose, claims),
    valid: true,
    ...more,
  }
}
/** A vector whose signature does not match its key, purpose and claims. */
const wrong = (
  name: string,
  purpose: Purpose,
  claims: object,
  signature: string,
): SignatureVector => ({
  name,
  purpose,
  claims,
  public_key: keys[SAMPLES[purpose][0]].public_key,
  signed_text: textOf(purpose, claims),
  signature,
  valid: false,
  reason: 'signature_invalid',
})
/** A vector with a valid signature over invalid claims. */
const unfit = (name: string, purpose: Purpose, claims: object): SignatureVector => ({
  name,
  purpose,
  claims,
  public_key: keys[SAMPLES[purpose][0]].public_key,
  signature: base64(signWithoutValidation(SAMPLES[purpose][0], purpose, claims)),
  valid: false,
  reason: 'claims_invalid',
})

const reversed = (value: unknown): unknown =>
  typeof value !== 'object' || value === null || Array.isArray(value)
    ? value
    : Object.fromEntries(
        Object.entries(value)
          .map(([name, member]) => [name, reversed(member)])
          .toReversed(),
      )
const without = (claims: object, name: string): object =>
  Object.fromEntries(Object.entries(claims).filter(([member]) => member !== name))
const signatureOf = (purpose: Purpose, claims: object = SAMPLES[purpose][1]): string =>
  signClaims(keys[SAMPLES[purpose][0]].privateKey, purpose, claims as never)

function forEveryPurpose(purpose: Purpose): readonly SignatureVector[] {
  const [signer, claims] = SAMPLES[purpose] as readonly [KeyName, Claims[Purpose]]
  const other = purposes[(purposes.indexOf(purpose) + 1) % purposes.length]!
  return [
    good(`${purpose}: every claim`, purpose, claims),
    good(`${purpose}: claims in another order`, purpose, reversed(claims) as never),
    wrong(
      `${purpose}: signed under the name of another purpose`,
      purpose,
      claims,
      base64(signWithoutValidation(signer, other, claims)),
    ),
    wrong(
      `${purpose}: signed without a purpose`,
      purpose,
      claims,
      base64(Buffer.from(signMessage(keys[signer].privateKey, Buffer.from(canonicalize(claims))))),
    ),
    wrong(
      `${purpose}: signed with another key`,
      purpose,
      claims,
      base64(signWithoutValidation(signer === 'platform' ? 'agent' : 'platform', purpose, claims)),
    ),
    ...Object.keys(PURPOSES[purpose].required).map((name) =>
      unfit(`${purpose}: without ${name}`, purpose, without(claims, name)),
    ),
    ...Object.keys(claims).map((name) =>
      unfit(`${purpose}: ${name} is null`, purpose, { ...claims, [name]: null }),
    ),
    unfit(`${purpose}: an undeclared claim`, purpose, { ...claims, scope: 'everything' }),
    ...('issuer' in claims
      ? [
          wrong(
            `${purpose}: signed for another platform`,
            purpose,
            { ...claims, issuer: 'https://other.example' },
            signatureOf(purpose),
          ),
        ]
      : []),
  ]
}

const context = (changes: object): Claims['trust'] => ({
  svc_id,
  context: { ...trust.context, ...changes },
})
const own: readonly SignatureVector[] = [
  wrong(
    'register: signed for another organization',
    'register',
    { ...register, organization_id: 'org_hostile' },
    signatureOf('register'),
  ),
  wrong(
    'register: signed at another time',
    'register',
    { ...register, issued_at: '2026-03-02T12:00:00.000Z' },
    signatureOf('register'),
  ),
  wrong(
    'register: the key is written in another encoding',
    'register',
    { ...register, public_key: register.public_key.replace(/=$/, '') },
    signatureOf('register'),
  ),
  good('trust: an empty context, which no receiver accepts', 'trust', { svc_id, context: {} }),
  good('trust: a context with only a workspace', 'trust', {
    svc_id,
    context: { workspace_id: 'ws_receiver' },
  }),
  good(
    'trust: an audience without an installation',
    'trust',
    context({ audience: { svc_id: receiver.svc_id } }),
  ),
  good(
    'trust: members beyond the named ones are signed too',
    'trust',
    context({ purpose: 'month end', tags: ['a', 'b'], nested: { b: 1, a: [true, null] } }),
  ),
  wrong(
    'trust: signed for another receiver',
    'trust',
    context({ audience: { ...receiver, svc_id: sha256Hex('another receiver') } }),
    signatureOf('trust'),
  ),
  wrong(
    'trust: signed for another installation',
    'trust',
    context({ audience: { ...receiver, installation_id: '0195f1a2-0000-7000-8000-000000000000' } }),
    signatureOf('trust'),
  ),
  wrong(
    'trust: signed for another workspace',
    'trust',
    context({ workspace_id: 'ws_other' }),
    signatureOf('trust'),
  ),
  wrong(
    'trust: signed for another platform',
    'trust',
    context({ issuer: 'https://other.example' }),
    signatureOf('trust'),
  ),
  wrong(
    'trust: signed for another body',
    'trust',
    context({ request_body_hash: sha256Hex('another body') }),
    signatureOf('trust'),
  ),
  wrong(
    'trust: signed for another skill',
    'trust',
    context({ skill: 'pay_invoice' }),
    signatureOf('trust'),
  ),
  wrong(
    'trust: a member was added',
    'trust',
    context({ purpose: 'month end' }),
    signatureOf('trust'),
  ),
  wrong(
    'task: signed for another installation',
    'task',
    { ...task, audience: { ...receiver, installation_id: '0195f1a2-0000-7000-8000-000000000000' } },
    signatureOf('task'),
  ),
  wrong(
    'task: signed for another address',
    'task',
    { ...task, upstream_url: 'https://hostile.example/a2a/tasks' },
    signatureOf('task'),
  ),
  wrong(
    'task: signed for another requester',
    'task',
    { ...task, requester: { organization_id: 'org_owner' } },
    signatureOf('task'),
  ),
  wrong(
    'task: a member was added to the requester',
    'task',
    { ...task, requester: { ...task.requester, acting_for: 'owner@example.com' } },
    signatureOf('task'),
  ),
  wrong(
    'task: expires later than was signed',
    'task',
    { ...task, expires_at: '2027-03-01T12:01:00.000Z' },
    signatureOf('task'),
  ),
  good('task: the requester acts for a member', 'task', {
    ...task,
    requester: { ...task.requester, acting_for: 'owner@example.com' },
  }),
  unfit('task: the audience names no installation', 'task', {
    ...task,
    audience: { svc_id: receiver.svc_id },
  }),
  unfit('task: an undeclared claim in the audience', 'task', {
    ...task,
    audience: { ...receiver, role: 'any' },
  }),
  unfit('task: the requester has no organization', 'task', {
    ...task,
    requester: { key_id: 'key_1' },
  }),
  unfit('task: the hash is in upper case', 'task', {
    ...task,
    request_body_hash: task.request_body_hash.toUpperCase(),
  }),
  unfit('task: the hash is written in base64', 'task', {
    ...task,
    request_body_hash: Buffer.from(task.request_body_hash, 'hex').toString('base64'),
  }),
  unfit('task: the time is not a date and time', 'task', { ...task, issued_at: 'yesterday' }),
  good('answer: to a task of the platform', 'answer', {
    ...answer,
    audience: ISSUER,
    request_nonce: TASK_ID,
  }),
  wrong(
    'answer: to another request',
    'answer',
    { ...answer, request_nonce: 'AAAAAAAAAAAAAAAAAAAAAA' },
    signatureOf('answer'),
  ),
  wrong(
    'answer: to another agent',
    'answer',
    { ...answer, audience: sha256Hex('another signer') },
    signatureOf('answer'),
  ),
  wrong(
    'answer: with another body',
    'answer',
    { ...answer, response_body_hash: sha256Hex('{}') },
    signatureOf('answer'),
  ),
  wrong('answer: with another status', 'answer', { ...answer, status: 500 }, signatureOf('answer')),
  unfit('answer: the status is a string', 'answer', { ...answer, status: '200' }),
  unfit('answer: the status is not an integer', 'answer', { ...answer, status: 200.5 }),
  good('vouch: issued to an organization', 'vouch', {
    ...vouch,
    issued_to: { organization_id: 'org_router' },
  }),
  wrong(
    'vouch: issued to another organization',
    'vouch',
    { ...vouch, issued_to: { ...vouch.issued_to, organization_id: 'org_hostile' } },
    signatureOf('vouch'),
  ),
  good(
    'compliance-report: in Markdown, with markdown_sha256 in place of hash',
    'compliance-report',
    {
      ...without(report, 'hash'),
      markdown_sha256: sha256Hex('#'),
    } as Claims['compliance-report'],
  ),
  wrong(
    'policy: of another workspace',
    'policy',
    { ...policy, workspace_id: 'ws_other' },
    signatureOf('policy'),
  ),
  good(
    'trust: text is signed as UTF-8, escaped only where JCS escapes',
    'trust',
    context({
      purpose:
        'Gr\u00fc\u00dfe \u20ac \ud83d\ude00 e\u0301 "\\/ \u0000\b\t\n\u000b\f\r\u001f\u007f\u2028',
    }),
  ),
  good(
    'trust: members are sorted by UTF-16 code units',
    'trust',
    context({
      '\ufb33': 'hebrew',
      '\ud83d\ude00': 'emoji',
      '\u20ac': 'euro',
      '\r': 'return',
      1: 'one',
      '\u0080': 'control',
      '\u00f6': 'latin',
    }),
  ),
  wrong(
    'trust: other code points that look the same',
    'trust',
    context({ purpose: '\u00e9' }),
    signatureOf('trust', context({ purpose: 'e\u0301' })),
  ),
  good(
    'trust: numbers are written as in ECMAScript',
    'trust',
    context({
      numbers: [333333333.33333329, 1e30, 4.5, 2e-3, 1e-27, -0, 9007199254740991, 1e21, 0.000001],
    }),
    { needs: 'numbers' },
  ),
  {
    name: 'trust: an unpaired surrogate has no canonical form',
    purpose: 'trust',
    claims: context({ purpose: '\ud800' }),
    public_key: keys.agent.public_key,
    signature: signatureOf('trust'),
    valid: false,
    reason: 'message_not_canonical',
    needs: 'surrogates',
  },
]

const bytes = Buffer.from(signatureOf('task'), 'base64')
const spelled = (name: string, signature: string): SignatureVector => ({
  ...good(name, 'task', task),
  signature,
})
const garbled = (name: string, signature: string): SignatureVector => ({
  ...spelled(name, signature),
  valid: false,
  reason: 'signature_undecodable',
})
/** The order of the group: a lenient verifier accepts a signature with S + L as well. */
const L = (1n << 252n) + 27742317777372353535851937790883648493n
/** The identity point, and the same with its y encoded as y + p. */
const NEUTRAL = littleEndian(1n)
const UNREDUCED = littleEndian((1n << 255n) - 18n)
const ownPoint = Buffer.from(keys.platform.public_key, 'base64')
/** The secret scalar of the platform's key (RFC 8032, section 5.1.5). */
const ownScalar =
  (numberOf(hash('sha512', Buffer.from(keys.platform.seed, 'hex'), 'buffer').subarray(0, 32)) &
    ((1n << 254n) - 8n)) |
  (1n << 254n)
const challengeOf = (R: Buffer): bigint =>
  numberOf(
    hash('sha512', Buffer.concat([R, ownPoint, Buffer.from(textOf('task', task))]), 'buffer'),
  )
/** A vector that satisfies the equation, but that strict verification rejects. */
const loose = (name: string, changes: Partial<SignatureVector>): SignatureVector => ({
  ...good(name, 'task', task),
  valid: false,
  reason: 'signature_invalid',
  ...changes,
})
const encodings: readonly SignatureVector[] = [
  spelled('encoding: base64 without padding', bytes.toString('base64').replace(/=+$/, '')),
  spelled('encoding: base64url without padding', bytes.toString('base64url')),
  spelled('encoding: hexadecimal', bytes.toString('hex')),
  spelled('encoding: hexadecimal in upper case', bytes.toString('hex').toUpperCase()),
  garbled('encoding: no signature', ''),
  garbled('encoding: 63 bytes', bytes.subarray(1).toString('base64')),
  garbled('encoding: 65 bytes', Buffer.concat([bytes, Buffer.alloc(1)]).toString('base64')),
  garbled('encoding: white space', `${bytes.toString('base64')}\n`),
  garbled('encoding: half of the padding', bytes.toString('base64').replace(/=$/, '')),
  garbled('encoding: a character of neither alphabet', bytes.toString('base64').replace(/^./, '.')),
  loose('strict: the key has small order, so this signature is valid for every text', {
    public_key: base64(NEUTRAL),
    signature: base64(Buffer.concat([ownPoint, littleEndian(ownScalar % L)])),
  }),
  loose('strict: the key is a second encoding of another key', {
    public_key: base64(UNREDUCED),
    signature: base64(Buffer.concat([ownPoint, littleEndian(ownScalar % L)])),
  }),
  loose('strict: R has small order; only the owner of the key can make such a signature', {
    signature: base64(
      Buffer.concat([NEUTRAL, littleEndian((challengeOf(NEUTRAL) * ownScalar) % L)]),
    ),
  }),
  {
    ...spelled(
      'encoding: S is not reduced',
      Buffer.concat([
        bytes.subarray(0, 32),
        littleEndian(numberOf(bytes.subarray(32)) + L),
      ]).toString('base64'),
    ),
    valid: false,
    reason: 'signature_invalid',
  },
]
function numberOf(little: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(little).reverse().toString('hex')}`)
}
function littleEndian(value: bigint): Buffer {
  return Buffer.from(value.toString(16).padStart(64, '0'), 'hex').reverse()
}

export interface StatementVector {
  readonly name: string
  readonly purpose: 'task' | 'vouch'
  readonly header: string
  readonly public_key: string
  /** The claims in the header; null if it cannot be read. */
  readonly claims: object | null
  readonly signature_valid: boolean
  /** What the receiver of a task knows: its configuration, the body that it read, and the time. */
  readonly receiver?: {
    readonly issuer: string
    readonly svc_id: string
    readonly installation_id: string
    readonly upstream_url: string
    readonly body: string
    readonly now: string
  }
  /** Whether the receiver runs the task. */
  readonly accepted?: boolean
  readonly reason?: string
}

const here = {
  issuer: ISSUER,
  ...receiver,
  upstream_url,
  body: taskBody,
  now: '2026-03-01T12:00:30.000Z',
}
const header = writeStatement<'task'>({ claims: task, signature: signatureOf('task') })
const received = (
  name: string,
  reason: string | undefined,
  changes: Partial<typeof here> = {},
  claims = task,
): StatementVector => ({
  name,
  purpose: 'task',
  header: writeStatement<'task'>({ claims, signature: signatureOf('task', claims) }),
  public_key: keys.platform.public_key,
  claims,
  signature_valid: true,
  receiver: { ...here, ...changes },
  accepted: reason === undefined,
  ...(reason !== undefined && { reason }),
})
const unreadable = (name: string, text: string): StatementVector => ({
  name,
  purpose: 'task',
  header: text,
  public_key: keys.platform.public_key,
  claims: null,
  signature_valid: false,
  receiver: here,
  accepted: false,
  reason: 'unreadable',
})
const [body, encodedSignature] = header.split('.') as [string, string]
const altered = writeStatement<'task'>({
  claims: { ...task, upstream_url: 'https://hostile.example/a2a/tasks' },
  signature: signatureOf('task'),
})
const statements: readonly StatementVector[] = [
  received('task: for this installation', undefined),
  received('task: at the moment at which it was issued', undefined, { now: NOW }),
  received('task: at the moment at which it expires', undefined, { now: task.expires_at }),
  received('task: ten minutes after it expired', 'expired', { now: '2026-03-01T12:11:00.000Z' }),
  received('task: ten minutes before it was issued', 'not_yet', {
    now: '2026-03-01T11:50:00.000Z',
  }),
  received(
    'task: is valid for more than 60 seconds',
    'lifetime',
    {},
    { ...task, expires_at: '2026-03-01T12:01:01.000Z' },
  ),
  received('task: for another agent', 'audience_mismatch', {
    svc_id: sha256Hex('another receiver'),
  }),
  received('task: for another installation of the same agent', 'audience_mismatch', {
    installation_id: '0195f1a2-0000-7000-8000-000000000000',
  }),
  received('task: sent to another address', 'upstream_mismatch', {
    upstream_url: 'https://agents.example/other/a2a/tasks',
  }),
  received('task: of another platform', 'issuer_mismatch', { issuer: 'https://other.example' }),
  received('task: with another body', 'body_mismatch', { body: `${taskBody} ` }),
  {
    ...received('task: the claims were changed', 'signature_invalid'),
    header: altered,
    claims: { ...task, upstream_url: 'https://hostile.example/a2a/tasks' },
    signature_valid: false,
  },
  {
    ...received('task: the signature vouches for the agent instead', 'signature_invalid'),
    header: writeStatement<'task'>({ claims: task, signature: signatureOf('vouch') }),
    signature_valid: false,
  },
  unreadable('task: no signature', body),
  unreadable('task: three parts', `${header}.${encodedSignature}`),
  unreadable(
    'task: the claims are not JSON',
    `${Buffer.from('{').toString('base64url')}.${encodedSignature}`,
  ),
  unreadable(
    'task: the claims are a list',
    `${Buffer.from('[]').toString('base64url')}.${encodedSignature}`,
  ),
  unreadable('task: the signature is truncated', header.slice(0, -4)),
  {
    name: 'vouch: says that an organization runs the agent',
    purpose: 'vouch',
    header: writeStatement<'vouch'>({ claims: vouch, signature: signatureOf('vouch') }),
    public_key: keys.platform.public_key,
    claims: vouch,
    signature_valid: true,
  },
  {
    name: 'vouch: issued to another organization',
    purpose: 'vouch',
    header: writeStatement<'vouch'>({
      claims: { ...vouch, issued_to: { organization_id: 'org_hostile' } },
      signature: signatureOf('vouch'),
    }),
    public_key: keys.platform.public_key,
    claims: { ...vouch, issued_to: { organization_id: 'org_hostile' } },
    signature_valid: false,
  },
]

const about = [
  'Test vectors of every signature (trust.md#purposes). Written by scripts/signature-vectors.ts from fixed seeds; do not edit.',
  'keys: Ed25519 seeds (hexadecimal) and their public keys (base64). They are published here and sign nothing else.',
  'signatures: whether `signature` is a good signature by `public_key` for `purpose` over `claims`. `signed_text` is the text that results from purpose and claims (UTF-8), absent where the claims do not fit the purpose or have no canonical form. An implementation decides from purpose, claims, public_key and signature alone and must agree on `valid`; `reason` says what is wrong: claims_invalid (a claim is missing, undeclared or of the wrong type), signature_undecodable (not 64 bytes in base64, base64url or hexadecimal), signature_invalid, message_not_canonical (no JCS form).',
  '`needs` marks vectors for which JCS has to write fractions (numbers) or detect an unpaired surrogate (surrogates); an implementation whose claims contain neither can skip them.',
  'statements: claims and signature as one header carries them: base64url of the JCS form of the claims, a full stop, base64url of the signature. `claims` is null where the header cannot be read. `signature_valid` says whether the signature is good for these claims and the purpose. Receivers may allow for clocks that differ by less than a minute. For tasks, `receiver` is what a receiver knows by itself (its configured issuer, its own svc_id, installation and stated address, the bytes that it read, its clock), and `accepted` whether it runs the task; `reason` says why not.',
]

export function signatureVectors() {
  return {
    about,
    keys: Object.fromEntries(
      Object.entries(keys).map(([name, { seed, public_key }]) => [name, { seed, public_key }]),
    ),
    signatures: [...purposes.flatMap(forEveryPurpose), ...own, ...encodings],
    statements,
  }
}
