import type { components } from '../../generated/platform.ts'
import { countedAs } from '../contract/address.ts'
import type { SessionCaller } from '../auth/callers.ts'
import { PIN_PER_ADDRESS, PIN_PER_EMAIL, PIN_PER_EMAIL_A_DAY } from '../auth/limits.ts'
import { tooMany } from '../auth/gates.ts'
import { rateLimitHeaders } from '../auth/rate-limiter.ts'
import { pinMatches } from '../domain/secrets.ts'
import type { PinAttempt } from '../store/intents/admin.ts'
import type { Handlers, Services } from './services.ts'

type Schemas = components['schemas']

/** Sign-in by a PIN that comes by e-mail (Interface, Admin session; Authentication 3). */
export const admin = {
  async requestAdminPin(call, { store, limiter, act }) {
    const email = call.body.email.toLowerCase()
    const limits = ([[PIN_PER_ADDRESS, countedAs(call.request.ip)], [PIN_PER_EMAIL, email], [PIN_PER_EMAIL_A_DAY, email]] as const).map(([limit, key]) => limiter.counted(limit, key))
    const outcome = await store.requestPinWithin(act(call), { email, limits })
    if (outcome.kind === 'limited') return call.refuse('RATE_LIMITED', tooMany(outcome.rate))
    const { challenge_id, expires_at } = outcome.challenge
    return call.reply(200, { challenge_id, expires_at, delivery: 'email' }).with(rateLimitHeaders(outcome.rate))
  },

  async verifyAdminPin(call, services) {
    const outcome = await services.store.verifyPin(services.act(call), attemptOf(call.body, services))
    switch (outcome.kind) {
      case 'invalid': return call.refuse('INVALID_PIN')
      case 'session': return call.reply(200, { session_token: outcome.session_token, expires_at: outcome.expires_at, email: outcome.email })
    }
  },

  async createBrowserSession(call, services) {
    const outcome = await services.store.verifyPin(services.act(call), attemptOf(call.body, services))
    switch (outcome.kind) {
      case 'invalid': return call.refuse('INVALID_PIN')
      case 'session': return call.reply(201, present(outcome)).with({ 'Set-Cookie': services.cookies.keep(outcome.session_token) })
    }
  },

  async getAdminSession({ caller, reply }) {
    return reply(200, present(caller))
  },

  async endAdminSession(call, { store, cookies, act }) {
    await store.endSession(act(call), { session_id: call.caller.session_id })
    return call.reply(204).with(call.caller.sent_in === 'cookie' ? { 'Set-Cookie': cookies.forget } : {})
  },
} satisfies Partial<Handlers>

function attemptOf({ email, challenge_id, pin }: Schemas['PinVerificationRequest'], { master_key }: Pick<Services, 'master_key'>): PinAttempt {
  return { challenge_id, email: email.toLowerCase(), pin_correct: pinMatches(master_key, challenge_id, pin) }
}

type Shown = Pick<SessionCaller, 'email' | 'expires_at' | 'memberships' | 'operator'>
const present = ({ email, expires_at, memberships, operator }: Shown): Schemas['AdminSession'] =>
  ({ email, expires_at, memberships: memberships.map(({ organization_id, name, plan, role }) => ({ organization_id, name, plan, role })), operator })
