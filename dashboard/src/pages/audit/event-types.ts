const EVENTS_BY_GROUP: Readonly<Record<string, string>> = {
  admin: 'login_failed login_succeeded pin_requested pin_shown session_created',
  agent: 'displaced registered suspended updated verified',
  api_key: 'created revoked',
  audit: 'export_failed exported retention_changed',
  dispute: 'commented opened rejected under_review upheld',
  image: 'scan_completed scan_requested',
  install_token: 'consumed created expired replay_detected revoked',
  installation:
    'beacon_registered bootstrapped commanded lease_expired lease_restored paused recovered resumed revoked terminated token_refreshed',
  invitation: 'declined expired withdrawn',
  member: 'added invited joined left removed role_changed',
  plan: 'changed limit_exceeded',
  policy: 'updated violated',
  support: 'requested',
  task: 'completed failed routed',
  trust: 'headers_issued verification_failed verified',
  workspace: 'created deleted updated',
}

/** The known event types. The log may contain others. */
export const EVENT_TYPES: readonly string[] = Object.entries(EVENTS_BY_GROUP).flatMap(
  ([group, names]) => names.split(' ').map((name) => `${group}.${name}`),
)
