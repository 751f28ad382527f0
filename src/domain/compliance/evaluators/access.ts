import { RUNTIME_TOKEN_LIFETIME_MS } from '../../limits.ts'
import { DAY_MS, elapsed, type Timestamp } from '../../time.ts'
import { finding, sampleSize, type Evaluator } from '../evidence.ts'

/** The maximum age of an API key in days; an older one is due for rotation. */
const KEY_AGE_DAYS = 365
const days = (from: Timestamp, to: Timestamp): number => Math.floor(elapsed(from, to) / DAY_MS)

/** Evaluates whether credentials are short-lived or rotated. The platform always stores them as hashes. */
export const credentials: Evaluator = ({ keys, tokens, events }, now) => {
  const oldKeys = keys.items.filter(({ created_at }) => days(created_at, now) > KEY_AGE_DAYS)
  const longLived = tokens.items.filter(
    ({ issued_at, expires_at }) => elapsed(issued_at, expires_at) > RUNTIME_TOKEN_LIFETIME_MS,
  )
  const oldest = keys.items.map(({ created_at }) => created_at).toSorted()[0]
  const result = (() => {
    if (keys.items.length + tokens.items.length === 0)
      return [
        'insufficient_evidence',
        'There is no valid API key and no valid runtime token to evaluate.',
      ] as const
    if (longLived.length > 0)
      return ['not_satisfied', 'A runtime token is valid for more than 90 days.'] as const
    if (oldKeys.length > 0)
      return [
        'partially_satisfied',
        `Runtime tokens are valid for at most 90 days, but ${oldKeys.length} API ${oldKeys.length === 1 ? 'key is' : 'keys are'} older than ${KEY_AGE_DAYS} days.`,
      ] as const
    return [
      'satisfied',
      `Runtime tokens are valid for at most 90 days, and no API key is older than ${KEY_AGE_DAYS} days; only their hashes are stored.`,
    ] as const
  })()
  return finding(
    result,
    {
      'API keys with access to the workspace': sampleSize(keys),
      'Oldest API key created': oldest,
      'Age of the oldest API key in days': oldest && days(oldest, now),
      [`Older than ${KEY_AGE_DAYS} days`]: oldKeys.length,
      'Valid runtime tokens': sampleSize(tokens),
      'Token renewals in the window': sampleSize(events['installation.token_refreshed']),
    },
    keys,
    tokens,
    events['installation.token_refreshed'],
    events['installation.recovered'],
    events['api_key.created'],
    events['api_key.revoked'],
  )
}

/** Evaluates whether the organization has an owner or admin, and whether API keys are limited. */
export const access: Evaluator = ({ keys, members, events }) => {
  const unrestricted = keys.items.filter(
    ({ scopes, workspace_id }) => scopes === null && workspace_id === null,
  )
  const administrators = members.items.filter(({ role }) => role === 'owner' || role === 'admin')
  const result = (() => {
    if (keys.items.length + members.items.length === 0)
      return ['insufficient_evidence', 'There are no members and no API keys to evaluate.'] as const
    if (administrators.length === 0 && unrestricted.length > 0)
      return [
        'not_satisfied',
        'The organization has no owner or admin, and an API key has unlimited access.',
      ] as const
    if (administrators.length === 0)
      return [
        'partially_satisfied',
        'API keys are limited, but the organization has no owner or admin.',
      ] as const
    if (unrestricted.length > 0)
      return [
        'partially_satisfied',
        `Members have roles, but ${unrestricted.length} API ${unrestricted.length === 1 ? 'key is' : 'keys are'} limited neither to scopes nor to a workspace.`,
      ] as const
    return [
      'satisfied',
      'Members have roles, and every API key is limited to scopes or to a workspace.',
    ] as const
  })()
  return finding(
    result,
    {
      Members: sampleSize(members),
      'Owners and admins': administrators.length,
      'API keys with access to the workspace': sampleSize(keys),
      'Limited to scopes': keys.items.filter(({ scopes }) => scopes !== null).length,
      'Bound to this workspace': keys.items.filter(({ workspace_id }) => workspace_id !== null)
        .length,
      'Without any limit': unrestricted.length,
    },
    keys,
    members,
    events['member.added'],
    events['member.joined'],
    events['member.removed'],
    events['member.left'],
    events['api_key.created'],
    events['api_key.revoked'],
  )
}
