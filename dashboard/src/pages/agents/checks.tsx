import type { Agent } from '../../api/agents.ts'
import { Badge } from '../../parts/badges/badge.tsx'
import { Panel } from '../../parts/layout/panel.tsx'

const TITLES: Readonly<Record<string, string>> = {
  id_recomputes: 'Identifier matches its content',
  key_sound: 'Key is valid',
  possession_proved: 'The key signed the registration',
  no_upheld_security_dispute: 'No upheld security dispute',
  in_good_standing: 'Neither suspended nor revoked',
  agent_registered: 'Agent is registered',
  agent_active: 'Agent is active',
  signature: 'Signature matches',
  issuer: 'Issued for this platform',
  nonce: 'Nonce was not used before',
  body_hash: 'Body hash',
  policy: 'Workspace policy',
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

/** Shows which checks of the platform an agent has passed. */
export const Checks = ({ agent: { checks } }: { agent: Agent }) => (
  <Panel title="Verification" note="An agent that passes all checks is verified.">
    <CheckList checks={checks} />
  </Panel>
)
