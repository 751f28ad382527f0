import type { Problem } from '../../api/problem.ts'
import { Badge } from '../badges/badge.tsx'

/** Explains what the plan does not include: which plan does, how much is used, and where to change the plan. */
export const UpgradeNotice = ({
  problem: { message, required_plan, upgrade_url, current_usage },
}: {
  problem: Problem
}) => (
  <div class="empty upgrade" role="status">
    <p class="empty-title">Not included in your plan</p>
    <p>{message}</p>
    {required_plan !== undefined && (
      <p>
        Requires the <Badge tone="info">{required_plan}</Badge> plan or higher.
      </p>
    )}
    {current_usage !== undefined && (
      <p class="muted">
        {current_usage.current} of {current_usage.max} are used.
      </p>
    )}
    {upgrade_url !== undefined && (
      <a class="button primary" href={upgrade_url} target="_blank" rel="noreferrer">
        How to change the plan
      </a>
    )}
  </div>
)
