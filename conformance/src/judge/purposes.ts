import { isObject, isString } from './assertions.ts'
import { utcMs } from './timestamp.ts'

type Condition = (value: unknown) => boolean
interface Shape {
  readonly required: Readonly<Record<string, Condition>>
  readonly optional?: Readonly<Record<string, Condition>>
}

const text: Condition = (value) => isString(value) && value !== '' && value.length <= 2048
const count: Condition = (value) => Number.isSafeInteger(value) && (value as number) >= 0
const time: Condition = (value) => utcMs(value) !== undefined
const hash: Condition = (value) => isString(value) && /^[0-9a-f]{64}$/.test(value)
const objectOf =
  (shape: Shape): Condition =>
  (value) =>
    matches(shape, value)
const strings = (...names: readonly string[]): Readonly<Record<string, Condition>> =>
  Object.fromEntries(names.map((name) => [name, text]))

const REQUESTER = objectOf({
  required: strings('organization_id'),
  optional: strings('key_id', 'member', 'installation_id', 'acting_for'),
})

/** Lists the claims of each purpose (docs/specification/trust.md#purposes). */
const PURPOSES = {
  register: {
    required: {
      ...strings(
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
      ...strings('issuer', 'upstream_url', 'organization_id', 'workspace_id', 'task_id', 'skill'),
      audience: objectOf({ required: strings('svc_id', 'installation_id') }),
      requester: REQUESTER,
      request_body_hash: hash,
      issued_at: time,
      expires_at: time,
    },
  },
  answer: {
    required: {
      ...strings('issuer', 'svc_id', 'audience', 'request_nonce'),
      request_body_hash: hash,
      response_body_hash: hash,
      status: count,
      issued_at: time,
    },
  },
  vouch: {
    required: {
      ...strings('issuer', 'svc_id'),
      issued_to: objectOf({
        required: strings('organization_id'),
        optional: strings('installation_id'),
      }),
      request_body_hash: hash,
      issued_at: time,
      expires_at: time,
    },
  },
  'compliance-report': {
    required: { ...strings('issuer', 'svc_id', 'workspace_id'), generated_at: time },
    optional: { hash, markdown_sha256: hash },
  },
  policy: {
    required: {
      ...strings('issuer', 'policy_id', 'workspace_id'),
      version: count,
      content: isObject,
    },
  },
  'audit-checkpoint': {
    required: {
      ...strings('issuer', 'chain'),
      sequence: count,
      hash,
      occurred_at: time,
      retention_days: count,
      purged_at: time,
    },
  },
} as const satisfies Readonly<Record<string, Shape>>

export type Purpose = keyof typeof PURPOSES

/** Returns whether claims have all members of their purpose and no others. */
export const matchesPurpose = (purpose: Purpose, claims: unknown): boolean =>
  matches(PURPOSES[purpose], claims)

function matches({ required, optional = {} }: Shape, value: unknown): boolean {
  if (!isObject(value)) return false
  const conditions = { ...optional, ...required }
  return (
    Object.keys(required).every((name) => value[name] !== undefined) &&
    Object.entries(value).every(
      ([name, claim]) => Object.hasOwn(conditions, name) && conditions[name]?.(claim) === true,
    )
  )
}
