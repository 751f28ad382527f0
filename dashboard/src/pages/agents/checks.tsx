import type { Agent } from '../../api/agents.ts'
import { Badge } from '../../parts/badges/badge.tsx'
import { Panel } from '../../parts/layout/panel.tsx'

const TITLES: Readonly<Record<string, string>> = {
  id_recomputes: 'Identifier follows from its content',
  key_sound: 'Key is sound',
  possession_proved: 'The key signed the registration',
  no_upheld_security_dispute: 'No upheld security dispute',
  in_good_standing: 'Neither suspended nor revoked',
  agent_registered: 'Agent is registered',
  agent_active: 'Agent is active',
  signature: 'Signature fits',
  issuer: 'For this platform',
  nonce: 'Nonce is new',
  body_hash: 'Hash of the body',
  policy: 'Policy of the workspace',
}
/** A check in words; one that is newer than this client by its own name. */
export const checkTitle = (name: string): string =>
  TITLES[name] ?? name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')

/** Steps of a verification, each passed or not; those in `idle` had nothing to check, so a pass would say too much. */
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
          <Badge>not said</Badge>
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

/** Which checks of the platform the agent has passed. */
export const Checks = ({ agent: { checks } }: { agent: Agent }) => (
  <Panel title="Verification" note="An agent that passes all of them is verified.">
    <CheckList checks={checks} />
  </Panel>
)
