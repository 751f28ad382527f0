import { pin } from '../../domain/secrets.ts'
import { noMailer } from '../../ports/mailer.ts'
import { inWords, type Deliver } from './delivery.ts'

const READ_IT = 'no mail server is configured; svc-registry pin show --email EMAIL reads the PIN'

/** Mails a PIN, which is computed for it; a stranger's challenge gets no mail, nor does one that is over. */
export const adminPin: Deliver = async (
  { store, mailer, master_key, public_url, now },
  { outbox_id, payload },
) => {
  const found = await store.findChallenge({
    challenge_id: String(payload['challenge_id']),
    now: now(),
  })
  if (!found?.known || found.challenge.expires_at <= now()) return { kind: 'pointless' }
  // A mail server comes with a restart, which a PIN hardly outlives.
  if (mailer === noMailer) return { kind: 'pointless', reason: READ_IT }
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
      `Asked for: ${inWords(created_at)}`,
      `Good until: ${inWords(expires_at)}, for this sign-in only`,
      `Challenge: ${challenge_id}`,
      '',
      'Nobody will ever ask you for this PIN. If you are not signing in, somebody typed your address;',
      'without the PIN nothing happens, and you need not do anything.',
      '',
    ].join('\n'),
  })
}
