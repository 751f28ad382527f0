import { isOperative } from '../../installations/installation.ts'
import { allowsEverything } from '../../policies/policy.ts'
import { finding, sampleSize, type Evaluator } from '../evidence.ts'

/** Evaluates whether the agent can be stopped, and was stopped when necessary. */
export const revocation: Evaluator = ({ agent, installations, events }, now) => {
  const operative = installations.items.filter(isOperative)
  const ended = installations.items.filter((installation) => !isOperative(installation))
  const shuttingDown = ended.filter(
    ({ lifecycle, shutdown_deadline }) =>
      lifecycle === 'revoked' && shutdown_deadline !== null && shutdown_deadline > now,
  )
  const isOutOfService = agent.suspended_at !== null || agent.revoked_at !== null
  const result = (() => {
    if (isOutOfService && operative.length > 0)
      return [
        'not_satisfied',
        'The operator has suspended or revoked the agent, but it still has active or paused installations in this workspace.',
      ] as const
    if (ended.length === 0)
      return [
        'insufficient_evidence',
        'Installations can be revoked at any time, but no record shows a revocation for this agent, so it is untested here.',
      ] as const
    if (shuttingDown.length > 0)
      return ['partially_satisfied', 'A revoked installation is still shutting down.'] as const
    return [
      'satisfied',
      'Installations of this agent were revoked or terminated, and their credentials have been refused since.',
    ] as const
  })()
  return finding(
    result,
    {
      'Active or paused installations': operative.length,
      'Revoked or terminated': ended.length,
      'Still shutting down': shuttingDown.length,
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

/** Evaluates whether the agent's heartbeats arrive in time. */
export const health: Evaluator = ({ installations, events }) => {
  const operative = installations.items.filter(isOperative)
  const online = operative.filter(({ health: state }) => state === 'online')
  const result = (() => {
    if (operative.length === 0)
      return [
        'not_applicable',
        'The agent has no active or paused installation in this workspace that could be monitored.',
      ] as const
    if (online.length === operative.length)
      return [
        'satisfied',
        'Every installation of the agent sends its heartbeats and reports no problem.',
      ] as const
    if (online.length === 0)
      return [
        'not_satisfied',
        'No installation of the agent is online: heartbeats have stopped or report a problem.',
      ] as const
    return [
      'partially_satisfied',
      `Only ${online.length} of ${operative.length} installations are online; the others are offline, have stopped or report a problem.`,
    ] as const
  })()
  return finding(
    result,
    {
      'Active or paused installations': operative.length,
      Online: online.length,
      'Last seen': operative[0]?.last_seen_at,
      'Leases expired in the window': sampleSize(events['installation.lease_expired']),
      'Leases restored in the window': sampleSize(events['installation.lease_restored']),
    },
    events['installation.lease_expired'],
    events['installation.lease_restored'],
    { items: [], truncated: installations.truncated },
  )
}

/** Evaluates whether the workspace has a signed policy that restricts agents. */
export const policy: Evaluator = ({ policy: current, policy_signed, events }) => {
  const permissive = allowsEverything(current.content)
  const result = (() => {
    if (!policy_signed)
      return ['not_satisfied', 'The policy has no valid signature by the platform.'] as const
    if (permissive)
      return [
        'partially_satisfied',
        'A signed policy is in force, but it allows everything, like the default policy of a new workspace.',
      ] as const
    return [
      'satisfied',
      'A policy for this workspace is in force, and the platform signed it.',
    ] as const
  })()
  return finding(
    result,
    {
      Policy: current.policy_id,
      Version: current.version,
      'Last change': current.updated_at,
      Hash: current.hash,
      'Signed by': current.signing_key_id,
      'Frameworks in the policy': current.content.compliance.frameworks.join(', '),
      'Data residency in the policy': current.content.compliance.data_residency.join(', '),
      'Violations refused in the window': sampleSize(events['policy.violated']),
    },
    events['policy.updated'],
    events['policy.violated'],
  )
}
