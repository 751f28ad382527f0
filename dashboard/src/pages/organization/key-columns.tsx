import type { ApiKey } from '../../api/keys.ts'
import { Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import type { Column } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'

interface Around { nameOf(workspace_id: string): string; onReplace(key: ApiKey): void; onRevoke(key: ApiKey): void }

const Reach = ({ scopes }: { scopes: ApiKey['scopes'] }) => {
  if (scopes === undefined) return <>everything</>
  if (scopes.length === 0) return <>nothing</>
  if (scopes.length === 1) return <code>{scopes[0]}</code>
  return (
    <details class="more scope-list">
      <summary>{scopes.length} scopes</summary>
      <ul>{scopes.map((scope) => <li key={scope}><code>{scope}</code></li>)}</ul>
    </details>
  )
}

/** The columns of the list of keys; what can be done to one stands in the last. */
export const keyColumns = ({ nameOf, onReplace, onRevoke }: Around): readonly Column<ApiKey>[] => [
  {
    name: 'Name',
    lead: true,
    cell: ({ name, preview }) => <div><span>{name}</span><div class="preview"><code>{preview}…</code></div></div>,
  },
  { name: 'May do', cell: ({ scopes }) => <Reach scopes={scopes} /> },
  { name: 'Reaches', cell: ({ workspace_id }) => (workspace_id === undefined ? 'the organization' : nameOf(workspace_id)) },
  { name: 'Created', cell: ({ created_at }) => <Time at={created_at} as="day" /> },
  { name: 'Last used', cell: ({ last_used_at }) => <Time at={last_used_at} /> },
  { name: 'State', cell: ({ revoked_at }) => (revoked_at === undefined ? <Badge tone="good">live</Badge> : <Badge>revoked</Badge>) },
  { name: 'Actions', align: 'end', cell: (key) => key.revoked_at === undefined && (
    <span class="deeds">
      <Button look="quiet" aria-label={`Replace ${key.name}`} onClick={() => onReplace(key)}>Replace</Button>
      <Button look="quiet" aria-label={`Revoke ${key.name}`} onClick={() => onRevoke(key)}>Revoke</Button>
    </span>
  ) },
]
