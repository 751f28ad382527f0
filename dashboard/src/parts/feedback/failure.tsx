import { Problem } from '../../api/problem.ts'
import { Button } from '../forms/button.tsx'
import { Icon } from '../layout/icon.tsx'
import { Id } from '../text/id.tsx'
import { UpgradeNotice } from './upgrade-notice.tsx'

const TITLES_BY_STATUS: Readonly<Record<number, string>> = {
  0: 'The registry cannot be reached',
  403: 'Not for this role',
  404: 'Nothing here',
  429: 'Too many requests',
  503: 'The registry is not ready',
}

/** Refusals that are not about the reader's role, or have a name that people know. */
const TITLES_BY_CODE: Readonly<Record<string, string>> = {
  AGENT_OWNER_REQUIRED: 'Only for the agent’s owner',
  IMAGE_SCANNING_NOT_ENABLED: 'Image scanning is not set up',
  INSTALLATION_NOT_ALLOWED: 'The agent’s owner does not allow it',
  OWNERSHIP_NOT_PROVED: 'Nobody has proved to own this agent',
  SERVER_BUSY: 'The registry is busy',
}
const titleOf = ({ code, status }: Pick<Problem, 'code' | 'status'>): string =>
  TITLES_BY_CODE[code] ?? TITLES_BY_STATUS[status] ?? 'That did not work'

/** Asking once more would be answered alike. */
const isFinal = (problem: Problem | undefined): boolean =>
  problem?.status === 403 || problem?.status === 404

/**
 * Something could not be read: what, why, the request's id for whoever is asked, and another try. A plan that lacks it says what it takes.
 */
export function Failure({ error, retry }: { error: unknown; retry?: () => unknown }) {
  if (error instanceof Problem && error.status === 402) return <UpgradeNotice problem={error} />
  const problem = error instanceof Problem ? error : undefined
  return (
    <div class="failure" role="alert">
      <p class="empty-title">
        <Icon name="warning" /> {problem ? titleOf(problem) : 'That did not work'}
      </p>
      <p>
        {problem?.message ??
          'This page has a fault. Reloading may help; if it stays, please report it.'}
      </p>
      {problem?.request_id !== undefined && (
        <p class="muted small">
          {problem.code} · request <Id value={problem.request_id} label="request id" />
        </p>
      )}
      {retry && !isFinal(problem) && <Button onClick={() => void retry()}>Try again</Button>}
    </div>
  )
}
