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

/** Returns the 402 for an exhausted quota, with its usage and with these headers (docs/specification/http.md#plan-errors). */
export function quotaProblem(
  { resource, plan, current, max }: QuotaExceeded,
  upgrade_url: string,
  headers: Readonly<Record<string, string>> = {},
): [QuotaCode, ProblemDetails] {
  const required_plan = planAbove(plan, resource)
  const remedy =
    required_plan === plan ? REMEDIES[resource] : `the ${required_plan} plan allows more`
  return [
    CODES[resource],
    {
      message: `This organization is on the ${plan} plan, which allows ${max} ${resource.replaceAll('_', ' ')}, and has ${current}; ${remedy}.`,
      extra: { required_plan, upgrade_url, current_usage: { current, max } },
      headers,
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
