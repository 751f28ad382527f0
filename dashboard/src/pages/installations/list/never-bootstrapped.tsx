import { useInstallTokens, type TokenRecord } from '../../../api/install-tokens.ts'
import { useNeverInstalled } from '../../../api/installations.ts'
import { Badge } from '../../../parts/badge.tsx'
import { Time } from '../../../parts/text/time.tsx'
import { Panel } from '../../../parts/layout/page.tsx'
import { Table, type Column } from '../../../parts/tables/table.tsx'
import { usePermission } from '../../../shell/current-user.tsx'
import { pageUrl } from '../../../urls.ts'
import { AgentName } from '../state.tsx'
import { TokenOutcome } from '../tokens/token-table.tsx'

/** The maximum number of tokens read per workspace. */
const MAX_TOKENS = 200
/** The maximum number of agents listed. Each costs a request. */
const MAX_AGENTS = 20

/** Returns the newest token of each agent that has not used any of its tokens, newest first, except revoked ones. */
function unusedTokens(tokens: readonly TokenRecord[]): readonly TokenRecord[] {
  const consumed = new Set(
    tokens.filter(({ state }) => state === 'consumed').map(({ agent_id }) => agent_id),
  )
  const newest = new Map<string, TokenRecord>()
  for (const token of tokens) if (!newest.has(token.agent_id)) newest.set(token.agent_id, token)
  return [...newest.values()].filter(
    ({ agent_id, state }) =>
      !consumed.has(agent_id) && (state === 'outstanding' || state === 'expired'),
  )
}

/**
 * Lists agents that have a token but never bootstrapped. They have no installation, so no count includes them; they are shown as
 * offline.
 */
export function NeverBootstrapped({
  workspace_id,
  agent_id,
}: {
  workspace_id: string
  agent_id: string | undefined
}) {
  const canCreate = usePermission('tokens:write')
  const { data } = useInstallTokens(workspace_id, undefined, MAX_TOKENS)
  const candidates = unusedTokens(data?.items ?? [])
    .filter((token) => agent_id === undefined || token.agent_id === agent_id)
    .slice(0, MAX_AGENTS)
  const neverInstalled = useNeverInstalled(
    workspace_id,
    candidates.map((token) => token.agent_id),
  )
  const rows = candidates.filter((token) => neverInstalled.has(token.agent_id))
  if (rows.length === 0) return null
  return (
    <Panel title="Never bootstrapped" note="These agents have not used their install token.">
      <Table
        label="Agents that never bootstrapped"
        rows={rows}
        keyOf={({ token_id }) => token_id}
        columns={[...COLUMNS, nextStep(canCreate)]}
      />
    </Panel>
  )
}

const COLUMNS: readonly Column<TokenRecord>[] = [
  { name: 'Agent', lead: true, cell: (token) => <AgentName svc_id={token.agent_id} /> },
  { name: 'State', cell: () => <Badge tone="bad">offline</Badge> },
  { name: 'Install token', cell: (token) => <TokenOutcome token={token} /> },
  { name: 'Created', cell: ({ created_at }) => <Time at={created_at} /> },
]

const nextStep = (canCreate: boolean): Column<TokenRecord> => ({
  name: 'Next step',
  cell: ({ workspace_id, agent_id, state }) =>
    state === 'expired' && canCreate ? (
      <a href={pageUrl('tokens', { workspace_id }, { new: true, agent: agent_id })}>
        Create new token
      </a>
    ) : (
      <a href={pageUrl('tokens', { workspace_id })}>View token</a>
    ),
})
