import { pin } from '../domain/secrets.ts'
import { PIN_LIFETIME_MS } from '../domain/limits.ts'
import type { OutboxItem } from '../domain/records.ts'
import type { Mail } from '../ports/mailer.ts'
import type { JobServices } from './jobs.ts'

const BATCH = 50

/** Delivers what waits in the outbox: at least once, outside any transaction. Returns how many items were closed or put back. */
export async function deliver(services: JobServices): Promise<number> {
  const due = await services.store.dueOutbox({ now: services.now(), limit: BATCH })
  for (const item of due) await deliverOne(services, item)
  return due.length
}

async function deliverOne(services: JobServices, item: OutboxItem): Promise<void> {
  const { store, mailer, act, onError } = services
  try {
    const mail = await pinMail(services, item)
    if (mail) await mailer.send(mail)
    await store.noteDelivered(act(), { outbox_id: item.outbox_id })
  } catch (cause) {
    onError(cause)
    await store.noteUndelivered(act(), { item, error: cause instanceof Error ? cause.message : String(cause) })
  }
}

/** The PIN is computed here and nowhere kept; a stranger's challenge gets no mail. */
async function pinMail({ store, master_key, now }: JobServices, item: OutboxItem): Promise<Mail | undefined> {
  const found = await store.findChallenge({ challenge_id: String(item.payload['challenge_id']) })
  if (!found?.known || found.challenge.expires_at <= now()) return undefined
  const { challenge_id, email } = found.challenge
  return {
    to: email,
    subject: 'Your sign-in PIN for the agent registry',
    text: [
      `Your PIN is ${pin(master_key, challenge_id)}`, '',
      `It is good for ${PIN_LIFETIME_MS / 60_000} minutes and for the sign-in that asked for it (challenge ${challenge_id}).`,
      'If you did not ask for it, somebody typed your address; you need not do anything.',
    ].join('\n'),
  }
}
