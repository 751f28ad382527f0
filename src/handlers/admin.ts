import { PIN_PER_ADDRESS, PIN_PER_EMAIL, PIN_PER_EMAIL_A_DAY } from '../auth/limits.ts'
import { tooMany } from '../auth/gates.ts'
import { rateLimitHeaders } from '../auth/rate-limiter.ts'
import { pinMatches } from '../domain/secrets.ts'
import type { Handlers } from './services.ts'

/** Sign-in by a PIN that comes by e-mail (Interface, Admin session; Authentication 3). */
export const admin = {
  async requestAdminPin(call, { store, limiter, act }) {
    const email = call.body.email.toLowerCase()
    const limits = ([[PIN_PER_ADDRESS, call.request.ip], [PIN_PER_EMAIL, email], [PIN_PER_EMAIL_A_DAY, email]] as const).map(([limit, key]) => limiter.counted(limit, key))
    const outcome = await store.requestPinWithin(act(call), { email, limits })
    if (outcome.kind === 'limited') return call.refuse('RATE_LIMITED', tooMany(outcome.rate))
    const { challenge_id, expires_at } = outcome.challenge
    return call.reply(200, { challenge_id, expires_at, delivery: 'email' }).with(rateLimitHeaders(outcome.rate))
  },

  async verifyAdminPin(call, { store, master_key, act }) {
    const { challenge_id, pin } = call.body
    const pin_correct = pinMatches(master_key, challenge_id, pin)
    const outcome = await store.verifyPin(act(call), { challenge_id, email: call.body.email.toLowerCase(), pin_correct })
    switch (outcome.kind) {
      case 'invalid': return call.refuse('INVALID_PIN')
      case 'session': return call.reply(200, { session_token: outcome.session_token, expires_at: outcome.expires_at, email: outcome.email })
    }
  },

  async getAdminSession({ caller: { email, expires_at, memberships }, reply }) {
    return reply(200, { email, expires_at, memberships: memberships.map(({ organization_id, name, plan, role }) => ({ organization_id, name, plan, role })) })
  },

  async endAdminSession(call, { store, act }) {
    await store.endSession(act(call), { session_id: call.caller.session_id })
    return call.reply(204)
  },
} satisfies Partial<Handlers>
