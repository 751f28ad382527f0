import type { Plan } from '../domain/organizations/plans.ts'
import type { RateLimit } from './rate-limiter.ts'

/** Limits the requests with one API key. The specification lists every rate limit in this file (docs/specification/http.md#rate-limits). */
export const API_KEY: RateLimit = { name: 'api-key', limit: 600, window_s: 60 }
export const RUNTIME_TOKEN: RateLimit = { name: 'installation', limit: 600, window_s: 60 }
export const ADMIN_SESSION: RateLimit = { name: 'session', limit: 600, window_s: 60 }
/** Limits the requests from one organization with its API keys and sessions. Its installations have separate limits. */
export const ORGANIZATION: Readonly<Record<Plan, RateLimit>> = {
  free: { name: 'organization', limit: 1200, window_s: 60 },
  starter: { name: 'organization', limit: 3000, window_s: 60 },
  professional: { name: 'organization', limit: 12_000, window_s: 60 },
  enterprise: { name: 'organization', limit: 30_000, window_s: 60 },
}
const separateBudget = (name: string) =>
  Object.fromEntries(
    Object.entries(ORGANIZATION).map(([plan, limit]) => [plan, { ...limit, name }]),
  ) as typeof ORGANIZATION
/**
 * Limits all requests by the installations of one organization, except heartbeats and those with a limit of their own. Its agents are often
 * written by third parties, who must not be able to use up the budget of its people and keys.
 */
export const INSTALLATIONS = separateBudget('installations')
/**
 * Limits the verifications by the installations of one organization. Outsiders trigger them by what they send to its agents, so these
 * requests have a budget of their own.
 */
export const VERIFICATIONS = separateBudget('verifications')
/**
 * Limits the requests for PINs to one e-mail address from one network address, so that others cannot use up the limit of the person
 * (docs/specification/trust.md#pin).
 */
export const PIN_PER_EMAIL: RateLimit = { name: 'pin-email', limit: 3, window_s: 15 * 60 }
export const PIN_PER_EMAIL_A_DAY: RateLimit = {
  name: 'pin-email-day',
  limit: 20,
  window_s: 24 * 60 * 60,
}
export const PIN_PER_ADDRESS: RateLimit = { name: 'pin-address', limit: 30, window_s: 60 * 60 }
/**
 * Limits the PIN e-mails to one person that are requested from network addresses that have not signed in as this person, counted together.
 * Beyond the limit no e-mail is sent, and no request is refused.
 */
export const PIN_MAILS: RateLimit = { name: 'pin-mails', limit: 20, window_s: 60 * 60 }
/**
 * How long a network address that has signed in as a person is remembered. E-mails that are requested from such an address do not count
 * toward `PIN_MAILS`.
 */
export const SIGNED_IN: RateLimit = { name: 'signed-in', limit: 1, window_s: 90 * 24 * 60 * 60 }
/** Counts failures only, so that it slows down guessing but not a fleet that starts all at once. */
export const FAILED_TOKENS: RateLimit = { name: 'failed-tokens', limit: 30, window_s: 60 }
/** Limits the refused bodies of clients without a credential, because reading a body that is then refused costs resources too. */
export const REFUSED_BODIES: RateLimit = { name: 'refused-bodies', limit: 30, window_s: 60 }
/**
 * Limits the registrations and updates of agents by one organization, because the log that records them is never truncated
 * (docs/specification/transparency.md#growth).
 */
export const AGENT_CHANGES: RateLimit = {
  name: 'agent-changes',
  limit: 10_000,
  window_s: 24 * 60 * 60,
}
/** Limits the reads of the public log by one address. A tool that follows the log needs one request for 256 entries. */
export const LOG_READS: RateLimit = { name: 'log-reads', limit: 600, window_s: 60 }
/** Limits the support requests from one organization, because people read them. */
export const SUPPORT_REQUESTS: RateLimit = { name: 'support', limit: 60, window_s: 60 * 60 }
/** Limits the confirmation e-mails to one unverified address. Beyond the limit the ticket is created without an e-mail. */
export const CONFIRMATIONS_PER_ADDRESS: RateLimit = {
  name: 'confirmation',
  limit: 5,
  window_s: 24 * 60 * 60,
}
export const CONFIRMATIONS_PER_ORGANIZATION: RateLimit = {
  name: 'confirmation-organization',
  limit: 50,
  window_s: 24 * 60 * 60,
}
/** The limits of invitations depend on the inviting organization alone, so that a refusal reveals nothing about the address. */
export const INVITATIONS_PER_ORGANIZATION: RateLimit = {
  name: 'invitation-organization',
  limit: 50,
  window_s: 24 * 60 * 60,
}
export const INVITATIONS_PER_ORGANIZATION_AND_ADDRESS: RateLimit = {
  name: 'invitation-address',
  limit: 3,
  window_s: 24 * 60 * 60,
}
/**
 * Limits the invitation e-mails to one address from all organizations together. Beyond the limit the invitation is created without an
 * e-mail.
 */
export const INVITATION_MAILS_PER_ADDRESS: RateLimit = {
  name: 'invitation-mail',
  limit: 5,
  window_s: 24 * 60 * 60,
}
