import { serverNow } from '../../../api/clock.ts'
import type { ApiKey } from '../../../api/organizations.ts'
import { Badge } from '../../../parts/badge.tsx'
import { Button } from '../../../parts/forms/button.tsx'
import type { Column } from '../../../parts/tables/table.tsx'
import { Time } from '../../../parts/text/time.tsx'
import { visibleName } from '../../../parts/text/visible.ts'

interface KeyActions {
  /** Whether keys can be replaced and revoked. */
  readonly canEdit: boolean
  workspaceNameOf(workspace_id: string): string
  keyNameOf(key_id: string): string
  onDetails(key: ApiKey): void
  onReplace(key: ApiKey): void
  onRevoke(key: ApiKey): void
}

const Scopes = ({ scopes }: { scopes: ApiKey['scopes'] }) => {
  if (scopes === undefined) return <>all</>
  if (scopes.length === 0) return <>none</>
  if (scopes.length === 1) return <code>{scopes[0]}</code>
  return (
    <details class="more scope-list">
      <summary>{scopes.length} scopes</summary>
      <ul>
        {scopes.map((scope) => (
          <li key={scope}>
            <code>{scope}</code>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** Shows who created a key: a person, another key, or the operator on the command line. */
function Creator({
  apiKey: { created_by, created_by_key },
  nameOf,
}: {
  apiKey: ApiKey
  nameOf: (key_id: string) => string
}) {
  if (created_by_key !== undefined) return <>the key {visibleName(nameOf(created_by_key))}</>
  return <>{created_by ?? 'the operator'}</>
}

function State({ apiKey: { revoked_at, expires_at } }: { apiKey: ApiKey }) {
  if (revoked_at !== undefined) return <Badge>revoked</Badge>
  if (expires_at !== undefined && Date.parse(expires_at) <= serverNow())
    return <Badge>expired</Badge>
  return <Badge tone="good">active</Badge>
}

const LastUse = ({ apiKey: { last_used_at, last_used_from, unusual_use } }: { apiKey: ApiKey }) => (
  <div>
    <Time at={last_used_at} />
    {last_used_from !== undefined && <div class="muted small">from {last_used_from}</div>}
    {unusual_use && <Badge tone="warn">unusual use</Badge>}
  </div>
)

const Actions = ({
  apiKey,
  canEdit,
  onDetails,
  onReplace,
  onRevoke,
}: { apiKey: ApiKey } & Omit<KeyActions, 'workspaceNameOf' | 'keyNameOf'>) => {
  const { name, revoked_at } = apiKey
  const canChange = canEdit && revoked_at === undefined
  const action = (label: string, onClick: (key: ApiKey) => void, of = '') => (
    <Button
      variant="quiet"
      aria-label={`${label} ${of}${visibleName(name)}`}
      onClick={() => onClick(apiKey)}
    >
      {label}
    </Button>
  )
  return (
    <span class="row-actions">
      {action('Details', onDetails, 'of ')}
      {canChange && action('Replace', onReplace)}
      {canChange && action('Revoke', onRevoke)}
    </span>
  )
}

/** Returns the columns of the list of keys, with the actions in the last one. */
export const keyColumns = ({
  canEdit,
  workspaceNameOf,
  keyNameOf,
  onDetails,
  onReplace,
  onRevoke,
}: KeyActions): readonly Column<ApiKey>[] => [
  {
    name: 'Name',
    lead: true,
    cell: ({ name, preview }) => (
      <div>
        <span>{visibleName(name)}</span>
        <div class="preview">
          <code>{preview}…</code>
        </div>
      </div>
    ),
  },
  { name: 'Scopes', cell: ({ scopes }) => <Scopes scopes={scopes} /> },
  {
    name: 'Access',
    cell: ({ workspace_id }) =>
      workspace_id === undefined
        ? 'whole organization'
        : visibleName(workspaceNameOf(workspace_id)),
  },
  {
    name: 'Created',
    cell: (key) => (
      <div>
        <Time at={key.created_at} format="day" />
        <div class="muted small">
          by <Creator apiKey={key} nameOf={keyNameOf} />
        </div>
      </div>
    ),
  },
  {
    name: 'Expires',
    cell: ({ expires_at }) =>
      expires_at === undefined ? 'never' : <Time at={expires_at} format="day" />,
  },
  {
    name: 'Last used',
    cell: (key) => <LastUse apiKey={key} />,
  },
  { name: 'State', cell: (key) => <State apiKey={key} /> },
  {
    name: 'Actions',
    align: 'end',
    cell: (key) => <Actions apiKey={key} {...{ canEdit, onDetails, onReplace, onRevoke }} />,
  },
]
