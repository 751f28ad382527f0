import type { ComponentChildren } from 'preact'
import type { Agent } from '../../api/agents.ts'
import { Badge } from '../../parts/badge.tsx'
import { Panel } from '../../parts/layout/page.tsx'
import { formatNumber } from '../../parts/text/format.ts'
import { CheckList } from './profile.tsx'
import { visibleName } from '../../parts/text/visible.ts'

/** The checks that rest on a signature with the agent's key, or on the key itself. */
const KEY_CHECKS: readonly string[] = ['possession_proved', 'id_recomputes', 'key_sound']

/**
 * Separates what was proved, what was checked, what was observed and what is merely stated, because they justify different levels of trust.
 */
export function Assurance({ agent }: { agent: Agent }) {
  const byKey = agent.checks.filter(({ name }) => KEY_CHECKS.includes(name))
  const byPlatform = agent.checks.filter(({ name }) => !KEY_CHECKS.includes(name))
  return (
    <Panel title="Trust evidence">
      <div class="assurance">
        <Source
          title="Proved by the agent’s key"
          note="Verified cryptographically by this registry, whatever the owner states."
        >
          <CheckList checks={byKey} />
        </Source>
        <Source
          title="Checked by this registry"
          note="An agent that passes all checks is verified."
        >
          <CheckList checks={byPlatform} />
        </Source>
        <Source title="Reported by organizations that use it" note={reputationNote(agent)}>
          <p>
            <span class="big">{agent.reputation.score}</span> out of 100 from{' '}
            {organizationsText(agent.reputation.organizations)}
          </p>
        </Source>
        <Source title="Stated by its owner" note="Nobody has checked these statements.">
          <p class="row">
            <Badge tone="vouch">stated</Badge>
          </p>
          <p class="muted small">
            Description, publisher
            {agent.publisher !== undefined && <> “{visibleName(agent.publisher)}”</>}, category, LLM
            provider, skills, permissions, URL and card.
          </p>
        </Source>
      </div>
    </Panel>
  )
}

const organizationsText = (organizations: number): string =>
  organizations === 1 ? '1 organization' : `${formatNumber(organizations)} organizations`

function reputationNote({ reputation: { organizations, samples } }: Agent): string {
  if (organizations === 0)
    return 'No other organization has used it yet, so the score is not meaningful yet.'
  const tasks = `${formatNumber(samples)} ${samples === 1 ? 'task' : 'tasks'}`
  return organizations === 1
    ? `${tasks}. A single organization can move the score only between 45 and 55.`
    : `${tasks}. Each organization’s share of the score is limited.`
}

const Source = ({
  title,
  note,
  children,
}: {
  title: string
  note: string
  children: ComponentChildren
}) => (
  <div class="stack source">
    <h3>{title}</h3>
    <p class="muted small">{note}</p>
    {children}
  </div>
)
