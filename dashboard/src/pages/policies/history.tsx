import { usePolicyVersions, type Policy, type PolicyContent } from '../../api/policies.ts'
import { QueryBoundary } from '../../parts/feedback/query-boundary.tsx'
import { Badge } from '../../parts/badges/badge.tsx'
import { Id } from '../../parts/text/id.tsx'
import { Pager, usePaging } from '../../parts/tables/pager.tsx'
import { Panel } from '../../parts/layout/panel.tsx'
import { Skeleton } from '../../parts/feedback/skeleton.tsx'
import { Table } from '../../parts/tables/table.tsx'
import { Time } from '../../parts/time/time.tsx'
import { Author } from './author.tsx'
import { useQueryParameters } from '../../workspace/route-parameters.ts'
import { PolicyCompare } from './compare.tsx'

interface Props {
  readonly policy: Policy
  readonly onRestore: ((content: PolicyContent) => void) | undefined
}

/** Lists all versions, and compares any two of them. */
export function PolicyHistory({ policy, onRestore }: Props) {
  const paging = usePaging()
  const versions = usePolicyVersions(policy.workspace_id, paging.cursor)
  const { query, address } = useQueryParameters()
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
              label="Versions of the policy"
              rows={items}
              keyOf={({ version }) => String(version)}
              columns={[
                { name: 'Version', lead: true, cell: ({ version }) => `Version ${version}` },
                {
                  name: 'State',
                  cell: ({ status }) => (
                    <Badge tone={status === 'active' ? 'good' : 'idle'}>
                      {status === 'active' ? 'in force' : status}
                    </Badge>
                  ),
                },
                {
                  name: 'Written',
                  cell: ({ written_at }) => <Time at={written_at} format="exact" />,
                },
                { name: 'By', cell: ({ author }) => <Author author={author} /> },
                { name: 'Hash', cell: ({ hash }) => <Id value={hash} label="hash" /> },
                {
                  name: 'Compare',
                  cell: ({ version }) => (
                    <CompareLink
                      version={version}
                      newest={policy.version}
                      hrefOf={(from, to) => address({ from: String(from), to: String(to) })}
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
  return version === 1 ? (
    <a href={hrefOf(1, newest)}>with version {newest}</a>
  ) : (
    <a href={hrefOf(version - 1, version)}>with the previous version</a>
  )
}
