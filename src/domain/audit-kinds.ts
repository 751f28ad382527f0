/**
 * Lists every kind of audit record (docs/specification/audit.md#event-kinds). Heartbeats and successful trust verifications have no kind,
 * because they are not recorded (docs/specification/audit.md#not-recorded).
 */
export const AUDIT_KINDS = [
  'agent.registered', 'agent.updated', 'agent.verified', 'agent.displaced', 'agent.suspended',
  'workspace.created', 'workspace.updated', 'workspace.deleted',
  'member.invited', 'member.joined', 'member.added', 'member.removed', 'member.left', 'member.role_changed',
  'invitation.declined', 'invitation.withdrawn', 'invitation.expired',
  'install_token.created', 'install_token.consumed', 'install_token.expired', 'install_token.revoked', 'install_token.replay_detected',
  'installation.bootstrapped', 'installation.recovered', 'installation.token_refreshed', 'installation.paused', 'installation.resumed',
  'installation.revoked', 'installation.terminated', 'installation.lease_expired', 'installation.lease_restored',
  'installation.beacon_registered', 'installation.commanded',
  'policy.updated', 'policy.violated',
  'trust.verification_failed', 'trust.headers_issued',
  'image.scan_requested', 'image.scan_completed',
  'audit.exported', 'audit.export_failed', 'audit.retention_changed',
  'support.requested',
  'dispute.opened', 'dispute.commented', 'dispute.under_review', 'dispute.upheld', 'dispute.rejected',
  'admin.pin_requested', 'admin.pin_shown', 'admin.session_created', 'admin.login_succeeded', 'admin.login_failed',
  'api_key.created', 'api_key.revoked',
  'plan.changed', 'plan.limit_exceeded',
  'operator.added', 'operator.removed',
  'task.routed', 'task.completed', 'task.failed',
] as const

export type AuditKind = (typeof AUDIT_KINDS)[number]
