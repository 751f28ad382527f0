import { useState } from 'preact/hooks'
import {
  useAcceptInvitation,
  useDeclineInvitation,
  type OwnInvitation,
} from '../api/organizations.ts'
import { Button } from '../parts/forms/button.tsx'
import { ConfirmDialog } from '../parts/feedback/dialog.tsx'
import { Failure } from '../parts/feedback/failure.tsx'
import { RoleBadge } from '../parts/badges.tsx'
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
          {invited_by === undefined ? 'By the registry operator' : `By ${invited_by}`} ·{' '}
          {organization_id} · until <Time at={expires_at} format="day" />. You become a member only
          if you accept. Members can see when you sign in.
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
            This ends the invitation to <strong>{name}</strong>. The organization learns only that
            you declined.
          </p>
        </ConfirmDialog>
      )}
    </div>
  )
}
