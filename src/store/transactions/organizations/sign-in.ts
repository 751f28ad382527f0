import { ADMIN_SESSION_MS, PIN_LIFETIME_MS } from '../../../domain/limits.ts'
import { isOpen } from '../../../domain/organizations/pin-challenge.ts'
import type { PinChallenge } from '../../../domain/records.ts'
import { elapsed, plus, type Timestamp } from '../../../domain/time.ts'
import { sha256Hex } from '../../../domain/crypto/hash.ts'
import { ADMIN_SESSION_PREFIX, mint } from '../../../domain/tokens.ts'
import { newId, type CallContext } from '../../context.ts'
import type { ReadTx, Tx } from '../../database.ts'
import { appendAudit, type Happening } from '../audit/records.ts'
import { mayEnter, membershipsOf, rolesOf, type Roles } from '../credentials.ts'
import { isInvited } from './invitations.ts'
import { queueDelivery } from '../outbox.ts'
import { countRequest, isMarked, mark, type Counted } from '../rates.ts'

/**
 * Opens a PIN challenge. A stranger's e-mail gets the same rows and the same answer as a member's, and one challenge never
 * invalidates another; who gets mail is decided at delivery.
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
  await audited(
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
    consumed_at: null,
  }
  await tx.pin_challenges.insert(challenge)
  return challenge
}

/** What bounds the PINs of one person. */
export interface PinLimits {
  readonly email: string
  /** Of the address that asks, and of the person at this address: beyond them it is refused. */
  readonly limits: readonly Counted[]
  /** Of mails that strangers cause: beyond it none is sent, and nobody is refused. */
  readonly mails?: Counted
  /** Marked where the address that asks has signed in as this person before: then it is no stranger's. */
  readonly signed_in?: Counted
}

/** The same, unless too many were asked for. Nobody is refused for what others asked for (docs/specification/trust.md#pin). */
export async function requestPinWithin(
  tx: Tx,
  context: CallContext,
  { email, limits, mails, signed_in }: PinLimits,
) {
  const rate = await countRequest(tx, context, { limits })
  if (!rate.allowed) return { kind: 'limited' as const, rate }
  const strangers =
    mails && !(signed_in && (await isMarked(tx, context, signed_in))) ? mails : undefined
  const mailed = !strangers || (await countRequest(tx, context, { limits: [strangers] })).allowed
  return {
    kind: 'opened' as const,
    rate,
    challenge: await requestPin(tx, context, { email, mailed }),
  }
}

/** Opens a sign-in for a person whom no mail reaches. The operator hands out its PIN. */
export async function createSignIn(
  tx: Tx,
  context: CallContext,
  { email }: { email: string },
): Promise<{ kind: 'nobody' } | { kind: 'opened'; challenge: PinChallenge }> {
  if (!mayEnter(await rolesOf(tx, email))) return { kind: 'nobody' }
  const challenge = await openChallenge(tx, context, { email, handed_out: true })
  await audited(tx, context, 'admin.session_created', challenge)
  return { kind: 'opened', challenge }
}

/** `pin_correct` is found out before, since a PIN follows from its challenge; counting the attempt is what must be atomic. */
export interface PinAttempt {
  challenge_id: string
  email: string
  pin_correct: boolean
  signed_in?: Counted
}
export type PinOutcome =
  | { kind: 'invalid' }
  | ({ kind: 'session'; session_token: string; expires_at: Timestamp; email: string } & Roles)

/**
 * Judges one attempt to sign in. A challenge takes five attempts, however many arrive at once, and opens one session
 * (docs/specification/organizations.md#i-36). If nobody was given the PIN, no attempt succeeds, because strangers with very many addresses
 * could otherwise guess five times for each challenge that they open (docs/specification/trust.md#pin).
 */
export async function verifyPin(
  tx: Tx,
  context: CallContext,
  { challenge_id, email, pin_correct, signed_in }: PinAttempt,
): Promise<PinOutcome> {
  const challenge = await tx.pin_challenges.get({ challenge_id })
  if (!challenge || challenge.email !== email) return { kind: 'invalid' }
  if (!isOpen(challenge, context.now)) return { kind: 'invalid' }
  const attempts = challenge.attempts + 1
  const roles = await rolesOf(tx, email)
  const invited = await isInvited(tx, { email, now: context.now })
  if (!pin_correct || !challenge.handed_out || !(mayEnter(roles) || invited)) {
    await tx.pin_challenges.update({ challenge_id }, { attempts })
    await audited(tx, context, 'admin.login_failed', challenge, {
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
  if (signed_in) await mark(tx, context, signed_in)
  const person: CallContext = {
    ...context,
    actor: { type: 'member', id: email, ip: context.actor.ip },
  }
  await audited(tx, person, 'admin.login_succeeded', challenge)
  return { kind: 'session', session_token: token, expires_at, email, ...roles }
}

export type ShownPin =
  | { kind: 'nobody' | 'none' }
  | { kind: 'open'; challenge: PinChallenge; left_ms: number; waiting: number }

/**
 * Finds the challenge whose PIN an operator reads: of those that still take theirs, the newest of somebody who may sign in. The reading is
 * on record.
 * `left_ms` is the time until it expires, `waiting` the number of sign-ins of this e-mail that are open.
 */
export async function showPin(
  tx: Tx,
  context: CallContext,
  { email }: { email: string },
): Promise<ShownPin> {
  if (!(await maySignIn(tx, { email, now: context.now }))) return { kind: 'nobody' }
  // All live equally long, so the last to expire is the newest; and there is an index.
  const alive = await tx.pin_challenges.find({
    where: { email, expires_at: { gt: context.now } },
    orderBy: ['expires_at'],
    descending: true,
  })
  const open = alive.filter((one) => isOpen(one, context.now))
  const [challenge] = open
  if (!challenge) return { kind: 'none' }
  await tx.pin_challenges.update({ challenge_id: challenge.challenge_id }, { handed_out: true })
  await audited(tx, context, 'admin.pin_shown', challenge)
  return {
    kind: 'open',
    challenge,
    left_ms: elapsed(context.now, challenge.expires_at),
    waiting: open.length,
  }
}

/** Ends a session at once. */
export const endSession = (tx: Tx, _: CallContext, { session_id }: { session_id: string }) =>
  tx.admin_sessions.delete({ session_id })

/** The challenge a mail is about, and whether anybody is there to get it. */
export async function findChallenge(
  tx: ReadTx,
  { challenge_id, now }: { challenge_id: string; now: Timestamp },
): Promise<{ challenge: PinChallenge; known: boolean } | undefined> {
  const challenge = await tx.pin_challenges.get({ challenge_id })
  return challenge && { challenge, known: await maySignIn(tx, { email: challenge.email, now }) }
}

/** Members, operators and those who are invited sign in. An invitation lets its person answer it and nothing else (docs/specification/trust.md#invitations). */
const maySignIn = async (tx: ReadTx, person: { email: string; now: Timestamp }): Promise<boolean> =>
  mayEnter(await rolesOf(tx, person.email)) || (await isInvited(tx, person))

/** On record with the first organization that the person belongs to, or with the platform when the e-mail is nobody's, an operator's only, or only invited. */
async function audited(
  tx: Tx,
  context: CallContext,
  event_type: Happening['event_type'],
  challenge: PinChallenge,
  more: Partial<Happening> = {},
): Promise<void> {
  const [membership] = await membershipsOf(tx, challenge.email)
  await appendAudit(tx, context, {
    event_type,
    organization_id: membership?.organization_id ?? null,
    target: { type: 'pin_challenge', id: challenge.challenge_id },
    ...more,
  })
}
