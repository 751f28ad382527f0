import type { ProblemDetails } from '../contract/typed.ts'
import {
  planAbove,
  type QuotaExceeded,
  type ConcurrencyExceeded,
} from '../domain/organizations/plans.ts'

const CODES = {
  workspaces: 'WORKSPACES_LIMIT_EXCEEDED',
  agents: 'AGENTS_LIMIT_EXCEEDED',
  installations: 'INSTALLATIONS_LIMIT_EXCEEDED',
  install_tokens: 'INSTALL_TOKENS_LIMIT_EXCEEDED',
  api_keys: 'API_KEYS_LIMIT_EXCEEDED',
  stored_bytes: 'STORED_BYTES_LIMIT_EXCEEDED',
} as const

/** What an organization can do if no plan allows more. Agents cannot be deleted. */
const REMEDIES = {
  workspaces: 'delete some of them',
  agents: 'no plan allows more',
  installations: 'revoke some of them',
  install_tokens: 'use or revoke some of them, or wait until they expire',
  api_keys: 'revoke keys that are no longer used',
  stored_bytes: 'no plan allows more',
} as const satisfies Record<keyof typeof CODES, string>

export type QuotaCode = (typeof CODES)[keyof typeof CODES]

/** Returns the 402 for an exhausted quota, with its usage (docs/specification/http.md#plan-errors). */
export function quotaProblem(
  { resource, plan, current, max }: QuotaExceeded,
  upgrade_url: string,
): [QuotaCode, ProblemDetails] {
  const required_plan = planAbove(plan, resource)
  const remedy =
    required_plan === plan ? REMEDIES[resource] : `the ${required_plan} plan allows more`
  return [
    CODES[resource],
    {
      message: `This organization is on the ${plan} plan, which allows ${max} ${resource.replaceAll('_', ' ')}, and has ${current}; ${remedy}.`,
      extra: { required_plan, upgrade_url, current_usage: { current, max } },
    },
  ]
}

const WORK_NAMES = { tasks: 'routed tasks', image_scans: 'image scans' } as const
/** Seconds to wait before a retry. A task may end at any moment; a scan takes longer. */
const RETRY_AFTER = { tasks: '1', image_scans: '15' } as const

/** Returns the 429 for a plan's concurrency limit. It is not a 402, because waiting resolves it. */
export const concurrencyProblem = ({
  work,
  limit,
}: ConcurrencyExceeded): ['RATE_LIMITED', ProblemDetails] => [
  'RATE_LIMITED',
  {
    message: `The plan of this organization allows ${limit} ${WORK_NAMES[work]} at a time; try again when some have ended.`,
    headers: { 'Retry-After': RETRY_AFTER[work] },
  },
]

/** Runs an operation for an organization. Returns undefined without running it if the organization has reached its limit. */
export type ConcurrencyLimit = <Result>(
  organization_id: string,
  operation: () => Promise<Result>,
) => Promise<Result | undefined>

/** Limits how many long operations each organization runs at once, so that those of one organization do not slow down the others. */
export function concurrencyLimit(max: number): ConcurrencyLimit {
  const counts = new Map<string, number>()
  const adjust = (organization_id: string, by: 1 | -1) => {
    const count = (counts.get(organization_id) ?? 0) + by
    if (count === 0) counts.delete(organization_id)
    else counts.set(organization_id, count)
  }
  return async (organization_id, operation) => {
    if ((counts.get(organization_id) ?? 0) >= max) return undefined
    adjust(organization_id, 1)
    try {
      return await operation()
    } finally {
      adjust(organization_id, -1)
    }
  }
}
