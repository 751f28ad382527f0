import type { Problem } from '../../api/problem.ts'
import { Badge } from '../badges/badge.tsx'

/** What the plan lacks, said honestly: which plan has it, how much is used, where to change. */
export const UpgradeNotice = ({
  problem: { message, required_plan, upgrade_url, current_usage },
}: {
  problem: Problem
}) => (
  <div class="empty upgrade" role="status">
    <p class="empty-title">Not part of this plan</p>
    <p>{message}</p>
    {required_plan !== undefined && (
      <p>
        Included from <Badge tone="info">{required_plan}</Badge> on.
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
