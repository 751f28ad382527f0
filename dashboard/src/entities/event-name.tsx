import { formatElapsed } from '../parts/text/format.ts'

/** Events whose type does not read like a sentence. */
const SENTENCES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'admin.login_failed': 'Sign-in failed',
    'admin.login_succeeded': 'Signed in',
    'admin.pin_requested': 'PIN requested',
    'admin.pin_shown': 'PIN shown by the operator',
    'admin.session_created': 'Sign-in started by the operator',
    'admin.unusual_use': 'Unusual use of a session',
    'agent.displaced': 'Claim to an agent ended',
    'api_key.expiring': 'API key expires soon',
    'api_key.unusual_use': 'Unusual use of an API key',
    'audit.exported': 'Audit log exported',
    'audit.export_failed': 'Audit log export failed',
    'audit.retention_changed': 'Audit log retention changed',
    'install_token.consumed': 'Install token used',
    'install_token.replay_detected': 'Install token reused',
    'installation.beacon_registered': 'Beacon registered',
    'installation.bootstrapped': 'Agent installed',
    'installation.commanded': 'Command sent to an installation',
    'installation.labeled': 'Labels changed',
    'installation.lease_expired': 'Lease expired',
    'installation.lease_restored': 'Heartbeats resumed',
    'installation.token_refreshed': 'Runtime token refreshed',
    'plan.limit_exceeded': 'Plan limit reached',
    'trust.headers_issued': 'Trust headers issued',
    'trust.verification_failed': 'Signature not trusted',
  }),
)

/** Returns the type of an event in words: `Task completed` for `task.completed`. */
export function eventWords(type: string): string {
  const sentence = SENTENCES.get(type)
  if (sentence !== undefined) return sentence
  const words = type.replaceAll(/[._]/g, ' ').replace(/^api key/, 'API key')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Shows the type of an event in words. In the log, whose filter asks for types, the type is shown as well. */
export const EventName = ({ type, exact = false }: { type: string; exact?: boolean }) =>
  exact ? (
    <span class="two-lines">
      <span>{eventWords(type)}</span> <code class="muted small">{type}</code>
    </span>
  ) : (
    <span title={type}>{eventWords(type)}</span>
  )

/** Shows how long a task took, next to the event that ended it. */
export const ElapsedTime = ({ duration_ms }: { duration_ms: number | undefined }) =>
  duration_ms === undefined ? null : (
    <span class="muted small">took {formatElapsed(duration_ms)}</span>
  )
