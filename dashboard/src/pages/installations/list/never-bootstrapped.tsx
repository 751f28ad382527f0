import {
  useInstallTokens,
  type TokenRecord,
  type Installation,
} from '../../../api/installations.ts'
import { Badge } from '../../../parts/badges.tsx'
import { Countdown, Time } from '../../../parts/text/time.tsx'
import { Panel } from '../../../parts/layout/page.tsx'
import { Table } from '../../../parts/tables/table.tsx'
import { pageUrl } from '../../../urls.ts'
import { AgentName } from '../labels.tsx'

/** Returns the newest token of each agent that has a token but never used one. */
function unusedTokens(
  tokens: readonly TokenRecord[],
  installed: readonly Pick<Installation, 'agent_id'>[],
): readonly TokenRecord[] {
  const started = new Set([
    ...installed.map(({ agent_id }) => agent_id),
    ...tokens.filter(({ state }) => state === 'consumed').map(({ agent_id }) => agent_id),
  ])
  const newest = new Map<string, TokenRecord>()
  for (const token of tokens) if (!newest.has(token.agent_id)) newest.set(token.agent_id, token)
  return [...newest.values()].filter(
    ({ agent_id, state }) =>
      !started.has(agent_id) && (state === 'outstanding' || state === 'expired'),
  )
}

/** Lists agents that have a token but never bootstrapped. They have no installation and count as offline. */
export function NeverBootstrapped({
  workspace_id,
  installed,
  agent_id,
}: {
  workspace_id: string
  installed: readonly Installation[]
  agent_id: string | undefined
}) {
  const { data } = useInstallTokens(workspace_id, undefined, 200)
  const rows = unusedTokens(data?.items ?? [], installed).filter(
    (token) => agent_id === undefined || token.agent_id === agent_id,
  )
  if (rows.length === 0) return null
  return (
    <Panel title="Never bootstrapped" note="These agents have not used their install token.">
      <Table
        label="Agents that never bootstrapped"
        rows={rows}
        keyOf={({ token_id }) => token_id}
        columns={[
          { name: 'Agent', lead: true, cell: (token) => <AgentName svc_id={token.agent_id} /> },
          { name: 'State', cell: () => <Badge tone="bad">offline</Badge> },
          {
            name: 'Install token',
            cell: ({ state, expires_at }) => (
              <span>
                {state === 'outstanding' ? (
                  <>
                    expires in <Countdown until={expires_at} />
                  </>
                ) : (
                  <>
                    expired <Time at={expires_at} />
                  </>
                )}
              </span>
            ),
          },
          { name: 'Created', cell: ({ created_at }) => <Time at={created_at} /> },
          {
            name: 'Next step',
            cell: (token) =>
              token.state === 'outstanding' ? (
                <a href={pageUrl('tokens', { workspace_id })}>View token</a>
              ) : (
                <a href={pageUrl('tokens', { workspace_id }, { new: true, agent: token.agent_id })}>
                  Create new token
                </a>
              ),
          },
        ]}
      />
    </Panel>
  )
}
