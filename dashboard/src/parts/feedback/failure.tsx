import { Problem } from '../../api/problem.ts'
import { Button } from '../forms/button.tsx'
import { Icon } from '../layout/icon.tsx'
import { IssueList } from './issue-list.tsx'
import { adviceFor, RequestReference } from './failed-request.tsx'
import { Badge } from '../badge.tsx'
import { useOptionalCurrentUser } from '../../shell/current-user.tsx'

const TITLES_BY_STATUS: Readonly<Record<number, string>> = {
  0: 'The registry cannot be reached',
  403: 'Your role does not allow this',
  404: 'Not found',
  409: 'Not possible in the current state',
  429: 'Too many requests',
  502: 'The registry cannot be reached',
  503: 'The registry is not ready',
  504: 'The registry cannot be reached',
}

/** Titles of problems for which the title of the status would be wrong or vague. */
const TITLES_BY_CODE: Readonly<Record<string, string>> = {
  LAST_OWNER: 'An organization needs an owner',
  SERVER_BUSY: 'The registry is busy',
}
const titleOf = ({ code, status, issues }: Pick<Problem, 'code' | 'status' | 'issues'>): string =>
  issues.length > 0
    ? 'The registry rejected these values'
    : (TITLES_BY_CODE[code] ?? TITLES_BY_STATUS[status] ?? 'Something went wrong')

/** Returns whether a retry would get the same response. */
const isFinal = (problem: Problem | undefined): boolean =>
  problem !== undefined && [400, 403, 404].includes(problem.status)

interface FailureProps {
  readonly error: unknown
  readonly retry?: () => unknown
  /** Whether the request was meant to change something. */
  readonly changes?: boolean
}

/**
 * Shows why a request failed, with what to do, the request id for the operator and a button to try again. A plan limit is shown as an
 * upgrade notice.
 */
export function Failure({ error, retry, changes = false }: FailureProps) {
  if (error instanceof Problem && error.status === 402) return <UpgradeNotice problem={error} />
  const problem = error instanceof Problem ? error : undefined
  // A button to try again replaces the advice, unless the advice says how long to wait.
  const isOffered = retry !== undefined && problem?.retry_after === undefined
  const advice = problem && !isOffered ? adviceFor(problem, changes) : undefined
  return (
    <div class="failure" role="alert">
      <p class="empty-title">
        <Icon name="warning" /> {problem ? titleOf(problem) : 'Something went wrong'}
      </p>
      {problem && problem.issues.length > 0 ? (
        <IssueList issues={problem.issues} />
      ) : (
        <p>
          {problem?.message ??
            'This page failed. Reload it, and report the problem if it persists.'}
        </p>
      )}
      {advice !== undefined && <p>{advice}</p>}
      {problem && <RequestReference problem={problem} />}
      {retry && !isFinal(problem) && <Button onClick={() => void retry()}>Try again</Button>}
    </div>
  )
}

/**
 * Explains a limit of the plan: which plan is required, how much is used, and how to upgrade. If no plan allows more, the message says what
 * else can be done.
 */
export function UpgradeNotice({
  problem: { message, required_plan, upgrade_url, current_usage },
}: {
  problem: Problem
}) {
  const plan = useOptionalCurrentUser()?.organization?.plan
  // For a quota that no plan increases, the registry names the organization's own plan.
  const canUpgrade = current_usage === undefined || required_plan !== plan
  return (
    <div class="empty upgrade" role="status">
      <p class="empty-title">
        {current_usage === undefined ? 'Not included in your plan' : 'Plan limit reached'}
      </p>
      <p>{message}</p>
      {canUpgrade && required_plan !== undefined && (
        <p>
          Requires the <Badge tone="info">{required_plan}</Badge> plan or higher.
        </p>
      )}
      {current_usage !== undefined && (
        <p class="muted">
          {current_usage.current} of {current_usage.max} used.
        </p>
      )}
      {canUpgrade && upgrade_url !== undefined && (
        <a class="button primary" href={upgrade_url} target="_blank" rel="noreferrer">
          How to upgrade
        </a>
      )}
    </div>
  )
}
