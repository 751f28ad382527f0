import { apiAddress, issuerSetting, shellQuote } from '../../../registry-address.ts'
import type { InstallToken, TokenRecord } from '../../../api/install-tokens.ts'
import { Badge } from '../../../parts/badges/badge.tsx'
import { Button, ButtonLink } from '../../../parts/forms/button.tsx'
import { CodeBlock } from '../../../parts/text/code-block.tsx'
import { Countdown } from '../../../parts/time/countdown.tsx'
import { IssuerNote } from '../../../parts/text/issuer-note.tsx'
import { Panel } from '../../../parts/layout/panel.tsx'
import { useCurrentUser } from '../../../shell/current-user.tsx'
import { pageUrl } from '../../../urls.ts'
import { AgentName } from '../agent-name.tsx'

const agentCommands = (token: string, issuer: string | undefined) =>
  [
    `svc-agent install --token ${token} \\`,
    `  --platform ${apiAddress()}${issuer === undefined ? '' : ` \\\n  --issuer ${shellQuote(issuer)}`}`,
    'svc-agent run',
  ].join('\n')
const containerEnvironment = (token: string, issuer: string | undefined) =>
  [
    `SVC_PLATFORM_URL=${apiAddress()}`,
    ...(issuer === undefined ? [] : [`SVC_ISSUER=${issuer}`]),
    `SVC_INSTALL_TOKEN=${token}`,
  ].join('\n')
const curlCommand = (token: string) =>
  `curl -sS ${apiAddress()}/installations/bootstrap -H 'Content-Type: application/json' \\\n  -d '{"install_token": "${token}"}'`

interface Props {
  readonly created: InstallToken
  readonly record: TokenRecord | undefined
  readonly onDone: () => void
}

/** A token that was just made, with what to paste; it says by itself when an agent has used it. */
export function CreatedToken({ created: { token, expires_at, agent_id }, record, onDone }: Props) {
  const state = record?.state ?? 'outstanding'
  const issuer = issuerSetting(useCurrentUser().session.issuer)
  return (
    <Panel
      title="Your install token"
      actions={<Button onClick={onDone}>Done</Button>}
      note={
        state === 'outstanding' ? (
          <>
            works once, for another <Countdown until={expires_at} afterwards="moment" />
          </>
        ) : undefined
      }
    >
      <AgentName svc_id={agent_id} />
      {state === 'consumed' && (
        <div class="notice" role="status">
          <p>
            <Badge tone="good">installed</Badge> The agent has used the token.
          </p>
          {record?.installation_id !== undefined && (
            <p class="actions">
              <ButtonLink
                href={pageUrl('installation', { installation_id: record.installation_id })}
              >
                See the installation
              </ButtonLink>
            </p>
          )}
        </div>
      )}
      {(state === 'expired' || state === 'revoked') && (
        <p class="notice bad">The token is {state} and lets nobody in.</p>
      )}
      <p class="notice warn">
        <span>
          <strong>This is the only time it is shown.</strong> The registry keeps a hash of it. Copy
          what you need before you leave this page.
        </span>
      </p>
      <CodeBlock text={token} label="install token" />
      <div class="columns">
        <div class="stack">
          <h3>With svc-agent, in the agent's folder</h3>
          <CodeBlock text={agentCommands(token, issuer)} label="commands for svc-agent" />
        </div>
        <div class="stack">
          <h3>In a container, in its environment</h3>
          <CodeBlock text={containerEnvironment(token, issuer)} label="environment" />
        </div>
      </div>
      <IssuerNote issuer={issuer} />
      <div class="stack">
        <h3>With curl</h3>
        <CodeBlock text={curlCommand(token)} label="command for curl" />
        <p class="hint">
          Write the answer to a file that only the agent can read before anything else: the refresh
          token in it is not given a second time.
        </p>
      </div>
    </Panel>
  )
}
