import { decodeHex, SHA256_BYTES } from '../crypto/encoding.ts'
import { parseTimestamp } from '../time.ts'

/** Returns whether the value of a claim is valid. */
export type ClaimCheck = (value: unknown) => boolean
/** The claims of a statement, or of an object within one, by name. */
export interface ClaimShape {
  readonly required: { readonly [claim: string]: ClaimCheck }
  readonly optional?: { readonly [claim: string]: ClaimCheck }
}

const MAX_CHARACTERS = 2048
const text: ClaimCheck = (value) =>
  typeof value === 'string' && value !== '' && value.length <= MAX_CHARACTERS
const wholeNumber: ClaimCheck = (value) => Number.isSafeInteger(value) && (value as number) >= 0
const timestamp: ClaimCheck = (value) =>
  typeof value === 'string' && parseTimestamp(value) !== undefined
/** Accepts only lower-case hexadecimal, because the text of a statement must be unambiguous. */
const sha256: ClaimCheck = (value) =>
  typeof value === 'string' &&
  value === value.toLowerCase() &&
  decodeHex(value, SHA256_BYTES) !== undefined
const jsonObject: ClaimCheck = (value) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const object =
  (shape: ClaimShape): ClaimCheck =>
  (value) =>
    faultOf(shape, value) === undefined

const INSTALLATION = object({ required: { svc_id: text, installation_id: text } })
/** The requester of a task, as the platform authenticated it; `acting_for` if it acts on behalf of another. */
const REQUESTER = object({
  required: { organization_id: text },
  optional: { key_id: text, member: text, installation_id: text, acting_for: text },
})

/**
 * Lists the claims of each purpose (docs/specification/trust.md#purposes). A signature is made for exactly one purpose, whose name begins
 * the signed text, so it is valid for no other.
 */
export const PURPOSES = {
  register: {
    required: {
      svc_id: text,
      name: text,
      version: text,
      public_key: text,
      manifest_hash: text,
      organization_id: text,
      issuer: text,
      issued_at: timestamp,
    },
  },
  // The interface does not define the context. A receiver builds it itself, so it is not checked here.
  trust: { required: { svc_id: text, context: jsonObject } },
  task: {
    required: {
      issuer: text,
      audience: INSTALLATION,
      upstream_url: text,
      organization_id: text,
      workspace_id: text,
      requester: REQUESTER,
      task_id: text,
      skill: text,
      request_body_hash: sha256,
      issued_at: timestamp,
      expires_at: timestamp,
    },
  },
  answer: {
    required: {
      issuer: text,
      svc_id: text,
      audience: text,
      request_nonce: text,
      request_body_hash: sha256,
      response_body_hash: sha256,
      status: wholeNumber,
      issued_at: timestamp,
    },
  },
  vouch: {
    required: {
      issuer: text,
      svc_id: text,
      issued_to: object({
        required: { organization_id: text },
        optional: { installation_id: text },
      }),
      request_body_hash: sha256,
      issued_at: timestamp,
      expires_at: timestamp,
    },
  },
  'compliance-report': {
    required: { issuer: text, svc_id: text, workspace_id: text, generated_at: timestamp },
    optional: { hash: sha256, markdown_sha256: sha256 },
  },
  policy: {
    required: {
      issuer: text,
      policy_id: text,
      workspace_id: text,
      version: wholeNumber,
      content: jsonObject,
    },
  },
  'audit-checkpoint': {
    required: {
      issuer: text,
      chain: text,
      sequence: wholeNumber,
      hash: sha256,
      occurred_at: timestamp,
      retention_days: wholeNumber,
      purged_at: timestamp,
    },
  },
} as const satisfies { readonly [purpose: string]: ClaimShape }

export type Purpose = keyof typeof PURPOSES

/** Describes the first claim that does not fit the shape; returns undefined if all do. */
export function faultOf(
  { required, optional = {} }: ClaimShape,
  claims: unknown,
): string | undefined {
  if (typeof claims !== 'object' || claims === null || Array.isArray(claims)) return 'not an object'
  const given = claims as Readonly<Record<string, unknown>>
  for (const [name, check] of Object.entries(required)) {
    if (given[name] === undefined) return `${name} is missing`
    if (!check(given[name])) return `${name} is not of its kind`
  }
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || Object.hasOwn(required, name)) continue
    const check = Object.hasOwn(optional, name) ? optional[name] : undefined
    if (!check?.(value))
      return check ? `${name} is not of its kind` : `${name} is not a claim of this statement`
  }
  return undefined
}
