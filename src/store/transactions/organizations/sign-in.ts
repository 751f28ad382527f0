import { ADMIN_SESSION_MS, PIN_LIFETIME_MS } from '../../../domain/limits.ts'
import { acceptsPin } from '../../../domain/organizations/sign-in.ts'
import type { PinChallenge } from '../../../domain/records.ts'
import { elapsed, plus, type Timestamp } from '../../../domain/time.ts'
import { sha256Hex } from '../../../domain/crypto/hash.ts'
import { ADMIN_SESSION_PREFIX, mint } from '../../../domain/tokens.ts'
import { newId } from '../../../domain/uuid.ts'
import type { CallContext } from '../../context.ts'
import type { ReadTx, Tx } from '../../database.ts'
import { appendAudit, type AuditEntry } from '../audit/records.ts'
import { hasAccess, membershipsOf, rolesOf, type Roles } from '../credentials.ts'
import { isInvited } from './invitations.ts'
import { queueDelivery } from '../outbox.ts'
import { readKeyIdInForce } from '../trust/master-keys.ts'
import { countRequest, isBucketMarked, markBucket, type BucketLimit } from '../rates.ts'

/**
 * Opens a PIN challenge. The rows and the result are the same for unknown e-mail addresses, to which the outbox delivers no e-mail. A
 * challenge never invalidates another one.
 */
export async function requestPin(
  tx: Tx,
  context: CallContext,
  { email, mailed = true }: { email: string; mailed?: boolean },
): Promise<PinChallenge> {
  const challenge = await openChallenge(tx, context, { email, handed_out: mailed })
  if (mailed)
    await queueDelivery(
      tx,
      context,
      'admin_pin',
      { challenge_id: challenge.challenge_id },
      sha256Hex(email).slice(0, 32),
    )
  await auditChallenge(
    tx,
    context,
    'admin.pin_requested',
    challenge,
    mailed ? {} : { metadata: { mailed } },
  )
  return challenge
}

async function openChallenge(
  tx: Tx,
  context: CallContext,
  { email, handed_out }: Pick<PinChallenge, 'email' | 'handed_out'>,
): Promise<PinChallenge> {
  const challenge: PinChallenge = {
    challenge_id: newId(context),
    email,
    created_at: context.now,
    expires_at: plus(context.now, PIN_LIFETIME_MS),
    attempts: 0,
    handed_out,
    master_key_id: await readKeyIdInForce(tx),
    consumed_at: null,
  }
  await tx.pin_challenges.insert(challenge)
  return challenge
}

/** The limits on requests for PINs. */
export interface PinLimits {
  readonly email: string
  /** Limits for the client's address, and for this person from this address; beyond them the request is refused. */
  readonly limits: readonly BucketLimit[]
  /** The limit on e-mails that requests from unknown clients trigger. Beyond it no e-mail is sent, but the request is not refused. */
  readonly email_limit?: BucketLimit
  /** The bucket that is marked if this person has signed in from the client's address before. In this case `email_limit` does not apply. */
  readonly signed_in?: BucketLimit
}

/**
 * Opens a PIN challenge within rate limits. Requests from other addresses never cause a refusal (docs/specification/trust.md#pin).
 */
export async function requestPinWithinLimits(
  tx: Tx,
  context: CallContext,
  { email, limits, email_limit, signed_in }: PinLimits,
) {
  const rate = await countRequest(tx, context, { limits })
  if (!rate.allowed) return { kind: 'limited' as const, rate }
  const applicable =
    email_limit && !(signed_in && (await isBucketMarked(tx, context, signed_in)))
      ? email_limit
      : undefined
  const mailed = !applicable || (await countRequest(tx, context, { limits: [applicable] })).allowed
  return {
    kind: 'opened' as const,
    rate,
    challenge: await requestPin(tx, context, { email, mailed }),
  }
}

/** Opens a sign-in challenge for a person who cannot receive mail. The operator gives them the PIN. */
export async function createSignIn(
  tx: Tx,
  context: CallContext,
  { email }: { email: string },
): Promise<{ kind: 'may_not_sign_in' } | { kind: 'opened'; challenge: PinChallenge }> {
  if (!(await maySignIn(tx, { email, now: context.now }))) return { kind: 'may_not_sign_in' }
  const challenge = await openChallenge(tx, context, { email, handed_out: true })
  await auditChallenge(tx, context, 'admin.session_created', challenge)
  return { kind: 'opened', challenge }
}

/** An attempt to sign in. `pin_correct` compares its PIN with that of a challenge, so that no transaction receives a master key. */
export interface PinAttempt {
  challenge_id: string
  email: string
  pin_correct: (challenge: PinChallenge) => boolean
  signed_in?: BucketLimit
}
export type PinOutcome =
  | { kind: 'invalid' }
  | ({ kind: 'session'; session_token: string; expires_at: Timestamp; email: string } & Roles)

/**
 * Processes one attempt to sign in. A challenge permits five attempts, even if more arrive at the same time, and opens one session
 * (docs/specification/organizations.md#i-36). If the PIN was not given to anyone, no attempt succeeds, because attackers with very many
 * addresses could otherwise make five guesses for each challenge that they open (docs/specification/trust.md#pin).
 */
export async function verifyPin(
  tx: Tx,
  context: CallContext,
  { challenge_id, email, pin_correct, signed_in }: PinAttempt,
): Promise<PinOutcome> {
  const challenge = await tx.pin_challenges.get({ challenge_id })
  if (!challenge || challenge.email !== email) return { kind: 'invalid' }
  if (!acceptsPin(challenge, context.now)) return { kind: 'invalid' }
  const attempts = challenge.attempts + 1
  const roles = await rolesOf(tx, email)
  const invited = await isInvited(tx, { email, now: context.now })
  if (!pin_correct(challenge) || !challenge.handed_out || !(hasAccess(roles) || invited)) {
    await tx.pin_challenges.update({ challenge_id }, { attempts })
    await auditChallenge(tx, context, 'admin.login_failed', challenge, {
      outcome: 'failure',
      metadata: { attempts },
    })
    return { kind: 'invalid' }
  }
  await tx.pin_challenges.update({ challenge_id }, { attempts, consumed_at: context.now })
  const { token, hash } = mint(ADMIN_SESSION_PREFIX, context.random(32))
  const expires_at = plus(context.now, ADMIN_SESSION_MS)
  await tx.admin_sessions.insert({
    session_id: `ses_${newId(context)}`,
    hash,
    email,
    created_at: context.now,
    expires_at,
  })
  if (signed_in) await markBucket(tx, context, signed_in)
  const memberContext: CallContext = {
    ...context,
    actor: { type: 'member', id: email, ip: context.actor.ip },
  }
  await auditChallenge(tx, memberContext, 'admin.login_succeeded', challenge)
  return { kind: 'session', session_token: token, expires_at, email, ...roles }
}

export type ShownPin =
  | { kind: 'may_not_sign_in' | 'no_challenge' }
  | { kind: 'open'; challenge: PinChallenge; remaining_ms: number; waiting: number }

/**
 * Returns the newest open challenge of a person who may sign in, so that an operator can read out its PIN. This is recorded in the audit
 * log. `remaining_ms` is the time until the challenge expires, and `waiting` the number of open challenges of this e-mail address.
 */
export async function showPin(
  tx: Tx,
  context: CallContext,
  { email }: { email: string },
): Promise<ShownPin> {
  if (!(await maySignIn(tx, { email, now: context.now }))) return { kind: 'may_not_sign_in' }
  // All challenges have the same lifetime, so the newest one expires last. There is an index by expiry.
  const unexpired = await tx.pin_challenges.find({
    where: { email, expires_at: { gt: context.now } },
    orderBy: ['expires_at'],
    descending: true,
  })
  const open = unexpired.filter((candidate) => acceptsPin(candidate, context.now))
  const [challenge] = open
  if (!challenge) return { kind: 'no_challenge' }
  await tx.pin_challenges.update({ challenge_id: challenge.challenge_id }, { handed_out: true })
  await auditChallenge(tx, context, 'admin.pin_shown', challenge)
  return {
    kind: 'open',
    challenge,
    remaining_ms: elapsed(context.now, challenge.expires_at),
    waiting: open.length,
  }
}

/** Ends a session. */
export const endSession = (tx: Tx, _: CallContext, { session_id }: { session_id: string }) =>
  tx.admin_sessions.delete({ session_id })

/** Returns the challenge whose PIN is to be mailed, and whether its person may sign in. Otherwise the e-mail is not sent. */
export async function findChallenge(
  tx: ReadTx,
  { challenge_id, now }: { challenge_id: string; now: Timestamp },
): Promise<{ challenge: PinChallenge; known: boolean } | undefined> {
  const challenge = await tx.pin_challenges.get({ challenge_id })
  return challenge && { challenge, known: await maySignIn(tx, { email: challenge.email, now }) }
}

/**
 * Returns whether a person may sign in, as a member, an operator or an invited person. Invited people may only respond to their
 * invitations (docs/specification/trust.md#invitations).
 */
const maySignIn = async (tx: ReadTx, person: { email: string; now: Timestamp }): Promise<boolean> =>
  hasAccess(await rolesOf(tx, person.email)) || (await isInvited(tx, person))

/** Appends an audit record to the chain of the person's first organization, or to the platform's chain if they belong to none. */
async function auditChallenge(
  tx: Tx,
  context: CallContext,
  event_type: AuditEntry['event_type'],
  challenge: PinChallenge,
  details: Partial<AuditEntry> = {},
): Promise<void> {
  const [membership] = await membershipsOf(tx, challenge.email)
  await appendAudit(tx, context, {
    event_type,
    organization_id: membership?.organization_id ?? null,
    target: { type: 'pin_challenge', id: challenge.challenge_id },
    ...details,
  })
}
