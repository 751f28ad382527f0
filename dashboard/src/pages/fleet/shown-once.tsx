import type { InstallToken, TokenRecord } from '../../api/fleet-tokens.ts'
import { Badge } from '../../parts/badge.tsx'
import { Button, ButtonLink } from '../../parts/button.tsx'
import { Code } from '../../parts/code.tsx'
import { Countdown } from '../../parts/countdown.tsx'
import { Panel } from '../../parts/panel.tsx'
import { to, ROOT } from '../../to.ts'
import { AgentName } from './agent-name.tsx'

/** Where the API of this registry is. */
const api = () => `${location.origin}${ROOT}/api/v1`

const withAgent = (token: string) => `svc-agent install --token ${token} \\\n  --platform ${api()}\nsvc-agent run`
const inContainer = (token: string) => `SVC_PLATFORM_URL=${api()}\nSVC_INSTALL_TOKEN=${token}`
const withCurl = (token: string) =>
  `curl -sS ${api()}/installations/bootstrap -H 'Content-Type: application/json' \\\n  -d '{"install_token": "${token}"}'`

interface Props { readonly made: InstallToken; readonly record: TokenRecord | undefined; readonly onDone: () => void }

/** A token that was just made, with what to paste; it says by itself when an agent has used it. */
export function ShownOnce({ made: { token, expires_at, agent_id }, record, onDone }: Props) {
  const state = record?.state ?? 'outstanding'
  return (
    <Panel title="Your install token" actions={<Button onClick={onDone}>Done</Button>}
      note={state === 'outstanding' ? <>works once, for another <Countdown until={expires_at} over="moment" /></> : undefined}>
      <AgentName svc_id={agent_id} />
      {state === 'consumed' && (
        <div class="notice" role="status">
          <p><Badge tone="good">installed</Badge> The agent has used the token.</p>
          {record?.installation_id !== undefined && (
            <p class="actions">
              <ButtonLink href={to('installation', { installation_id: record.installation_id })}>See the installation</ButtonLink>
            </p>
          )}
        </div>
      )}
      {(state === 'expired' || state === 'revoked') && <p class="notice bad">The token is {state} and lets nobody in.</p>}
      <p class="notice warn">
        <span>
          <strong>This is the only time it is shown.</strong> The registry keeps a hash of it. Copy what you need before you leave this
          page.
        </span>
      </p>
      <Code text={token} of="install token" />
      <div class="columns">
        <div class="stack"><h3>With svc-agent, in the agent's folder</h3><Code text={withAgent(token)} of="commands for svc-agent" /></div>
        <div class="stack"><h3>In a container, in its environment</h3><Code text={inContainer(token)} of="environment" /></div>
      </div>
      <div class="stack">
        <h3>With curl</h3>
        <Code text={withCurl(token)} of="command for curl" />
        <p class="hint">
          Write the answer to a file that only the agent can read before anything else: the refresh token in it is not given a second time.
        </p>
      </div>
    </Panel>
  )
}
