import { pinKey } from '../../domain/organizations/sign-in.ts'
import { pin } from '../../domain/secrets.ts'
import { noMailer } from '../../ports/mailer.ts'
import { formatMinute, type Deliver } from './delivery.ts'
import { withoutLinks } from '../../domain/plain-text.ts'

const NO_MAIL_FOR_PIN =
  'no mail server is configured; svc-registry pin show --email EMAIL shows the PIN'

/** Mails a PIN, which is computed when the e-mail is sent. No e-mail is sent for an unknown person or an expired challenge. */
export const adminPin: Deliver = async (
  { store, mailer, master_keys, public_url, now },
  { outbox_id, payload },
) => {
  const found = await store.findChallenge({
    challenge_id: String(payload['challenge_id']),
    now: now(),
  })
  if (!found?.known || found.challenge.expires_at <= now()) return { kind: 'skipped' }
  // Configuring a mail server requires a restart, by which time the PIN has usually expired.
  if (mailer === noMailer) return { kind: 'skipped', reason: NO_MAIL_FOR_PIN }
  const { challenge_id, email, expires_at, created_at } = found.challenge
  const digits = await master_keys.use(async (keys) =>
    pin(pinKey(keys, found.challenge), challenge_id),
  )
  return mailer.send({
    id: `pin.${outbox_id}`,
    to: email,
    subject: 'Your sign-in PIN for the agent registry',
    text: [
      `Your PIN is ${digits}`,
      '',
      `Enter it where you are signing in to the agent registry ${public_url}`,
      '',
      `Requested: ${formatMinute(created_at)}`,
      `Valid until: ${formatMinute(expires_at)}, for this sign-in only`,
      `Challenge: ${challenge_id}`,
      '',
      'Never give this PIN to anyone. If you did not request it, someone else entered your address;',
      'they cannot sign in without the PIN, so you can ignore this e-mail.',
      '',
    ].join('\n'),
  })
}

const NO_MAIL_FOR_INVITATION =
  'no mail server is configured; the person sees the invitation after signing in'

/**
 * Mails an invitation. The address is unverified, so the only text from the inviting organization in the e-mail is its name, without links
 * (docs/specification/trust.md#invitations).
 */
export const invitation: Deliver = async ({ store, mailer, public_url, now }, { payload }) => {
  const invitation_id = String(payload['invitation_id'])
  const found = await store.findInvitation({ invitation_id, now: now() })
  if (!found) return { kind: 'skipped' }
  if (mailer === noMailer) return { kind: 'skipped', reason: NO_MAIL_FOR_INVITATION }
  const {
    invitation: { email, role, expires_at },
    organization,
  } = found
  return mailer.send({
    id: `${invitation_id}.invited`,
    to: email,
    subject: 'You have been invited to join an organization in the agent registry',
    text: [
      `The organization "${withoutLinks(organization.name)}" invites you to join it as ${role}.`,
      '',
      `To accept or decline, sign in with this address at the agent registry ${public_url}`,
      '',
      `Valid until: ${formatMinute(expires_at)}`,
      `Invitation: ${invitation_id}`,
      '',
      'You do not become a member unless you accept. If you do not know this organization, decline the invitation',
      'or let it expire.',
      '',
    ].join('\n'),
  })
}

const NO_MAIL_FOR_WARNING =
  'no mail server is configured; the dashboard shows keys that expire soon'

/** Warns an owner or admin about API keys that expire soon. Names come from the organization, so they appear without links. */
export const apiKeyExpiring: Deliver = async (
  { store, mailer, public_url, now },
  { outbox_id, payload },
) => {
  const { organization_id, user_id, keys } = payload
  const found = await store.findExpiryNotice({
    organization_id: String(organization_id),
    user_id: String(user_id),
    keys: Array.isArray(keys) ? keys.map(String) : [],
    now: now(),
  })
  if (!found) return { kind: 'skipped' }
  if (mailer === noMailer) return { kind: 'skipped', reason: NO_MAIL_FOR_WARNING }
  const name = withoutLinks(found.organization.name)
  return mailer.send({
    id: `key-expiry.${outbox_id}`,
    to: found.recipient.email,
    subject: 'API keys of your organization expire soon',
    text: [
      `Requests with an expired API key are rejected. These keys of the organization "${name}" expire soon:`,
      '',
      ...found.keys.map(
        ({ key_id, name: title, preview, expires_at }) =>
          `${formatMinute(expires_at!)}  ${preview}…  ${key_id}  "${withoutLinks(title)}"`,
      ),
      '',
      `Replace them in time on the "API keys" page of the agent registry ${public_url}`,
      'A key and its replacement both work until the old one expires or you revoke it.',
      '',
    ].join('\n'),
  })
}
