import { useLocation } from 'preact-iso'
import { usePolicyVersion, type PolicyContent } from '../../api/policies.ts'
import { Button } from '../../parts/forms/button.tsx'
import { Diff } from '../../parts/text/diff.tsx'
import { Failure } from '../../parts/feedback/failure.tsx'
import { Skeleton } from '../../parts/feedback/skeleton.tsx'
import { queryString } from '../../urls.ts'
import { differences } from './text.ts'

interface Props {
  readonly workspace_id: string
  readonly newest: number
  readonly left: number
  readonly right: number
  readonly onRestore: ((content: PolicyContent) => void) | undefined
}

/** Compares two versions, which are part of the address. */
export function PolicyCompare({ workspace_id, newest, left, right, onRestore }: Props) {
  const { path, query, route } = useLocation()
  const [before, after] = [
    usePolicyVersion(workspace_id, left),
    usePolicyVersion(workspace_id, right),
  ]
  const go = (change: Readonly<Record<string, string | undefined>>) =>
    route(path + queryString({ ...query, ...change }))
  const failed = before.error ?? after.error
  return (
    <div class="compare">
      <div class="row">
        <VersionSelect
          label="From version"
          newest={newest}
          value={left}
          onChoose={(from) => go({ from })}
        />
        <VersionSelect
          label="To version"
          newest={newest}
          value={right}
          onChoose={(to) => go({ to })}
        />
        {onRestore && before.data && left !== newest && (
          <Button onClick={() => onRestore(before.data.content)}>Edit from version {left}</Button>
        )}
        <Button variant="quiet" onClick={() => go({ from: undefined, to: undefined })}>
          Close
        </Button>
      </div>
      {failed ? (
        <Failure error={failed} />
      ) : before.data && after.data ? (
        <Diff
          label={`From version ${left} to ${right}`}
          {...differences(before.data.content, after.data.content)}
        />
      ) : (
        <Skeleton lines={8} />
      )}
    </div>
  )
}

const VersionSelect = ({
  label,
  newest,
  value,
  onChoose,
}: {
  label: string
  newest: number
  value: number
  onChoose: (version: string) => void
}) => (
  <label class="inline">
    {label}
    <select value={String(value)} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
      {Array.from({ length: newest }, (_, index) => (
        <option key={index} value={String(newest - index)}>
          {newest - index}
        </option>
      ))}
    </select>
  </label>
)
