import { idMatchesContent, verificationChecks } from '../../agents/identity.ts'
import { verificationFactsOf } from '../../agents/registration.ts'
import { score } from '../../agents/reputation.ts'
import { finding, sampleSize, type Evaluator } from '../evidence.ts'

/** The score of an agent without outcomes. Below it, failures outweigh successes. */
const REPUTATION_NEUTRAL = 50

/** Joins clauses with commas, and the last one with "and". */
const joined = (clauses: readonly string[]): string =>
  clauses.length > 1 ? `${clauses.slice(0, -1).join(', ')} and ${clauses.at(-1)!}` : clauses.join()

/** Evaluates whether the agent is registered under the hash of its registration, with publisher, capabilities and permissions. */
export const inventory: Evaluator = ({ agent, installations, events }) => {
  const { svc_id, name, version, manifest_hash, registered_at, details } = agent
  const missing = [
    ...(idMatchesContent(agent) ? [] : ['its identifier is not the hash of its registration']),
    ...(details.publisher ? [] : ['no publisher is named']),
    ...(details.capabilities ? [] : ['no capabilities are declared']),
    ...(details.permissions ? [] : ['no permissions are declared']),
  ]
  return finding(
    missing.length === 0
      ? [
          'satisfied',
          'The agent is registered under the hash of its registration, with publisher, capabilities and permissions.',
        ]
      : ['partially_satisfied', `The agent is registered, but ${joined(missing)}.`],
    {
      Agent: `${name} ${version}`,
      Identifier: svc_id,
      'Manifest hash': manifest_hash,
      Publisher: details.publisher,
      Registered: registered_at,
      'Installations in this workspace': sampleSize(installations),
    },
    events['agent.registered'],
    events['installation.bootstrapped'],
    { items: [], truncated: installations.truncated },
  )
}

/** Evaluates the verification status of the agent. */
export const identity: Evaluator = ({ agent, events }) => {
  const { verification_status, key_sound, proven_at, suspended_at, revoked_at } = agent
  const failures = events['trust.verification_failed']
  const result = (() => {
    if (verification_status === 'verified')
      return [
        'satisfied',
        'The agent is verified: its identifier matches its registration, its Ed25519 key is valid and not weak, and it proved possession of the key.',
      ] as const
    if (verification_status === 'pending')
      return [
        'partially_satisfied',
        'The identifier matches the registration, and the key is valid and not weak, but the agent has not yet proved possession of the key.',
      ] as const
    const reasons = verificationChecks(verificationFactsOf(agent))
      .filter(({ passed }) => !passed)
      .map(({ detail }) => detail)
    return [
      'not_satisfied',
      `The agent is ${verification_status}, so its signatures do not prove its identity. ${reasons.join(' ')}`,
    ] as const
  })()
  return finding(
    result,
    {
      'Verification status': verification_status,
      Key: key_sound ? 'valid Ed25519 key' : 'invalid or weak key',
      'Possession proved': proven_at ?? 'never',
      Suspended: suspended_at,
      Revoked: revoked_at,
      'Failed trust verifications in the window': sampleSize(failures),
    },
    events['agent.verified'],
    events['agent.suspended'],
    failures,
  )
}

/** Evaluates the history of an agent that belongs to another organization. */
export const thirdParty: Evaluator = ({ agent, organization, events }, now) => {
  const { disputes_open, disputes_upheld, verification_status, details } = agent
  const reputation = score(agent.reputation, disputes_upheld, now)
  const figures = {
    Publisher: details.publisher,
    'Verification status': verification_status,
    'Reputation (0 to 100)': reputation,
    'Outcomes counted': agent.reputation.samples,
    'Open disputes': disputes_open,
    'Upheld disputes': disputes_upheld,
  }
  const shortcomings = [
    ...(verification_status === 'verified'
      ? []
      : [`its verification status is ${verification_status}`]),
    ...(disputes_open > 0 ? ['it has an open dispute'] : []),
    ...(reputation < REPUTATION_NEUTRAL ? [`its reputation is ${reputation}`] : []),
  ]
  const result = (() => {
    if (agent.organization_id === organization.organization_id)
      return [
        'not_applicable',
        'The agent belongs to the organization itself; no third party is involved.',
      ] as const
    if (disputes_upheld > 0)
      return ['not_satisfied', 'A dispute against this third-party agent was upheld.'] as const
    if (['suspended', 'revoked'].includes(verification_status))
      return [
        'not_satisfied',
        'The operator has suspended or revoked this third-party agent.',
      ] as const
    if (shortcomings.length > 0)
      return [
        'partially_satisfied',
        `The third-party agent is monitored, but ${joined(shortcomings)}.`,
      ] as const
    return [
      'satisfied',
      `The third-party agent is verified and monitored, has no open or upheld disputes, and has a reputation of at least ${REPUTATION_NEUTRAL}.`,
    ] as const
  })()
  return finding(
    result,
    figures,
    events['dispute.opened'],
    events['dispute.upheld'],
    events['dispute.rejected'],
  )
}
