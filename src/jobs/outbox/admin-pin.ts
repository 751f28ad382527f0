import { pin } from '../../domain/secrets.ts'
import { noMailer } from '../../ports/mailer.ts'
import { formatMinute, type Deliver } from './delivery.ts'

const NO_MAIL_SERVER =
  'no mail server is configured; svc-registry pin show --email EMAIL reads the PIN'

/** Mails a PIN, which is computed at this moment. No mail is sent for an unknown person or an expired challenge. */
export const adminPin: Deliver = async (
  { store, mailer, master_key, public_url, now },
  { outbox_id, payload },
) => {
  const found = await store.findChallenge({
    challenge_id: String(payload['challenge_id']),
    now: now(),
  })
  if (!found?.known || found.challenge.expires_at <= now()) return { kind: 'pointless' }
  // Configuring a mail server takes a restart, by which time the PIN has usually expired.
  if (mailer === noMailer) return { kind: 'pointless', reason: NO_MAIL_SERVER }
  const { challenge_id, email, expires_at, created_at } = found.challenge
  return mailer.send({
    id: `pin.${outbox_id}`,
    to: email,
    subject: 'Your sign-in PIN for the agent registry',
    text: [
      `Your PIN is ${pin(master_key, challenge_id)}`,
      '',
      `Type it where you are signing in to the agent registry ${public_url}`,
      '',
      `Asked for: ${formatMinute(created_at)}`,
      `Good until: ${formatMinute(expires_at)}, for this sign-in only`,
      `Challenge: ${challenge_id}`,
      '',
      'Nobody will ever ask you for this PIN. If you are not signing in, somebody typed your address;',
      'without the PIN nothing happens, and you need not do anything.',
      '',
    ].join('\n'),
  })
}
