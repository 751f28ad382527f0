import { useState } from 'preact/hooks'
import { useApiKeys, useRevokeApiKey, type ApiKey } from '../../../api/organizations.ts'
import { useWorkspaces, type Workspace } from '../../../api/workspaces.ts'
import { EmptyState } from '../../../parts/feedback/query-boundary.tsx'
import { Button } from '../../../parts/forms/button.tsx'
import { PagedList } from '../../../parts/tables/paged-list.tsx'
import { usePaging } from '../../../parts/tables/pager.tsx'
import { Table } from '../../../parts/tables/table.tsx'
import { useOrganization, usePermission } from '../../../shell/current-user.tsx'
import { CreateKeyDialog } from './create-key.tsx'
import { ExpiryNotice } from './expiry-notice.tsx'
import { KeyDetailsDialog } from './key-details.tsx'
import { keyColumns } from './key-columns.tsx'
import { OrganizationPage, OrganizationReaders } from '../organization-page.tsx'
import { ConfirmDialog } from '../../../parts/feedback/dialog.tsx'
import { Time } from '../../../parts/text/time.tsx'
import { toast } from '../../../parts/feedback/toasts.tsx'
import { visibleName } from '../../../parts/text/visible.ts'

type OpenDialog =
  | { readonly kind: 'create'; readonly replaced?: ApiKey }
  | { readonly kind: 'details' | 'revoke'; readonly key: ApiKey }

export default function Keys() {
  return (
    <OrganizationReaders title="API keys">
      <KeyList />
    </OrganizationReaders>
  )
}

function KeyList() {
  const { organization_id } = useOrganization()
  const paging = usePaging()
  const keys = useApiKeys(organization_id, paging.cursor)
  const workspaces = useWorkspaces(organization_id)
  const [dialog, setDialog] = useState<OpenDialog>()
  const workspaceNameOf = (workspace_id: string) =>
    workspaces.data?.items.find((workspace) => workspace.workspace_id === workspace_id)?.name ??
    workspace_id
  const canEdit = usePermission('keys:write')
  const columns = keyColumns({
    canEdit,
    workspaceNameOf,
    keyNameOf: (key_id) => keys.data?.items.find((key) => key.key_id === key_id)?.name ?? key_id,
    onDetails: (key) => setDialog({ kind: 'details', key }),
    onReplace: (replaced) => setDialog({ kind: 'create', replaced }),
    onRevoke: (key) => setDialog({ kind: 'revoke', key }),
  })
  const create = canEdit && <CreateButton onClick={() => setDialog({ kind: 'create' })} />
  return (
    <OrganizationPage
      title="API keys"
      lead="credentials for programs. A key is shown only once, when it is created."
      actions={create}
    >
      {canEdit && <RotationHint />}
      <ExpiryNotice organization_id={organization_id} />
      <PagedList
        query={keys}
        paging={paging}
        noun="API keys"
        lines={4}
        empty={
          <EmptyState title="No API keys yet" actions={create}>
            Programs use keys to register agents and to route tasks.{' '}
            {canEdit
              ? 'Create one key per program, so that you can revoke each of them separately.'
              : 'An admin or owner can create a key.'}
          </EmptyState>
        }
      >
        {(items) => (
          <Table label="API keys" rows={items} columns={columns} keyOf={({ key_id }) => key_id} />
        )}
      </PagedList>
      {dialog && (
        <KeyDialog
          dialog={dialog}
          workspaces={workspaces.data?.items ?? []}
          onClose={() => setDialog(undefined)}
        />
      )}
    </OrganizationPage>
  )
}

const CreateButton = ({ onClick }: { onClick: () => void }) => (
  <Button variant="primary" onClick={onClick}>
    Create API key
  </Button>
)

const RotationHint = () => (
  <p class="muted rotation">
    To rotate a key without downtime, replace it: both keys work until you revoke the old one, and
    “last used” shows when it is no longer needed.
  </p>
)

interface DialogProps {
  readonly dialog: OpenDialog
  readonly workspaces: readonly Workspace[]
  readonly onClose: () => void
}

function KeyDialog({ dialog, workspaces, onClose }: DialogProps) {
  switch (dialog.kind) {
    case 'create':
      return (
        <CreateKeyDialog replaced={dialog.replaced} workspaces={workspaces} onClose={onClose} />
      )
    case 'details':
      return <KeyDetailsDialog apiKey={dialog.key} onClose={onClose} />
    case 'revoke':
      return <RevokeKeyDialog apiKey={dialog.key} onClose={onClose} />
  }
}

/** Revokes a key after a confirmation. */
function RevokeKeyDialog({
  apiKey: { key_id, name, preview, last_used_at },
  onClose,
}: {
  apiKey: ApiKey
  onClose: () => void
}) {
  const revoke = useRevokeApiKey(useOrganization().organization_id)
  const onRevoked = () => {
    toast(`Key ${visibleName(name)} revoked.`)
    onClose()
  }
  return (
    <ConfirmDialog
      title="Revoke API key"
      action="Revoke key"
      open
      onClose={onClose}
      pending={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate(key_id, { onSuccess: onRevoked })}
    >
      <p>
        Requests with <strong>{visibleName(name)}</strong> (<code>{preview}…</code>) are rejected
        immediately, and so are requests with keys that were created with it. This cannot be undone.
      </p>
      <p class="muted">
        Last used: <Time at={last_used_at} />
      </p>
    </ConfirmDialog>
  )
}
