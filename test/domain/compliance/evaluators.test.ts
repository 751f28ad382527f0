import { describe, expect, it } from 'vitest'
import { AUDIT_KINDS, type AuditKind } from '../../../src/domain/audit/kinds.ts'
import { EVALUATORS } from '../../../src/domain/compliance/evaluators/evaluators.ts'
import { retention } from '../../../src/domain/compliance/evaluators/audit.ts'
import {
  combineStatuses,
  type EvidenceKind,
  type EvidenceStatus,
} from '../../../src/domain/compliance/evidence.ts'
import {
  concerns,
  REPORTED_KINDS,
  type ComplianceFacts,
} from '../../../src/domain/compliance/facts.ts'
import { DEFAULT_POLICY } from '../../../src/domain/policies/policy.ts'
import {
  ago,
  agent,
  all,
  CHECKPOINT,
  events,
  facts,
  installation,
  key,
  NOW,
  owner,
  policy,
  record,
  retired,
  token,
} from './facts.ts'

/** The kinds of audit records that are not evidence. */
const NO_EVIDENCE: readonly AuditKind[] = [
  'agent.updated',
  'agent.displaced',
  'workspace.created',
  'workspace.updated',
  'workspace.deleted',
  'member.invited',
  'member.role_changed',
  'invitation.declined',
  'invitation.withdrawn',
  'invitation.expired',
  'install_token.created',
  'install_token.consumed',
  'install_token.expired',
  'install_token.revoked',
  'install_token.replay_detected',
  'installation.paused',
  'installation.resumed',
  'installation.beacon_registered',
  'installation.labeled',
  'installation.commanded',
  'trust.headers_issued',
  'image.scan_requested',
  'dispute.commented',
  'dispute.under_review',
  'admin.pin_requested',
  'admin.pin_shown',
  'admin.session_created',
  'admin.login_succeeded',
  'admin.login_failed',
  'admin.unusual_use',
  'api_key.expiring',
  'api_key.unusual_use',
  'plan.changed',
  'plan.limit_exceeded',
  'key.rotated',
  'key.retired',
  'key.compromised',
  'operator.added',
  'operator.removed',
  'task.routed',
  'task.completed',
  'task.failed',
]

type EvaluatorCase = readonly [
  kind: EvidenceKind,
  expected: EvidenceStatus,
  description: string,
  changes: Partial<ComplianceFacts>,
]
const thirdParty = { ...agent, organization_id: 'org_b' }
const { chain } = facts
let scans = 0
const scan = (
  summary: object | undefined,
  outcome: 'success' | 'failure' = 'success',
  ref = 'acme/a:1',
  status = 'completed',
) =>
  record('image.scan_completed', {
    outcome,
    target: { type: 'image_scan', id: `scan_${(scans += 1)}` },
    metadata: { ref, status, ...(summary && { summary }) } as never,
  })
const found = (critical: number, high: number) => ({
  critical,
  high,
  medium: 1,
  low: 1,
  unknown: 0,
})

const unconfigured = () => record('audit.export_failed', { reason: 'CREDENTIAL_MISSING' })
/** Returns records as if more failed exports existed than were read. */
const unread = (...records: readonly ReturnType<typeof record>[]) => {
  const some = events(...records)
  return { ...some, 'audit.export_failed': { ...some['audit.export_failed'], truncated: true } }
}

const CASES: readonly EvaluatorCase[] = [
  ['inventory', 'satisfied', 'is registered with all details', {}],
  [
    'inventory',
    'partially_satisfied',
    'has an identifier that is not its hash',
    { agent: { ...agent, svc_id: 'mine' } },
  ],
  [
    'inventory',
    'partially_satisfied',
    'names no publisher',
    { agent: { ...agent, details: { capabilities: [], permissions: {} } } },
  ],
  [
    'inventory',
    'partially_satisfied',
    'has a name without a canonical form',
    { agent: { ...agent, name: '\ud800' } },
  ],
  ['identity', 'satisfied', 'is verified', {}],
  [
    'identity',
    'partially_satisfied',
    'has not proved that it holds its key',
    { agent: { ...agent, verification_status: 'pending', proven_at: null } },
  ],
  [
    'identity',
    'not_satisfied',
    'is not verified',
    {
      agent: { ...agent, verification_status: 'unverified', security_disputes_upheld: 1 },
    },
  ],
  [
    'identity',
    'not_satisfied',
    'is suspended',
    { agent: { ...agent, verification_status: 'suspended', suspended_at: ago(1) } },
  ],
  ['credentials', 'satisfied', 'has short-lived tokens and young keys', {}],
  [
    'credentials',
    'partially_satisfied',
    'has a key older than a year',
    { keys: all({ ...key, created_at: ago(366) }) },
  ],
  [
    'credentials',
    'satisfied',
    'has a key exactly a year old',
    { keys: all({ ...key, created_at: ago(365) }) },
  ],
  [
    'credentials',
    'not_satisfied',
    'has a token that is valid for more than 90 days',
    { tokens: all({ ...token, expires_at: ago(-81) }) },
  ],
  [
    'credentials',
    'insufficient_evidence',
    'has neither tokens nor keys',
    { keys: all(), tokens: all() },
  ],
  ['access', 'satisfied', 'has an owner and limited keys', {}],
  [
    'access',
    'satisfied',
    'has a key that is bound to the workspace',
    { keys: all({ ...key, scopes: null, workspace_id: 'ws_a' }) },
  ],
  [
    'access',
    'partially_satisfied',
    'has a key without any limit',
    { keys: all(key, { ...key, scopes: null }) },
  ],
  [
    'access',
    'partially_satisfied',
    'has no owner or admin',
    { members: all({ ...owner, role: 'viewer' as const }) },
  ],
  [
    'access',
    'not_satisfied',
    'has neither owner nor limits',
    { members: all(), keys: all({ ...key, scopes: null }) },
  ],
  [
    'access',
    'insufficient_evidence',
    'has neither members nor keys',
    { members: all(), keys: all() },
  ],
  ['revocation', 'insufficient_evidence', 'was never revoked', {}],
  [
    'revocation',
    'satisfied',
    'had an installation revoked',
    { installations: all(installation, retired) },
  ],
  [
    'revocation',
    'partially_satisfied',
    'is shutting down',
    { installations: all({ ...retired, shutdown_deadline: ago(-1) }) },
  ],
  [
    'revocation',
    'not_satisfied',
    'is suspended and still installed',
    { agent: { ...agent, suspended_at: ago(1) } },
  ],
  ['health', 'satisfied', 'is online', {}],
  [
    'health',
    'partially_satisfied',
    'is online in some of its installations',
    { installations: all(installation, { ...installation, health: 'offline' as const }) },
  ],
  [
    'health',
    'not_satisfied',
    'is offline',
    { installations: all({ ...installation, health: 'offline' as const }) },
  ],
  [
    'health',
    'not_satisfied',
    'is unhealthy',
    { installations: all({ ...installation, health: 'unhealthy' as const }) },
  ],
  ['health', 'not_applicable', 'is not installed any more', { installations: all(retired) }],
  ['policy', 'satisfied', 'has a custom policy', {}],
  [
    'policy',
    'partially_satisfied',
    'has the policy of a new workspace',
    { policy: { ...policy, content: DEFAULT_POLICY } },
  ],
  [
    'policy',
    'not_satisfied',
    'has a policy that the platform did not sign',
    { policy_signed: false },
  ],
  ['audit_chain', 'satisfied', 'has an unbroken chain', {}],
  [
    'audit_chain',
    'satisfied',
    'has a chain that begins after a checkpoint',
    { chain: { ...chain, checkpoint: { statement: CHECKPOINT, valid: true } } },
  ],
  [
    'audit_chain',
    'partially_satisfied',
    'has a chain too long to verify',
    { chain: { ...chain, complete: false } },
  ],
  [
    'audit_chain',
    'not_satisfied',
    'has a broken chain',
    {
      chain: {
        ...chain,
        tail: { ...chain.tail, intact: false, broken: { sequence: 3, fault: 'edited' } },
      },
    },
  ],
  [
    'audit_chain',
    'not_satisfied',
    'has a checkpoint with an invalid signature, even in a part that was not verified',
    { chain: { ...chain, complete: false, checkpoint: { statement: CHECKPOINT, valid: false } } },
  ],
  [
    'audit_chain',
    'insufficient_evidence',
    'has no record',
    { chain: { ...chain, head: null, oldest: null } },
  ],
  ['retention', 'satisfied', 'keeps records for a year', {}],
  [
    'retention',
    'partially_satisfied',
    'has records that should have been purged',
    { chain: { ...chain, oldest: { sequence: 1, occurred_at: ago(368) } } },
  ],
  [
    'retention',
    'satisfied',
    'has records that wait for the next purge',
    { chain: { ...chain, oldest: { sequence: 1, occurred_at: ago(366) } } },
  ],
  ['alerts', 'insufficient_evidence', 'never exported anything', {}],
  ['alerts', 'satisfied', 'exported', { events: events(record('audit.exported')) }],
  [
    'alerts',
    'satisfied',
    'exported after a failure',
    { events: events(record('audit.export_failed'), record('audit.exported')) },
  ],
  [
    'alerts',
    'partially_satisfied',
    'exported, and failed later',
    { events: events(record('audit.exported'), record('audit.export_failed')) },
  ],
  [
    'alerts',
    'partially_satisfied',
    'exported, and later exported only a part',
    { events: events(record('audit.exported'), record('audit.exported', { outcome: 'failure' })) },
  ],
  [
    'alerts',
    'not_satisfied',
    'exported only a part',
    { events: events(record('audit.exported', { outcome: 'failure' })) },
  ],
  [
    'alerts',
    'not_satisfied',
    'failed to export',
    { events: events(record('audit.export_failed')) },
  ],
  [
    'alerts',
    'insufficient_evidence',
    'asked for an export without a destination, which sent nothing',
    { events: events(record('audit.export_failed', { reason: 'CREDENTIAL_MISSING' })) },
  ],
  [
    'alerts',
    'satisfied',
    'exported, and later asked for an export without a destination',
    {
      events: events(
        record('audit.exported'),
        record('audit.export_failed', { reason: 'CREDENTIAL_MISSING' }),
      ),
    },
  ],
  [
    'alerts',
    'insufficient_evidence',
    'exported, and later asked for more exports without a destination than were read',
    { events: unread(record('audit.exported'), unconfigured(), unconfigured()) },
  ],
  [
    'alerts',
    'insufficient_evidence',
    'exported, and whose failed exports that were read all concern other workspaces',
    { events: unread(record('audit.exported')) },
  ],
  [
    'alerts',
    'satisfied',
    'exported after the oldest failed export that was read',
    { events: unread(unconfigured(), record('audit.exported'), unconfigured()) },
  ],
  [
    'alerts',
    'partially_satisfied',
    'exported, and later failed in more exports than were read',
    { events: unread(record('audit.exported'), record('audit.export_failed')) },
  ],
  [
    'alerts',
    'partially_satisfied',
    'asked for support only',
    { events: events(record('support.requested')) },
  ],
  ['images', 'insufficient_evidence', 'never scanned anything', {}],
  [
    'images',
    'satisfied',
    'scanned without serious findings',
    { events: events(scan(found(0, 0))) },
  ],
  [
    'images',
    'partially_satisfied',
    'has high-severity vulnerabilities',
    { events: events(scan(found(0, 1))) },
  ],
  [
    'images',
    'not_satisfied',
    'has critical vulnerabilities',
    { events: events(scan(found(1, 0)), scan(found(0, 0), 'success', 'acme/b:1')) },
  ],
  [
    'images',
    'satisfied',
    'had critical vulnerabilities until the next scan',
    { events: events(scan(found(1, 0)), scan(found(0, 0))) },
  ],
  [
    'images',
    'partially_satisfied',
    'has a scan that failed',
    { events: events(scan(undefined, 'failure')) },
  ],
  ['images', 'partially_satisfied', 'has a scan without data', { events: events(scan(undefined)) }],
  [
    'images',
    'partially_satisfied',
    'has a scan without vulnerability data',
    {
      events: events(
        scan(found(0, 0), 'success', 'acme/a:1', 'completed_without_vulnerability_data'),
      ),
    },
  ],
  ['third_party', 'not_applicable', "is the organization's own", {}],
  [
    'third_party',
    'satisfied',
    'is a verified agent of another organization',
    { agent: thirdParty },
  ],
  [
    'third_party',
    'partially_satisfied',
    'has an open dispute',
    { agent: { ...thirdParty, disputes_open: 1 } },
  ],
  [
    'third_party',
    'partially_satisfied',
    'is not verified',
    { agent: { ...thirdParty, verification_status: 'pending' } },
  ],
  [
    'third_party',
    'partially_satisfied',
    'fails often',
    {
      agent: {
        ...thirdParty,
        reputation: { successes: 0, failures: 5, samples: 5, organizations: 1, as_of: NOW },
      },
    },
  ],
  [
    'third_party',
    'not_satisfied',
    'has an upheld dispute',
    { agent: { ...thirdParty, disputes_upheld: 1 } },
  ],
  [
    'third_party',
    'not_satisfied',
    'is revoked',
    { agent: { ...thirdParty, verification_status: 'revoked' } },
  ],
]

describe('evaluators', () => {
  it.each(CASES)('%s is %s for an agent that %s', (kind, expected, _, changes) => {
    const {
      status,
      reason,
      facts: figures,
    } = EVALUATORS[kind].evaluate({ ...facts, ...changes }, NOW)
    expect(status).toBe(expected)
    expect(reason).toMatch(/^[A-Z].{20,300}\.$/)
    expect(figures.length).toBeGreaterThan(0)
  })

  it('state why an agent is not verified', () => {
    const because = (changes: Partial<typeof agent>) =>
      EVALUATORS.identity.evaluate({ ...facts, agent: { ...agent, ...changes } }, NOW).reason
    expect(because({ verification_status: 'suspended', suspended_at: ago(1) })).toBe(
      'The agent is suspended, so its signatures do not prove its identity. The operator has suspended the agent.',
    )
    expect(
      because({ verification_status: 'unverified', key_sound: false, security_disputes_upheld: 1 }),
    ).toBe(
      'The agent is unverified, so its signatures do not prove its identity. The public key is not a sound Ed25519 key. A security dispute was upheld against the agent.',
    )
  })
  it('have a satisfied and an unsatisfied case for every kind of evidence', () => {
    for (const kind of Object.keys(EVALUATORS)) {
      const states = CASES.filter(([of]) => of === kind).map(([, state]) => state)
      expect([
        kind,
        states.includes('satisfied'),
        states.some((state) => state !== 'satisfied'),
      ]).toEqual([kind, true, true])
    }
  })

  it.each([
    [184, null, 'satisfied'],
    [365, null, 'satisfied'],
    [2192, null, 'not_satisfied'],
    [2192, 2191, 'not_satisfied'],
    [2192, 2192, 'satisfied'],
    [2192, 3650, 'satisfied'],
  ] as const)(
    'compare a required retention of %i days with that of the organization, %j, and evaluate to %s',
    (required, audit_log_retention_days, expected) => {
      const organization = { ...facts.organization, audit_log_retention_days }
      expect(retention({ ...facts, organization }, NOW, required).status).toBe(expected)
    },
  )

  it('evaluate the retention that currently applies', () => {
    const shortening = { from_days: 3650, effective_at: ago(-1) }
    const organization = {
      ...facts.organization,
      audit_log_retention_days: 400,
      retention_shortening: shortening,
    }
    expect(retention({ ...facts, organization }, NOW, 2192).status).toBe('satisfied')
    expect(retention({ ...facts, organization }, ago(-2), 2192).status).toBe('not_satisfied')
  })

  it('list the newest five records, and state whether only a part was read', () => {
    const exported = Array.from({ length: 8 }, () => record('audit.exported'))
    const some = {
      ...facts,
      events: {
        ...events(...exported),
        'audit.exported': { items: exported.toReversed(), truncated: true },
      },
    }
    const { records, truncated, facts: figures } = EVALUATORS.alerts.evaluate(some, NOW)
    expect(records).toEqual(exported.toReversed().slice(0, 5))
    expect(truncated).toBe(true)
    expect(figures[0]).toEqual({ name: 'Exports in the window', value: 'at least 8' })
  })
})

describe('status of a control', () => {
  it.each([
    [['satisfied', 'satisfied'], 'satisfied'],
    [['satisfied', 'not_applicable'], 'satisfied'],
    [['satisfied', 'not_satisfied'], 'partially_satisfied'],
    [['satisfied', 'insufficient_evidence'], 'partially_satisfied'],
    [['partially_satisfied', 'not_satisfied'], 'partially_satisfied'],
    [['not_satisfied', 'insufficient_evidence'], 'not_satisfied'],
    [['insufficient_evidence', 'insufficient_evidence'], 'insufficient_evidence'],
    [['not_applicable', 'not_applicable'], 'not_applicable'],
    [[], 'not_applicable'],
  ] as const)('combines %j into %s', (states, expected) => {
    expect(combineStatuses(states)).toBe(expected)
    expect(combineStatuses(states.toReversed())).toBe(expected)
  })
})

describe('records of the organization', () => {
  const about = { workspace_id: 'ws_a', svc_id: agent.svc_id, installations: new Set(['i-1']) }
  it.each([
    ['concern the whole organization', true, record('audit.exported')],
    [
      'concern the workspace',
      true,
      record('policy.updated', { workspace_id: 'ws_a', target: { type: 'policy', id: 'p' } }),
    ],
    ['concern another workspace', false, record('policy.updated', { workspace_id: 'ws_b' })],
    [
      'concern the agent',
      true,
      record('agent.suspended', { target: { type: 'agent', id: agent.svc_id } }),
    ],
    [
      'concern another agent',
      false,
      record('agent.suspended', { target: { type: 'agent', id: 'other' } }),
    ],
    [
      'concern an installation of the agent',
      true,
      record('installation.revoked', {
        workspace_id: 'ws_a',
        target: { type: 'installation', id: 'i-1' },
      }),
    ],
    [
      'concern an installation of another agent',
      false,
      record('installation.revoked', {
        workspace_id: 'ws_a',
        target: { type: 'installation', id: 'i-9' },
      }),
    ],
  ])('that %s are included: %s', (_, included, event) => {
    expect(concerns(event, about)).toBe(included)
  })
})

it('every kind of audit record is evidence, or is listed here as not being evidence', () => {
  expect([...REPORTED_KINDS, ...NO_EVIDENCE].toSorted()).toEqual(AUDIT_KINDS.toSorted())
})
