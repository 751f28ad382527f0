import { useState } from 'preact/hooks'
import { useAgent, useAgentVersions, type Agent } from '../../api/agents.ts'
import { Badge } from '../../parts/badge.tsx'
import { AgentStatusBadge, DeprecatedBadge } from '../../entities/status-badges.tsx'
import { QueryBoundary, Skeleton } from '../../parts/feedback/query-boundary.tsx'
import { Button } from '../../parts/forms/button.tsx'
import { Panel } from '../../parts/layout/page.tsx'
import { Table, type Column } from '../../parts/tables/table.tsx'
import { Diff } from '../../parts/text/diff.tsx'
import { Time } from '../../parts/text/time.tsx'
import { pageUrl } from '../../urls.ts'
import { versionText } from './version-text.ts'

type Version = NonNullable<ReturnType<typeof useAgentVersions>['data']>['items'][number]

const columns = (
  current: string,
  onCompare: (svc_id: string) => void,
): readonly Column<Version>[] => [
  {
    name: 'Version',
    lead: true,
    cell: ({ svc_id, version }) =>
      svc_id === current ? (
        <span class="row">
          <strong>{version}</strong> <Badge tone="info">this version</Badge>
        </span>
      ) : (
        <a href={pageUrl('agent', { svc_id })}>{version}</a>
      ),
  },
  {
    name: 'Status',
    cell: ({ verification_status, deprecated }) => (
      <span class="row">
        <AgentStatusBadge status={verification_status} />
        {deprecated && <DeprecatedBadge />}
      </span>
    ),
  },
  { name: 'Registered', cell: ({ registered_at }) => <Time at={registered_at} format="day" /> },
  {
    name: 'Changes',
    align: 'end',
    cell: ({ svc_id, version }) =>
      svc_id !== current && (
        <Button
          variant="quiet"
          aria-label={`Compare with version ${version}`}
          onClick={() => onCompare(svc_id)}
        >
          Compare
        </Button>
      ),
  },
]

/**
 * Lists the versions of an agent and what changed between them. Only its owner can add one (docs/specification/agents.md#agent-versions).
 */
export function Versions({ agent }: { agent: Agent }) {
  const versions = useAgentVersions(agent.svc_id)
  const [selected, setSelected] = useState<string>()
  return (
    <Panel title="Versions" note="registered by the same owner under the same name">
      <QueryBoundary query={versions} fallback={<Skeleton lines={2} />}>
        {({ items }) =>
          items.every(({ svc_id }) => svc_id === agent.svc_id) ? (
            <p class="muted">{noOthersText(agent)}</p>
          ) : (
            <>
              <VersionChanges
                agent={agent}
                items={items}
                selected={selected ?? previousOf(agent, items)}
              />
              <Table
                label="Versions"
                rows={items}
                columns={columns(agent.svc_id, setSelected)}
                keyOf={({ svc_id }) => svc_id}
              />
            </>
          )
        }
      </QueryBoundary>
    </Panel>
  )
}

/** Explains why no other version of an agent is listed. */
function noOthersText({ ownership, checks }: Agent): string {
  if (ownership !== 'proved')
    return 'Its ownership is not proved, so no other agent counts as a version of it.'
  return checks.some(({ name, passed }) => name === 'id_recomputes' && !passed)
    ? 'Its identifier is not derived from its content, so no other agent counts as a version of it.'
    : 'No other version is visible to you.'
}

/** Returns the position of a version in the list, newest first. The list has the newest versions that the user may see, so one that it lacks is older. */
function positionIn(items: readonly Version[], svc_id: string): number {
  const index = items.findIndex((item) => item.svc_id === svc_id)
  return index === -1 ? items.length : index
}

/** Returns the identifier of the version before this one or, for the first version, of the one after it. */
function previousOf({ svc_id }: Agent, items: readonly Version[]): string | undefined {
  const position = positionIn(items, svc_id)
  return (items[position + 1] ?? items[position - 1])?.svc_id
}

function VersionChanges({
  agent,
  items,
  selected,
}: {
  agent: Agent
  items: readonly Version[]
  selected: string | undefined
}) {
  const other = useAgent(selected ?? agent.svc_id)
  return (
    <QueryBoundary query={other} fallback={<Skeleton lines={4} />}>
      {(found) => {
        const isOlder = positionIn(items, found.svc_id) > positionIn(items, agent.svc_id)
        const [before, after] = isOlder ? [found, agent] : [agent, found]
        const compared = versionText(before, after)
        const label = `From version ${before.version} to ${after.version}`
        return compared.before === compared.after ? (
          <p class="muted">
            {label}: key, capabilities, permissions, skills, LLM provider, URL and description are
            the same. The rest of the card is not compared.
          </p>
        ) : (
          <div class="stack">
            <h3>{label}</h3>
            <Diff label={label} {...compared} />
          </div>
        )
      }}
    </QueryBoundary>
  )
}
