import type { InstallToken, TokenRecord } from '../../../api/install-tokens.ts'
import { Badge } from '../../../parts/badge.tsx'
import { Button, ButtonLink } from '../../../parts/forms/button.tsx'
import { CodeBlock } from '../../../parts/text/copyable.tsx'
import { InstallCommands, issuerSetting } from '../../../entities/install-commands.tsx'
import { Countdown } from '../../../parts/text/time.tsx'
import { Panel } from '../../../parts/layout/page.tsx'
import { useCurrentUser } from '../../../shell/current-user.tsx'
import { pageUrl } from '../../../urls.ts'
import { AgentName } from '../state.tsx'

interface CreatedTokenProps {
  readonly created: InstallToken
  readonly record: TokenRecord | undefined
  readonly onDone: () => void
}

/** Shows a new token with commands that use it, and reports when the agent has used it. */
export function CreatedToken({
  created: { token, expires_at, agent_id },
  record,
  onDone,
}: CreatedTokenProps) {
  const state = record?.state ?? 'outstanding'
  const issuer = issuerSetting(useCurrentUser().session.issuer)
  return (
    <Panel
      title="Your install token"
      actions={<Button onClick={onDone}>Done</Button>}
      note={
        state === 'outstanding' ? (
          <>
            single use, expires in <Countdown until={expires_at} expiredText="0:00" />
          </>
        ) : undefined
      }
    >
      <AgentName svc_id={agent_id} />
      <TokenNotice state={state} installation_id={record?.installation_id} />
      <p class="notice warn">
        <span>
          <strong>The token is shown only once.</strong> The registry stores only its hash. Copy it
          before you leave this page.
        </span>
      </p>
      <CodeBlock text={token} label="install token" />
      <InstallCommands token={token} issuer={issuer} />
    </Panel>
  )
}

function TokenNotice({
  state,
  installation_id,
}: {
  state: TokenRecord['state']
  installation_id: string | undefined
}) {
  if (state === 'outstanding') return null
  if (state !== 'consumed')
    return (
      <p class="notice bad">
        The token {state === 'revoked' ? 'was revoked' : 'has expired'} and can no longer be used.
      </p>
    )
  return (
    <div class="notice" role="status">
      <p>
        <Badge tone="good">installed</Badge> The agent has used the token.
      </p>
      {installation_id !== undefined && (
        <p class="actions">
          <ButtonLink href={pageUrl('installation', { installation_id })}>
            View installation
          </ButtonLink>
        </p>
      )}
    </div>
  )
}
