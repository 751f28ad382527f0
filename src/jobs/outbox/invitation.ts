import { withoutLinks } from '../../domain/plain-text.ts'
import { noMailer } from '../../ports/mailer.ts'
import { formatMinute, type Deliver } from './delivery.ts'

const SIGN_IN = 'no mail server is configured; the person sees the invitation after signing in'

/**
 * Mails an invitation. The address is unverified, so the mail contains nothing of the inviting organization but its name, without links
 * (docs/specification/trust.md#invitations).
 */
export const invitation: Deliver = async ({ store, mailer, public_url, now }, { payload }) => {
  const invitation_id = String(payload['invitation_id'])
  const found = await store.findInvitation({ invitation_id, now: now() })
  if (!found) return { kind: 'pointless' }
  if (mailer === noMailer) return { kind: 'pointless', reason: SIGN_IN }
  const {
    invitation: { email, role, expires_at },
    organization,
  } = found
  return mailer.send({
    id: `${invitation_id}.invited`,
    to: email,
    subject: 'You are invited to an organization of the agent registry',
    text: [
      `The organization "${withoutLinks(organization.name)}" invites you to join it as ${role}.`,
      '',
      `To accept or decline, sign in with this address at the agent registry ${public_url}`,
      '',
      `Good until: ${formatMinute(expires_at)}`,
      `Invitation: ${invitation_id}`,
      '',
      'Until you accept you belong to nothing, and you need not do anything. If you do not know this organization,',
      'decline the invitation or let it expire.',
      '',
    ].join('\n'),
  })
}
