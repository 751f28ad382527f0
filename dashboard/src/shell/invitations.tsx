import { useState } from 'preact/hooks'
import { useAccept, useDecline, type OwnInvitation } from '../api/invitations.ts'
import { Button } from '../parts/button.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { Failure } from '../parts/failure.tsx'
import { RoleBadge } from '../parts/role-badge.tsx'
import { Time } from '../parts/time.tsx'
import { say } from './toasts.tsx'

/** The invitations that wait for the person who is signed in, each with its two answers. */
export const Invitations = ({ of }: { of: readonly OwnInvitation[] }) =>
  of.length === 0 ? null : (
    <section class="invitations" aria-label="Invitations">
      {of.map((invitation) => (
        <Waiting key={invitation.invitation_id} invitation={invitation} />
      ))}
    </section>
  )

function Waiting({
  invitation: { invitation_id, name, organization_id, role, invited_by, expires_at },
}: {
  invitation: OwnInvitation
}) {
  const [declining, setDeclining] = useState(false)
  const accept = useAccept()
  const decline = useDecline()
  const declined = () => {
    setDeclining(false)
    say('The invitation is declined.')
  }
  return (
    <div class="invitation">
      <div>
        <p>
          You are invited to join <strong>{name}</strong> as <RoleBadge role={role} />
        </p>
        <p class="muted small">
          {invited_by === undefined ? 'By the operator of the registry' : `By ${invited_by}`} ·{' '}
          {organization_id} · until <Time at={expires_at} as="day" />. You belong to it only once
          you accept; then it sees when you sign in.
        </p>
      </div>
      <span class="actions">
        <Button onClick={() => setDeclining(true)} aria-label={`Decline the invitation to ${name}`}>
          Decline
        </Button>
        <Button
          look="primary"
          pending={accept.isPending}
          aria-label={`Accept the invitation to ${name}`}
          onClick={() =>
            accept.mutate(invitation_id, { onSuccess: () => say(`You belong to ${name}.`) })
          }
        >
          Accept
        </Button>
      </span>
      {accept.error && <Failure error={accept.error} />}
      {declining && (
        <Confirm
          title="Decline invitation"
          deed="Decline"
          open
          onClose={() => setDeclining(false)}
          pending={decline.isPending}
          error={decline.error}
          onConfirm={() => decline.mutate(invitation_id, { onSuccess: declined })}
        >
          <p>
            The invitation to <strong>{name}</strong> ends. It is told that you declined, and
            nothing else.
          </p>
        </Confirm>
      )}
    </div>
  )
}
