import { useLocation } from 'preact-iso'
import {
  usePolicyVersions,
  usePolicyVersion,
  type Policy,
  type PolicyContent,
} from '../../api/policies.ts'
import { QueryBoundary, Skeleton } from '../../parts/feedback/query-boundary.tsx'
import { Badge } from '../../parts/badge.tsx'
import { Id } from '../../parts/text/copyable.tsx'
import { Pager, usePaging } from '../../parts/tables/pager.tsx'
import { Panel } from '../../parts/layout/page.tsx'
import { Table } from '../../parts/tables/table.tsx'
import { Time } from '../../parts/text/time.tsx'
import { Author } from './active-policy.tsx'
import { changedQuery, useQueryParameters } from '../../urls.ts'
import { Button } from '../../parts/forms/button.tsx'
import { Diff } from '../../parts/text/diff.tsx'
import { Failure } from '../../parts/feedback/failure.tsx'
import { differences } from './changes.ts'

/** The registry keeps this many of the newest versions. */
const KEPT_VERSIONS = 100
/** Returns the oldest version that is kept. */
const oldestOf = (newest: number): number => Math.max(1, newest - KEPT_VERSIONS + 1)

interface PolicyHistoryProps {
  readonly policy: Policy
  readonly onRestore: ((content: PolicyContent) => void) | undefined
}

/** Lists the versions that are kept, and compares any two of them. */
export function PolicyHistory({ policy, onRestore }: PolicyHistoryProps) {
  const paging = usePaging()
  const versions = usePolicyVersions(policy.workspace_id, paging.cursor)
  const { query, urlWith } = useQueryParameters()
  const [left, right] = [Number(query['from']), Number(query['to'])]
  return (
    <Panel title="History" note="Versions are immutable and signed.">
      {left >= 1 && right >= 1 && (
        <PolicyCompare
          workspace_id={policy.workspace_id}
          newest={policy.version}
          left={left}
          right={right}
          onRestore={onRestore}
        />
      )}
      <QueryBoundary query={versions} fallback={<Skeleton lines={3} />}>
        {({ items, total, next_cursor }) => (
          <>
            <Table
              label="Policy versions"
              rows={items}
              keyOf={({ version }) => String(version)}
              columns={[
                { name: 'Version', lead: true, cell: ({ version }) => `Version ${version}` },
                {
                  name: 'State',
                  cell: ({ status }) => (
                    <Badge tone={status === 'active' ? 'good' : 'idle'}>{status}</Badge>
                  ),
                },
                {
                  name: 'Saved',
                  cell: ({ written_at }) => <Time at={written_at} format="exact" />,
                },
                { name: 'Author', cell: ({ author }) => <Author author={author} /> },
                { name: 'Hash', cell: ({ hash }) => <Id value={hash} label="hash" /> },
                {
                  name: 'Compare',
                  cell: ({ version }) => (
                    <CompareLink
                      version={version}
                      newest={policy.version}
                      hrefOf={(from, to) => urlWith({ from: String(from), to: String(to) })}
                    />
                  ),
                },
              ]}
            />
            {total > items.length && (
              <Pager paging={paging} next_cursor={next_cursor} shown={items.length} total={total} />
            )}
          </>
        )}
      </QueryBoundary>
    </Panel>
  )
}

function CompareLink({
  version,
  newest,
  hrefOf,
}: {
  version: number
  newest: number
  hrefOf: (from: number, to: number) => string
}) {
  if (newest === 1) return <span class="muted">nothing to compare</span>
  return version <= oldestOf(newest) ? (
    <a href={hrefOf(version, newest)}>with version {newest}</a>
  ) : (
    <a href={hrefOf(version - 1, version)}>with the previous version</a>
  )
}

interface PolicyCompareProps {
  readonly workspace_id: string
  readonly newest: number
  readonly left: number
  readonly right: number
  readonly onRestore: ((content: PolicyContent) => void) | undefined
}

/** Compares two versions, which are part of the URL. */
function PolicyCompare({ workspace_id, newest, left, right, onRestore }: PolicyCompareProps) {
  const { url, path, route } = useLocation()
  const [before, after] = [
    usePolicyVersion(workspace_id, left),
    usePolicyVersion(workspace_id, right),
  ]
  const navigate = (change: Readonly<Record<string, string | undefined>>) =>
    route(path + changedQuery(url, change))
  const failed = before.error ?? after.error
  return (
    <div class="compare">
      <div class="row">
        <VersionSelect
          label="From version"
          newest={newest}
          value={left}
          onSelect={(from) => navigate({ from })}
        />
        <VersionSelect
          label="To version"
          newest={newest}
          value={right}
          onSelect={(to) => navigate({ to })}
        />
        {onRestore && before.data && left !== newest && (
          <Button onClick={() => onRestore(before.data.content)}>Edit from version {left}</Button>
        )}
        <Button variant="quiet" onClick={() => navigate({ from: undefined, to: undefined })}>
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
  onSelect,
}: {
  label: string
  newest: number
  value: number
  onSelect: (version: string) => void
}) => (
  <label class="inline">
    {label}
    <select value={String(value)} onChange={({ currentTarget }) => onSelect(currentTarget.value)}>
      {Array.from({ length: newest - oldestOf(newest) + 1 }, (_, index) => (
        <option key={index} value={String(newest - index)}>
          {newest - index}
        </option>
      ))}
    </select>
  </label>
)
