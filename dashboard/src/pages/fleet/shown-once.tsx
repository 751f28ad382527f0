import { apiAddress, issuerToSet, shellWord } from '../../address.ts'
import type { InstallToken, TokenRecord } from '../../api/fleet-tokens.ts'
import { Badge } from '../../parts/badge.tsx'
import { Button, ButtonLink } from '../../parts/button.tsx'
import { Code } from '../../parts/code.tsx'
import { Countdown } from '../../parts/countdown.tsx'
import { IssuerNote } from '../../parts/issuer-note.tsx'
import { Panel } from '../../parts/panel.tsx'
import { useStanding } from '../../shell/organization.tsx'
import { to } from '../../to.ts'
import { AgentName } from './agent-name.tsx'

const withAgent = (token: string, issuer: string | undefined) =>
  [
    `svc-agent install --token ${token} \\`,
    `  --platform ${apiAddress()}${issuer === undefined ? '' : ` \\\n  --issuer ${shellWord(issuer)}`}`,
    'svc-agent run',
  ].join('\n')
const inContainer = (token: string, issuer: string | undefined) =>
  [
    `SVC_PLATFORM_URL=${apiAddress()}`,
    ...(issuer === undefined ? [] : [`SVC_ISSUER=${issuer}`]),
    `SVC_INSTALL_TOKEN=${token}`,
  ].join('\n')
const withCurl = (token: string) =>
  `curl -sS ${apiAddress()}/installations/bootstrap -H 'Content-Type: application/json' \\\n  -d '{"install_token": "${token}"}'`

interface Props {
  readonly made: InstallToken
  readonly record: TokenRecord | undefined
  readonly onDone: () => void
}

/** A token that was just made, with what to paste; it says by itself when an agent has used it. */
export function ShownOnce({ made: { token, expires_at, agent_id }, record, onDone }: Props) {
  const state = record?.state ?? 'outstanding'
  const issuer = issuerToSet(useStanding().session.issuer)
  return (
    <Panel
      title="Your install token"
      actions={<Button onClick={onDone}>Done</Button>}
      note={
        state === 'outstanding' ? (
          <>
            works once, for another <Countdown until={expires_at} over="moment" />
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
              <ButtonLink href={to('installation', { installation_id: record.installation_id })}>
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
      <Code text={token} of="install token" />
      <div class="columns">
        <div class="stack">
          <h3>With svc-agent, in the agent's folder</h3>
          <Code text={withAgent(token, issuer)} of="commands for svc-agent" />
        </div>
        <div class="stack">
          <h3>In a container, in its environment</h3>
          <Code text={inContainer(token, issuer)} of="environment" />
        </div>
      </div>
      <IssuerNote issuer={issuer} />
      <div class="stack">
        <h3>With curl</h3>
        <Code text={withCurl(token)} of="command for curl" />
        <p class="hint">
          Write the answer to a file that only the agent can read before anything else: the refresh
          token in it is not given a second time.
        </p>
      </div>
    </Panel>
  )
}
