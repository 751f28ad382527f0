import { UNKNOWN_CODE, type Problem } from '../../api/problem.ts'
import { Id } from '../text/copyable.tsx'

/** Returns whether the registry or a proxy refused a request without carrying it out; the same request may succeed later. */
const isThrottled = ({ status, code }: Problem): boolean => status === 429 || code === 'SERVER_BUSY'

/** Returns whether it is unknown what happened to a request: its response was lost, or says only that something failed. */
const isUnclear = ({ status }: Problem): boolean => status === 0 || status >= 500

/** Returns what to do about a failed request if a retry may help. `changes` says whether the request was meant to change something. */
export function adviceFor(problem: Problem, changes: boolean): string | undefined {
  const { retry_after } = problem
  const when =
    retry_after === undefined || retry_after <= 0
      ? ''
      : ` in ${retry_after} ${retry_after === 1 ? 'second' : 'seconds'}`
  if (isThrottled(problem)) return `${changes ? 'Nothing was saved. ' : ''}Try again${when}.`
  if (!isUnclear(problem)) return undefined
  return changes
    ? `It is not known whether the request was carried out. Check that before you try again${when}.`
    : `Try again${when}.`
}

/** Names a failed request, so that the operator can find it in the log. */
export const RequestReference = ({ problem: { code, status, request_id } }: { problem: Problem }) =>
  request_id === undefined ? null : (
    <p class="muted small">
      {code === UNKNOWN_CODE ? `status ${status}` : code} · request{' '}
      <Id value={request_id} label="request id" />
    </p>
  )
