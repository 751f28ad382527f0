import { table } from '../../../generated/platform.table.ts'
import type { Caller } from '../../auth/callers.ts'
import { consumeForOrganization, fewestRemaining, rateLimitDetails } from '../../auth/gates.ts'
import { rateLimitHeaders } from '../../auth/rate-limiter.ts'
import type { ProblemDetails } from '../../contract/typed.ts'
import type { Services } from '../services.ts'

/** The result of counting a change: the details of the 429 if a limit is exceeded, and the headers of every other response. */
interface CountedChange {
  readonly exceeded?: ProblemDetails
  readonly headers: Record<string, string>
}

/**
 * Charges a change by a person to the organization whose registration changes. The gate cannot do so, because the path does not name the
 * organization (docs/specification/trust.md#budgets). The gate has already counted a change by an API key.
 */
export async function countChange(
  { store, limiter }: Services,
  caller: Caller,
  svc_id: string,
): Promise<CountedChange> {
  if (caller.kind !== 'session') return { headers: {} }
  const agent = await store.findOwnAgent({ svc_id, reach: caller.reach })
  const operation = table.updateAgent
  const rate = agent && consumeForOrganization(limiter, operation, caller, agent.organization_id)
  if (!rate) return { headers: {} }
  return rate.allowed
    ? { headers: rateLimitHeaders(fewestRemaining(limiter, operation, caller, rate)) }
    : { exceeded: rateLimitDetails(rate), headers: {} }
}
