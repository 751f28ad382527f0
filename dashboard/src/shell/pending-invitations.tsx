import { useState } from 'preact/hooks'
import {
  useAcceptInvitation,
  useDeclineInvitation,
  type OwnInvitation,
} from '../api/organizations.ts'
import { Button } from '../parts/forms/button.tsx'
import { ConfirmDialog } from '../parts/feedback/dialog.tsx'
import { Failure } from '../parts/feedback/failure.tsx'
import { RoleBadge } from '../entities/status-badges.tsx'
import { Time } from '../parts/text/time.tsx'
import { toast } from '../parts/feedback/toasts.tsx'

/** Lists the open invitations of the user, who can accept or decline each. */
export const PendingInvitations = ({ invitations }: { invitations: readonly OwnInvitation[] }) =>
  invitations.length === 0 ? null : (
    <section class="invitations" aria-label="Invitations">
      {invitations.map((invitation) => (
        <InvitationCard key={invitation.invitation_id} invitation={invitation} />
      ))}
    </section>
  )

function InvitationCard({
  invitation: { invitation_id, name, organization_id, role, invited_by, expires_at },
}: {
  invitation: OwnInvitation
}) {
  const [declining, setDeclining] = useState(false)
  const accept = useAcceptInvitation()
  const decline = useDeclineInvitation()
  const onDeclined = () => {
    setDeclining(false)
    toast('Invitation declined.')
  }
  return (
    <div class="invitation">
      <div>
        <p>
          You are invited to join <strong>{name}</strong> as <RoleBadge role={role} />
        </p>
        <p class="muted small">
          Invited by {invited_by ?? 'the registry operator'} · {organization_id} · expires{' '}
          <Time at={expires_at} format="day" />. You become a member only if you accept. Members can
          see when you sign in.
        </p>
      </div>
      <span class="actions">
        <Button onClick={() => setDeclining(true)} aria-label={`Decline the invitation to ${name}`}>
          Decline
        </Button>
        <Button
          variant="primary"
          pending={accept.isPending}
          aria-label={`Accept the invitation to ${name}`}
          onClick={() =>
            accept.mutate(invitation_id, { onSuccess: () => toast(`You joined ${name}.`) })
          }
        >
          Accept
        </Button>
      </span>
      {accept.error && <Failure error={accept.error} />}
      {declining && (
        <ConfirmDialog
          title="Decline invitation"
          action="Decline"
          open
          onClose={() => setDeclining(false)}
          pending={decline.isPending}
          error={decline.error}
          onConfirm={() => decline.mutate(invitation_id, { onSuccess: onDeclined })}
        >
          <p>
            You will no longer be able to join <strong>{name}</strong> with this invitation. The
            organization is told only that you declined.
          </p>
        </ConfirmDialog>
      )}
    </div>
  )
}
