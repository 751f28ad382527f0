import { useState } from 'preact/hooks'
import { useInstallTokens, type InstallToken } from '../../../api/install-tokens.ts'
import { EmptyState } from '../../../parts/feedback/query-boundary.tsx'
import { Button } from '../../../parts/forms/button.tsx'
import { PagedList } from '../../../parts/tables/paged-list.tsx'
import { usePaging } from '../../../parts/tables/pager.tsx'
import { usePermission } from '../../../shell/current-user.tsx'
import { NewTokenDialog } from './new-token.tsx'
import { useQueryParameters, useWorkspaceId } from '../../../urls.ts'
import { CreatedToken } from './created-token.tsx'
import { TokenTable } from './token-table.tsx'
import { WorkspacePage } from '../../../shell/workspace-page.tsx'
import '../installations.css'

/** Lists and creates install tokens. */
export default function Tokens() {
  const workspace_id = useWorkspaceId()
  const paging = usePaging()
  const tokens = useInstallTokens(workspace_id, paging.cursor)
  const {
    query: { new: creating, agent },
    navigate,
  } = useQueryParameters()
  const canEdit = usePermission('tokens:write')
  const [created, setCreated] = useState<InstallToken>()
  const close = () => navigate({ new: undefined, agent: undefined })
  const newToken = canEdit && (
    <Button variant="primary" onClick={() => navigate({ new: 'true' })}>
      New install token
    </Button>
  )
  return (
    <WorkspacePage tab="Install tokens" actions={newToken}>
      {created && (
        <CreatedToken
          created={created}
          record={tokens.data?.items.find(({ token_id }) => token_id === created.token_id)}
          onDone={() => setCreated(undefined)}
        />
      )}
      <PagedList
        query={tokens}
        paging={paging}
        noun="install tokens"
        lines={4}
        empty={<NoTokens action={newToken} />}
      >
        {(items) => <TokenTable workspace_id={workspace_id} items={items} canEdit={canEdit} />}
      </PagedList>
      {canEdit && creating !== undefined && (
        <NewTokenDialog
          workspace_id={workspace_id}
          agent={agent}
          onClose={close}
          onCreated={(token) => {
            setCreated(token)
            close()
          }}
        />
      )}
    </WorkspacePage>
  )
}

const NoTokens = ({ action }: { action: preact.ComponentChildren }) => (
  <EmptyState title="No install tokens" actions={action}>
    A token lets one agent join this workspace, and can be used once. The records of expired and
    revoked tokens are deleted after 30 days.
    {!action && ' A developer, admin or owner can create a token.'}
  </EmptyState>
)
