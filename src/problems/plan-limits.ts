import type { ProblemDefinitions } from '../contract/typed.ts'

const planLimit = (message: string) =>
  ({ status: 402, error: 'plan_limit_exceeded', message }) as const

/** Lists the errors about features and quotas that a plan does not include. */
export const planProblems = {
  AUDIT_LOGS_REQUIRES_UPGRADE: planLimit('The audit log requires a higher plan.'),
  AUDIT_EXPORT_REQUIRES_UPGRADE: planLimit('Exporting the audit log requires a higher plan.'),
  EMAIL_SUPPORT_REQUIRES_UPGRADE: planLimit('E-mail support requires a higher plan.'),
  PRIORITY_SUPPORT_REQUIRES_UPGRADE: planLimit('Priority support requires a higher plan.'),
  CHAT_SUPPORT_REQUIRES_UPGRADE: planLimit('Chat support requires a higher plan.'),
  CUSTOMER_SUCCESS_REQUIRES_UPGRADE: planLimit('Customer success requires a higher plan.'),
  REGISTRY_NETWORK_REQUIRES_UPGRADE: planLimit('The registry network requires a higher plan.'),
  COMPLIANCE_REQUIRES_UPGRADE: planLimit('Compliance reports require a higher plan.'),
  RETENTION_REQUIRES_UPGRADE: planLimit('Changing the retention requires a higher plan.'),
  WORKSPACES_LIMIT_EXCEEDED: planLimit('The plan allows no more workspaces.'),
  AGENTS_LIMIT_EXCEEDED: planLimit('The plan allows no more agents.'),
  INSTALLATIONS_LIMIT_EXCEEDED: planLimit('The plan allows no more installations.'),
  INSTALL_TOKENS_LIMIT_EXCEEDED: planLimit(
    'The plan allows no more outstanding install tokens; use or revoke some, or wait until they expire.',
  ),
  API_KEYS_LIMIT_EXCEEDED: planLimit(
    'The plan allows no more API keys; revoke keys that are no longer used.',
  ),
  STORED_BYTES_LIMIT_EXCEEDED: planLimit(
    'The organization has used all the storage that its plan allows.',
  ),
} as const satisfies ProblemDefinitions
