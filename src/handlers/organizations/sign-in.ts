import type { components } from '../../../generated/platform.ts'
import { addressKey } from '../../contract/address.ts'
import type { SessionCaller } from '../../auth/callers.ts'
import {
  PIN_MAILS,
  PIN_PER_ADDRESS,
  PIN_PER_EMAIL,
  PIN_PER_EMAIL_A_DAY,
  SIGNED_IN,
} from '../../auth/limits.ts'
import { rateLimitDetails } from '../../auth/gates.ts'
import { challengeInBody } from '../../auth/unauthenticated.ts'
import { rateLimitHeaders } from '../../auth/rate-limiter.ts'
import { MAX_OPEN_INVITATIONS } from '../../domain/limits.ts'
import { pinMatches, type KeyRing } from '../../domain/secrets.ts'
import { pinKey } from '../../domain/organizations/sign-in.ts'
import type { PinAttempt, PinOutcome } from '../../store/transactions/organizations/sign-in.ts'
import type { Handlers, Services } from '../services.ts'
import { presentOwnInvitation } from './invitations.ts'
import { presentMembership } from './members.ts'

type Schemas = components['schemas']
const LAST_OWNER_LEAVING = {
  message:
    'You are the last owner, and an organization needs one; make another member an owner first, then leave.',
}

/**
 * Handles sign-in with a PIN that is sent by e-mail, and the operations that concern the person who is signed in: reading the session,
 * leaving organizations and signing out.
 */
export const signIn = {
  async requestAdminPin(call, { store, limiter, contextFor }) {
    const email = call.body.email.toLowerCase()
    const address = addressKey(call.request.ip)
    const person_at_address = personAtAddress(email, address)
    const limits = (
      [
        [PIN_PER_ADDRESS, address],
        [PIN_PER_EMAIL, person_at_address],
        [PIN_PER_EMAIL_A_DAY, person_at_address],
      ] as const
    ).map(([limit, key]) => limiter.storedLimit(limit, key))
    const outcome = await store.requestPinWithinLimits(contextFor(call), {
      email,
      limits,
      email_limit: limiter.storedLimit(PIN_MAILS, email),
      signed_in: limiter.storedLimit(SIGNED_IN, person_at_address),
    })
    if (outcome.kind === 'limited')
      return call.refuse('RATE_LIMITED', rateLimitDetails(outcome.rate))
    const { challenge_id, expires_at } = outcome.challenge
    return call
      .reply(200, { challenge_id, expires_at, delivery: 'email' })
      .with(rateLimitHeaders(outcome.rate))
  },

  async verifyAdminPin(call, services) {
    const outcome = await verifyPin(call, services)
    switch (outcome.kind) {
      case 'invalid':
        return call.refuse('INVALID_PIN', { headers: challengeInBody('pin') })
      case 'session':
        return call.reply(200, {
          session_token: outcome.session_token,
          expires_at: outcome.expires_at,
          email: outcome.email,
        })
    }
  },

  async createBrowserSession(call, services) {
    const outcome = await verifyPin(call, services)
    switch (outcome.kind) {
      case 'invalid':
        return call.refuse('INVALID_PIN', { headers: challengeInBody('pin') })
      case 'session':
        return call
          .reply(201, present(outcome, await invitationsOf(outcome.email, services), services))
          .with({ 'Set-Cookie': services.cookies.set(outcome.session_token) })
    }
  },

  async getAdminSession({ caller, reply }, services) {
    return reply(200, present(caller, await invitationsOf(caller.email, services), services))
  },

  async leaveOrganization(call, { store, contextFor }) {
    const outcome = await store.leaveOrganization(contextFor(call), {
      organization_id: call.path.org_id,
      email: call.caller.email,
    })
    switch (outcome.kind) {
      case 'not_found':
        return call.refuse('ORGANIZATION_NOT_FOUND')
      case 'last_owner':
        return call.refuse('LAST_OWNER', LAST_OWNER_LEAVING)
      case 'left':
        return call.reply(204)
    }
  },

  async endAdminSession(call, { store, cookies, contextFor }) {
    await store.endSession(contextFor(call), { session_id: call.caller.session_id })
    return call
      .reply(204)
      .with(call.caller.sent_in === 'cookie' ? { 'Set-Cookie': cookies.clear } : {})
  },
} satisfies Partial<Handlers>

/** Returns the rate limit key of a person at a network address. */
const personAtAddress = (email: string, address: string): string => `${email} ${address}`

type PinCall = Parameters<Services['contextFor']>[0] & {
  readonly body: Schemas['PinVerificationRequest']
}
const verifyPin = (call: PinCall, services: Services): Promise<PinOutcome> =>
  services.master_keys.use((keys) =>
    services.store.verifyPin(services.contextFor(call), pinAttempt(call, keys, services)),
  )

function pinAttempt(
  { body: { email: typed, challenge_id, pin }, request }: PinCall,
  keys: KeyRing,
  { limiter }: Pick<Services, 'limiter'>,
): PinAttempt {
  const email = typed.toLowerCase()
  return {
    challenge_id,
    email,
    pin_correct: (challenge) => pinMatches(pinKey(keys, challenge), challenge_id, pin),
    signed_in: limiter.storedLimit(SIGNED_IN, personAtAddress(email, addressKey(request.ip))),
  }
}

type PresentedSession = Pick<SessionCaller, 'email' | 'expires_at' | 'memberships' | 'operator'>
type OwnInvitations = readonly Schemas['OwnInvitation'][]
const present = (
  { email, expires_at, memberships, operator }: PresentedSession,
  invitations: OwnInvitations,
  { issuer }: Pick<Services, 'issuer'>,
): Schemas['AdminSessionDetails'] => ({
  email,
  expires_at,
  memberships: memberships.map(presentMembership),
  invitations,
  operator,
  issuer,
})

/** Returns the first open invitations of a person. */
async function invitationsOf(
  email: string,
  { store, now }: Pick<Services, 'store' | 'now'>,
): Promise<OwnInvitations> {
  const { items } = await store.listOwnInvitations({
    email,
    limit: MAX_OPEN_INVITATIONS.address,
    offset: 0,
    now: now(),
  })
  return items.map(presentOwnInvitation)
}
