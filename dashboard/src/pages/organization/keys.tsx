import { useState } from 'preact/hooks'
import { useApiKeys, type ApiKey } from '../../api/keys.ts'
import { useWorkspaces } from '../../api/workspaces.ts'
import { Asked } from '../../parts/asked.tsx'
import { Button } from '../../parts/button.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Pager, usePaging } from '../../parts/pager.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { Table } from '../../parts/table.tsx'
import { useOrganization } from '../../shell/organization.tsx'
import { CreateKey } from './create-key.tsx'
import { keyColumns } from './key-columns.tsx'
import { RevokeKey } from './revoke-key.tsx'
import { Section } from './section.tsx'

type Doing =
  | { readonly kind: 'create'; readonly after?: ApiKey }
  | { readonly kind: 'revoke'; readonly key: ApiKey }
  | undefined

export default function Keys() {
  const { organization_id } = useOrganization()
  const paging = usePaging()
  const keys = useApiKeys(organization_id, paging.cursor)
  const workspaces = useWorkspaces(organization_id)
  const [doing, setDoing] = useState<Doing>()
  const nameOf = (workspace_id: string) =>
    workspaces.data?.items.find((one) => one.workspace_id === workspace_id)?.name ?? workspace_id
  const columns = keyColumns({
    nameOf,
    keyNameOf: (key_id) => keys.data?.items.find((one) => one.key_id === key_id)?.name ?? key_id,
    onReplace: (after) => setDoing({ kind: 'create', after }),
    onRevoke: (key) => setDoing({ kind: 'revoke', key }),
  })
  const create = (
    <Button look="primary" onClick={() => setDoing({ kind: 'create' })}>
      Create API key
    </Button>
  )
  return (
    <Section
      title="API keys"
      lead="for programs. A key is shown once, when it is made."
      actions={create}
    >
      <p class="muted rotation">
        To rotate a key without a pause, replace it: both work until the old one is revoked, and
        “last used” tells when nobody needs it any more.
      </p>
      <Asked query={keys} as={<Skeleton of="rows" lines={4} />}>
        {({ items, total, next_cursor }) =>
          items.length === 0 ? (
            <Empty title="No API keys yet" actions={create}>
              Agents are registered and tasks are routed with a key. Make one for each program, so
              that each can be revoked by itself.
            </Empty>
          ) : (
            <div class="stack">
              <Table
                label="API keys"
                rows={items}
                columns={columns}
                keyOf={({ key_id }) => key_id}
              />
              <Pager paging={paging} next_cursor={next_cursor} shown={items.length} total={total} />
            </div>
          )
        }
      </Asked>
      {doing?.kind === 'create' && (
        <CreateKey
          after={doing.after}
          workspaces={workspaces.data?.items ?? []}
          onClose={() => setDoing(undefined)}
        />
      )}
      {doing?.kind === 'revoke' && (
        <RevokeKey apiKey={doing.key} onClose={() => setDoing(undefined)} />
      )}
    </Section>
  )
}
