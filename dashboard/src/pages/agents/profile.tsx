import type { Agent } from '../../api/agents.ts'
import { DescriptionList, Panel } from '../../parts/layout/page.tsx'
import { Id, CodeBlock } from '../../parts/text/copyable.tsx'
import { Markdown } from '../../parts/text/markdown.tsx'
import { Time } from '../../parts/text/time.tsx'
import { Badge } from '../../parts/badge.tsx'
import { visibleName } from '../../parts/text/visible.ts'

export const Identity = ({ agent }: { agent: Agent }) => (
  <Panel title="Identity">
    <DescriptionList
      items={[
        ['Identifier', <Id value={agent.svc_id} label="svc_id" />],
        ['DID', <Id value={agent.did} label="DID" />],
        ['Public key', <Id value={agent.public_key} label="public key" />],
        ['Manifest hash', <Id value={agent.manifest_hash} label="manifest hash" />],
        ['Category', agent.category && visibleName(agent.category)],
        ['LLM provider', agent.llm_provider && visibleName(agent.llm_provider)],
        agent.bridge !== undefined && ['Bridge to', <BridgeTarget bridge={agent.bridge} />],
        ['URL', agent.url === undefined ? undefined : <Id value={agent.url} label="URL" full />],
        ['Registered', <Time at={agent.registered_at} format="exact" />],
        agent.last_seen_at !== undefined && ['Last seen', <Time at={agent.last_seen_at} />],
      ]}
    />
  </Panel>
)

const PROTOCOLS: Readonly<Record<string, string>> = { a2a: 'A2A', mcp: 'MCP' }

/** Names the protocol of the foreign agent behind a bridge. All signatures are those of the bridge. */
const BridgeTarget = ({ bridge }: { bridge: NonNullable<Agent['bridge']> }) => (
  <>
    {PROTOCOLS[bridge.protocol] ?? bridge.protocol} {bridge.version}. The foreign agent does not
    sign its answers. <Id value={bridge.digest} label="digest" />
  </>
)

const TITLES: Readonly<Record<string, string>> = {
  id_recomputes: 'Identifier matches its content',
  key_sound: 'Key is valid',
  possession_proved: 'Registration is signed with the key',
  no_upheld_security_dispute: 'No upheld security dispute',
  in_good_standing: 'Neither suspended nor revoked',
  agent_registered: 'Agent is registered',
  agent_active: 'Agent is active',
  signature: 'Signature is valid',
  issuer: 'Issued for this platform',
  nonce: 'Nonce has not been used before',
  body_hash: 'Body hash matches',
  policy: 'Workspace policy allows it',
}
/** Returns the title of a check. Checks that this client does not know are shown by name. */
const checkTitle = (name: string): string =>
  TITLES[name] ?? name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')

/** Lists the checks of a verification. Those in `unused` had nothing to check, so they are not shown as passed. */
export const CheckList = ({
  checks,
  unused,
}: {
  checks: Agent['checks']
  unused?: ReadonlySet<string>
}) => (
  <ul class="checks">
    {checks.map(({ name, passed, detail }) => (
      <li key={name}>
        {passed && unused?.has(name) ? (
          <Badge>not checked</Badge>
        ) : (
          <Badge tone={passed ? 'good' : 'bad'}>{passed ? 'passed' : 'failed'}</Badge>
        )}
        <div>
          <p>{checkTitle(name)}</p>
          <p class="muted small">{detail}</p>
        </div>
      </li>
    ))}
  </ul>
)

/** Shows the registered card of an agent. */
export const AgentCard = ({ agent: { card } }: { agent: Agent }) => (
  <Panel title="Agent card">
    {card === undefined || Object.keys(card).length === 0 ? (
      <p class="muted">
        No card is registered. The agent serves its own at <code>/.well-known/agent.json</code>.
      </p>
    ) : (
      <div class="card-json">
        <CodeBlock text={JSON.stringify(card, null, 2)} label="agent card" />
      </div>
    )}
  </Panel>
)

/**
 * Shows what the owner of an agent writes about it: the description of the registration, and that of the card if it says something else.
 */
export function About({ agent: { description, card } }: { agent: Agent }) {
  const onCard = card?.['description']
  const fromCard =
    typeof onCard === 'string' && onCard.trim() !== '' && onCard !== description
      ? onCard
      : undefined
  if (description === undefined && fromCard === undefined) return null
  return (
    <Panel title="About" note="written by its owner">
      <div class="author-text" role="group" aria-label="Description" tabIndex={0}>
        {description !== undefined && <Markdown text={description} />}
        {fromCard !== undefined && (
          <>
            {description !== undefined && <h3>From the agent card</h3>}
            <Markdown text={fromCard} />
          </>
        )}
      </div>
    </Panel>
  )
}
