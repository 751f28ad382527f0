import type { TaskSummary } from '../../api/tasks.ts'
import { formatNumber } from '../../parts/text/numbers.ts'

const WIDTH = 100

/** Lists error codes by their number of tasks, most frequent first. */
export function FailureCodes({ failures }: { failures: TaskSummary['failures'] }) {
  const max = Math.max(1, ...failures.map(({ tasks }) => tasks))
  return (
    <ul class="failures">
      {failures.map(({ code, tasks }) => (
        <li key={code}>
          <code>{code}</code>
          <span class="amount">{formatNumber(tasks)}</span>
          <svg viewBox={`0 0 ${WIDTH} 4`} preserveAspectRatio="none" height="4" aria-hidden="true">
            <rect class="rail" width={WIDTH} height="4" />
            <rect width={(tasks / max) * WIDTH} height="4" />
          </svg>
        </li>
      ))}
    </ul>
  )
}
