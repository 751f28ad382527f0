import { useState } from 'preact/hooks'
import { useInstallTokens, type InstallToken } from '../../api/fleet-tokens.ts'
import { Asked } from '../../parts/asked.tsx'
import { Button } from '../../parts/button.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Pager, usePaging } from '../../parts/pager.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { mayManage, useOrganization } from '../../shell/organization.tsx'
import { NewToken } from './new-token.tsx'
import { useAddress, useWorkspaceId } from './place.ts'
import { ShownOnce } from './shown-once.tsx'
import { TokenTable } from './token-table.tsx'
import { WorkspaceFrame } from './workspace-frame.tsx'

/** Tokens that let agents in: making them, and what became of each. */
export default function Tokens() {
  const workspace_id = useWorkspaceId()
  const paging = usePaging()
  const tokens = useInstallTokens(workspace_id, paging.cursor)
  const {
    query: { new: asked, agent },
    go,
  } = useAddress()
  const may = mayManage(useOrganization())
  const [made, setMade] = useState<InstallToken>()
  const close = () => go({ new: undefined, agent: undefined })
  const make = may && (
    <Button look="primary" onClick={() => go({ new: 'true' })}>
      New install token
    </Button>
  )
  return (
    <WorkspaceFrame tab="Install tokens" actions={make || undefined}>
      {made && (
        <ShownOnce
          made={made}
          record={tokens.data?.items.find(({ token_id }) => token_id === made.token_id)}
          onDone={() => setMade(undefined)}
        />
      )}
      <Asked query={tokens} as={<Skeleton of="rows" lines={4} />}>
        {({ items, total, next_cursor }) =>
          items.length === 0 ? (
            <NoTokens make={make} />
          ) : (
            <>
              <TokenTable workspace_id={workspace_id} items={items} may={may} />
              <Pager paging={paging} next_cursor={next_cursor} shown={items.length} total={total} />
            </>
          )
        }
      </Asked>
      {may && asked !== undefined && (
        <NewToken
          workspace_id={workspace_id}
          agent={agent}
          onClose={close}
          onMade={(token) => {
            setMade(token)
            close()
          }}
        />
      )}
    </WorkspaceFrame>
  )
}

const NoTokens = ({ make }: { make: preact.ComponentChildren }) => (
  <Empty title="No install tokens" actions={make || undefined}>
    A token lets one agent into this workspace, once, and lives for minutes. What became of each is
    kept for 30 days.
  </Empty>
)
