import { useState } from 'preact/hooks'
import { useRevokeInstallToken, type TokenRecord } from '../../api/fleet-tokens.ts'
import { Badge, type Tone } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { Countdown } from '../../parts/countdown.tsx'
import { Id, shortened } from '../../parts/id.tsx'
import { Table } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { say } from '../../shell/toasts.tsx'
import { to } from '../../to.ts'
import { AgentName } from './agent-name.tsx'
import { Changed } from './changed.tsx'

const TONES: Readonly<Record<TokenRecord['state'], Tone>> = {
  outstanding: 'info',
  consumed: 'good',
  expired: 'idle',
  revoked: 'idle',
}
interface Props {
  readonly workspace_id: string
  readonly items: readonly TokenRecord[]
  readonly may: boolean
}

/** What is on record about each token, and taking back those that nobody used. */
export function TokenTable({ workspace_id, items, may }: Props) {
  const [doomed, setDoomed] = useState<TokenRecord>()
  const revoke = useRevokeInstallToken(workspace_id)
  const close = () => {
    setDoomed(undefined)
    revoke.reset()
  }
  const confirm = () =>
    revoke.mutate(doomed!.token_id, {
      onSuccess: () => {
        say('The token is revoked.')
        close()
      },
    })
  return (
    <>
      <Table
        label="Install tokens"
        rows={items}
        keyOf={({ token_id }) => token_id}
        columns={[
          { name: 'Agent', lead: true, cell: ({ agent_id }) => <AgentName svc_id={agent_id} /> },
          {
            name: 'State',
            cell: ({ state }) => (
              <Changed of={state}>
                <Badge tone={TONES[state]}>{state}</Badge>
              </Changed>
            ),
          },
          { name: 'What became of it', cell: (token) => <Fate of={token} /> },
          { name: 'Made', cell: ({ created_at }) => <Time at={created_at} /> },
          { name: 'Token id', cell: ({ token_id }) => <Id value={token_id} of="token id" /> },
          ...(may
            ? [
                {
                  name: 'Actions',
                  align: 'end' as const,
                  cell: (token: TokenRecord) =>
                    token.state === 'outstanding' && (
                      <span class="deeds">
                        <Button
                          look="quiet"
                          aria-label={`Revoke the token ${shortened(token.token_id)}`}
                          onClick={() => setDoomed(token)}
                        >
                          Revoke
                        </Button>
                      </span>
                    ),
                },
              ]
            : []),
        ]}
      />
      <Confirm
        title="Revoke the install token"
        deed="Revoke token"
        open={doomed !== undefined}
        onClose={close}
        onConfirm={confirm}
        pending={revoke.isPending}
        error={revoke.error}
      >
        <p>
          Nobody has used it. From then on it is answered like a token that never existed, so
          whoever found it learns nothing.
        </p>
      </Confirm>
    </>
  )
}

function Fate({
  of: { state, expires_at, consumed_at, revoked_at, installation_id },
}: {
  of: TokenRecord
}) {
  if (state === 'outstanding')
    return (
      <span>
        waits, <Countdown until={expires_at} over="no time" /> left
      </span>
    )
  if (state === 'consumed')
    return (
      <span>
        used <Time at={consumed_at} />
        {installation_id !== undefined && (
          <>
            , <a href={to('installation', { installation_id })}>see the installation</a>
          </>
        )}
      </span>
    )
  return (
    <span class="muted">
      {state === 'revoked' ? (
        <>
          taken back <Time at={revoked_at} />
        </>
      ) : (
        <>
          ran out <Time at={expires_at} />
        </>
      )}
    </span>
  )
}
