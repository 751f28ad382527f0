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
 * Counts a change that a person makes against the organization whose registration changes, because the path does not name it
 * (docs/specification/trust.md#budgets). The gate has counted the change of an API key.
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
