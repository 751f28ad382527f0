import type { AuditKind } from '../../../src/domain/audit/kinds.ts'
import { link, type AuditRecord } from '../../../src/domain/audit/record.ts'
import {
  REPORTED_KINDS,
  type ComplianceFacts,
  type ReportedKind,
  type Sample,
} from '../../../src/domain/compliance/facts.ts'
import { svcId } from '../../../src/domain/crypto/svc-id.ts'
import { DEFAULT_POLICY } from '../../../src/domain/policies/policy.ts'
import type { Agent, ApiKey, Installation, Member, Policy } from '../../../src/domain/records.ts'
import { plus } from '../../../src/domain/time.ts'
import { anInstallation, aRuntimeToken } from '../fixtures.ts'
import { DAY } from '../../kit/time.ts'

export const NOW = '2026-03-14T12:00:00.000Z'
export const ago = (days: number): string => plus(NOW, -days * DAY)
export const all = <T>(...items: T[]): Sample<T> => ({ items, truncated: false })

const identity = {
  name: 'Invoice Reader',
  version: '1.4.0',
  public_key: `${'A'.repeat(43)}=`,
  manifest_hash: 'm',
}
export const agent: Agent = {
  ...identity,
  svc_id: svcId(identity),
  organization_id: 'org_a',
  key_sound: true,
  content_addressed: true,
  proven_at: ago(90),
  verification_status: 'verified',
  suspended_at: null,
  revoked_at: null,
  private: false,
  installable_by: 'anyone',
  installers: [],
  deprecated: false,
  resolves_publicly: true,
  displacing_since: null,
  details: { publisher: 'Acme', capabilities: ['read'], permissions: {} },
  category: null,
  llm_provider: null,
  reputation: { successes: 0, failures: 0, samples: 0, organizations: 0, as_of: ago(90) },
  disputes_open: 0,
  disputes_upheld: 0,
  security_disputes_upheld: null,
  last_seen_at: null,
  registered_at: ago(90),
  updated_at: ago(90),
  listed: 'verified',
  name_key: 'invoice reader',
  score: 50,
  score_changes_at: null,
  search_words: 'acme read\n',
  publisher_key: 'acme',
  search_version: 1,
}
export const installation = anInstallation({
  installation_id: 'i-1',
  organization_id: 'org_a',
  workspace_id: 'ws_a',
  agent_id: agent.svc_id,
  agent_organization_id: 'org_a',
  status: 'running',
  lease_expires_at: plus(NOW, 60_000),
  lease_check_at: plus(NOW, 60_000),
  last_seen_at: NOW,
  last_seen_date: NOW.slice(0, 10),
  created_at: ago(80),
})
export const retired: Installation = {
  ...installation,
  installation_id: 'i-2',
  lifecycle: 'revoked',
  health: 'stopped',
  revoked_at: ago(5),
  shutdown_deadline: ago(5),
}
export const key: ApiKey = {
  key_id: 'key_1',
  hash: '',
  organization_id: 'org_a',
  workspace_id: null,
  name: 'x',
  preview: 'sk_live_x',
  scopes: ['audit:read'],
  created_at: ago(30),
  last_used_at: null,
  last_used_from: null,
  unusual_use: null,
  warned_days: null,
  revoked_at: null,
  created_by: null,
  created_by_key: null,
  expires_at: null,
  revoking: false,
}
export const token = aRuntimeToken(1, {
  installation_id: 'i-1',
  issued_at: ago(10),
  expires_at: ago(-80),
  first_used_at: ago(10),
  effective_expires_at: ago(-80),
})
export const owner: Member = {
  user_id: 'usr_1',
  organization_id: 'org_a',
  email: 'a@example.com',
  role: 'owner',
  joined_at: ago(90),
}
export const policy: Policy = {
  policy_id: 'pol_1',
  workspace_id: 'ws_a',
  organization_id: 'org_a',
  version: 2,
  status: 'active',
  content: { ...DEFAULT_POLICY, tools: { allowed: [], denied: [], require_approval: [] } },
  hash: 'h',
  issuer: 'https://registry.test',
  signature: 's',
  author: null,
  announcement_cursor: null,
  signing_key_id: 'k',
  created_at: ago(90),
  updated_at: ago(20),
}

let written = 0
/** Returns a record of the given kind, with a higher sequence than earlier ones. */
export function record(
  event_type: AuditKind,
  more: Partial<
    Pick<AuditRecord, 'metadata' | 'outcome' | 'reason' | 'target' | 'workspace_id'>
  > = {},
  days = 3,
): AuditRecord {
  written += 1
  return link(
    { sequence: written, hash: 'a'.repeat(64) },
    {
      organization_id: 'org_a',
      event_type,
      actor: { type: 'platform', id: null, ip: null },
      ...more,
    },
    `id-${written}`,
    ago(days),
  )
}
export function events(...records: readonly AuditRecord[]): ComplianceFacts['events'] {
  const newest = records.toReversed()
  return Object.fromEntries(
    REPORTED_KINDS.map((kind) => [
      kind,
      all(...newest.filter(({ event_type }) => event_type === kind)),
    ]),
  ) as Record<ReportedKind, Sample<AuditRecord>>
}

const head = { sequence: 9, hash: 'b'.repeat(64) }
/** Facts without problems, but also without exports, scans and revocations. */
export const facts: ComplianceFacts = {
  organization: {
    organization_id: 'org_a',
    name: 'Acme',
    plan: 'enterprise',
    audit_log_retention_days: null,
    retention_shortening: null,
    created_at: ago(90),
  },
  workspace: {
    workspace_id: 'ws_a',
    organization_id: 'org_a',
    name: 'Accounts Payable',
    description: '',
    created_at: ago(90),
    updated_at: ago(90),
  },
  agent,
  policy,
  policy_signed: true,
  installations: all(installation),
  tokens: all(token),
  keys: all(key),
  members: all(owner),
  events: events(),
  chain: {
    head,
    tail: { intact: true, checked: 9, head },
    complete: true,
    oldest: { sequence: 1, occurred_at: ago(90) },
    checkpoint: null,
  },
}
export const CHECKPOINT = {
  issuer: 'https://registry.test',
  chain: 'org_a',
  sequence: 4,
  hash: 'c'.repeat(64),
  occurred_at: ago(400),
  retention_days: 365,
  purged_at: ago(30),
  author: null,
  signing_key_id: 'k',
  signature: 's',
}
