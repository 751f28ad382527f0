import { useState } from 'preact/hooks'
import { useRevokeInstallToken, type TokenRecord } from '../../../api/install-tokens.ts'
import { Badge, type Tone } from '../../../parts/badge.tsx'
import { Button } from '../../../parts/forms/button.tsx'
import { ConfirmDialog } from '../../../parts/feedback/dialog.tsx'
import { Countdown, Time } from '../../../parts/text/time.tsx'
import { Id, shorten } from '../../../parts/text/copyable.tsx'
import { Table, type Column } from '../../../parts/tables/table.tsx'
import { toast } from '../../../parts/feedback/toasts.tsx'
import { pageUrl } from '../../../urls.ts'
import { AgentName } from '../state.tsx'
import { HighlightChange } from '../../../parts/feedback/highlight-change.tsx'

const TONES: Readonly<Record<TokenRecord['state'], Tone>> = {
  outstanding: 'info',
  consumed: 'good',
  expired: 'idle',
  revoked: 'idle',
}
interface Props {
  readonly workspace_id: string
  readonly items: readonly TokenRecord[]
  readonly canEdit: boolean
}

const columns = (
  onRevoke: ((token: TokenRecord) => void) | undefined,
): readonly Column<TokenRecord>[] => [
  { name: 'Agent', lead: true, cell: ({ agent_id }) => <AgentName svc_id={agent_id} /> },
  {
    name: 'State',
    cell: ({ state }) => (
      <HighlightChange value={state}>
        <Badge tone={TONES[state]}>{state}</Badge>
      </HighlightChange>
    ),
  },
  { name: 'Outcome', cell: (token) => <TokenOutcome token={token} /> },
  { name: 'Created', cell: ({ created_at }) => <Time at={created_at} /> },
  { name: 'Token ID', cell: ({ token_id }) => <Id value={token_id} label="token id" /> },
  ...(onRevoke ? [actionsColumn(onRevoke)] : []),
]

const actionsColumn = (onRevoke: (token: TokenRecord) => void): Column<TokenRecord> => ({
  name: 'Actions',
  align: 'end',
  cell: (token) =>
    token.state === 'outstanding' && (
      <span class="row-actions">
        <Button
          variant="quiet"
          aria-label={`Revoke the token ${shorten(token.token_id)}`}
          onClick={() => onRevoke(token)}
        >
          Revoke
        </Button>
      </span>
    ),
})

/** Lists install tokens with their state, and revokes unused ones. */
export function TokenTable({ workspace_id, items, canEdit }: Props) {
  const [revoking, setRevoking] = useState<TokenRecord>()
  const revoke = useRevokeInstallToken(workspace_id)
  const close = () => {
    setRevoking(undefined)
    revoke.reset()
  }
  const confirm = () =>
    revoke.mutate(revoking!.token_id, {
      onSuccess: () => {
        toast('Token revoked.')
        close()
      },
    })
  return (
    <>
      <Table
        label="Install tokens"
        rows={items}
        keyOf={({ token_id }) => token_id}
        columns={columns(canEdit ? setRevoking : undefined)}
      />
      <ConfirmDialog
        title="Revoke install token"
        action="Revoke token"
        open={revoking !== undefined}
        onClose={close}
        onConfirm={confirm}
        pending={revoke.isPending}
        error={revoke.error}
      >
        <p>
          The token has not been used. After revocation, the registry treats it like an unknown
          token.
        </p>
      </ConfirmDialog>
    </>
  )
}

/** Shows when a token expires or has expired, was used or was revoked. */
export function TokenOutcome({
  token: { state, expires_at, consumed_at, revoked_at, installation_id },
}: {
  token: TokenRecord
}) {
  if (state === 'outstanding')
    return (
      <span>
        expires in <Countdown until={expires_at} expiredText="0:00" />
      </span>
    )
  if (state === 'consumed')
    return (
      <span>
        used <Time at={consumed_at} />
        {installation_id !== undefined && (
          <>
            , <a href={pageUrl('installation', { installation_id })}>view installation</a>
          </>
        )}
      </span>
    )
  return (
    <span class="muted">
      {state === 'revoked' ? (
        <>
          revoked <Time at={revoked_at} />
        </>
      ) : (
        <>
          expired <Time at={expires_at} />
        </>
      )}
    </span>
  )
}
