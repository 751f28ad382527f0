import { isOperative } from '../../installations/installation.ts'
import { allowsEverything } from '../../policies/policy.ts'
import { finding, sampleSize, type Evaluator } from '../evidence.ts'

/** The agent can be stopped, and was when it had to be. */
export const revocation: Evaluator = ({ agent, installations, events }, now) => {
  const live = installations.items.filter(isOperative)
  const ended = installations.items.filter((installation) => !isOperative(installation))
  const ending = ended.filter(
    ({ lifecycle, shutdown_deadline }) =>
      lifecycle === 'revoked' && shutdown_deadline !== null && shutdown_deadline > now,
  )
  const barred = agent.suspended_at !== null || agent.revoked_at !== null
  const verdict = (() => {
    if (barred && live.length > 0)
      return [
        'not_satisfied',
        'The registry took the agent out of use, yet it has live installations in this workspace.',
      ] as const
    if (ended.length === 0)
      return [
        'insufficient_evidence',
        'Installations can be revoked at any time, but no record shows that one of this agent was, so the way is untested here.',
      ] as const
    if (ending.length > 0)
      return [
        'partially_satisfied',
        'A revoked installation is still within its time to shut down.',
      ] as const
    return [
      'satisfied',
      'Installations of this agent were revoked or terminated, and their credentials are refused since.',
    ] as const
  })()
  return finding(
    verdict,
    {
      'Live installations': live.length,
      'Revoked or terminated': ended.length,
      'Still shutting down': ending.length,
      'Agent suspended': agent.suspended_at,
      'Agent revoked': agent.revoked_at,
    },
    events['installation.revoked'],
    events['installation.terminated'],
    events['installation.recovered'],
    events['agent.suspended'],
    { items: [], truncated: installations.truncated },
  )
}

/** The platform hears of the agent as often as agreed. */
export const health: Evaluator = ({ installations, events }) => {
  const live = installations.items.filter(isOperative)
  const online = live.filter(({ health: state }) => state === 'online')
  const verdict = (() => {
    if (live.length === 0)
      return [
        'not_applicable',
        'The agent has no live installation in this workspace that could be monitored.',
      ] as const
    if (online.length === live.length)
      return [
        'satisfied',
        'Every live installation of the agent sends its heartbeats and reports no trouble.',
      ] as const
    if (online.length === 0)
      return [
        'not_satisfied',
        'No live installation of the agent is online; the platform noticed that heartbeats stopped or report trouble.',
      ] as const
    return [
      'partially_satisfied',
      `Only ${online.length} of ${live.length} live installations are online; the others are offline or report trouble.`,
    ] as const
  })()
  return finding(
    verdict,
    {
      'Live installations': live.length,
      Online: online.length,
      'Last seen': live[0]?.last_seen_at,
      'Leases expired in the window': sampleSize(events['installation.lease_expired']),
      'Leases restored in the window': sampleSize(events['installation.lease_restored']),
    },
    events['installation.lease_expired'],
    events['installation.lease_restored'],
    { items: [], truncated: installations.truncated },
  )
}

/** Somebody decided what agents may do here, and that decision is signed. */
export const policy: Evaluator = ({ policy: current, policy_signed, events }) => {
  const permissive = allowsEverything(current.content)
  const verdict = (() => {
    if (!policy_signed)
      return ['not_satisfied', 'The signature of the policy is not one of the platform.'] as const
    if (permissive)
      return [
        'partially_satisfied',
        'A signed policy is in force, but it allows everything, as the one does that every workspace begins with.',
      ] as const
    return [
      'satisfied',
      'A policy that somebody wrote for this workspace is in force, and the platform signed it.',
    ] as const
  })()
  return finding(
    verdict,
    {
      Policy: current.policy_id,
      Version: current.version,
      'Last change': current.updated_at,
      Hash: current.hash,
      'Signed by': current.signing_key_id,
      'Frameworks it names': current.content.compliance.frameworks.join(', '),
      'Data residency it names': current.content.compliance.data_residency.join(', '),
      'Violations refused in the window': sampleSize(events['policy.violated']),
    },
    events['policy.updated'],
    events['policy.violated'],
  )
}
