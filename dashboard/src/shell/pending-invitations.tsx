import { useEffect, useRef, useState } from 'preact/hooks'
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
import { ORGANIZATION_PARAMETER, pageUrl } from '../urls.ts'
import { useCurrentUser } from './current-user.tsx'

interface Props {
  readonly invitations: readonly OwnInvitation[]
  /** Whether only one line is shown until the user opens the list. */
  readonly collapsed?: boolean
  readonly onJoined?: (invitation: OwnInvitation) => void
}

/** Lists the open invitations of the user, who can accept or decline each. */
export function PendingInvitations({
  invitations,
  collapsed = false,
  onJoined = ({ name }) => toast(`You joined ${name}.`),
}: Props) {
  const [first] = invitations
  if (!first) return null
  const cards = invitations.map((invitation) => (
    <InvitationCard
      key={invitation.invitation_id}
      invitation={invitation}
      onJoined={() => onJoined(invitation)}
    />
  ))
  return (
    <section class="invitations" aria-label="Invitations">
      {collapsed ? (
        <details class="more">
          <summary>
            {invitations.length === 1
              ? `Open invitation: ${first.name}`
              : `${invitations.length} open invitations`}
          </summary>
          {cards}
        </details>
      ) : (
        cards
      )}
    </section>
  )
}

/** Shows the open invitations above a page, and, after one is accepted, a link to the organization that the user has joined. */
export function InvitationsOfUser({ collapsed }: { collapsed: boolean }) {
  const { session, organization } = useCurrentUser()
  const [joined, setJoined] = useState<OwnInvitation>()
  const isOpen = joined?.organization_id === organization?.organization_id
  useEffect(() => {
    if (isOpen) setJoined(undefined)
  }, [isOpen])
  return (
    <>
      {joined && !isOpen && (
        <Joined key={joined.invitation_id} {...joined} onClose={() => setJoined(undefined)} />
      )}
      <PendingInvitations
        invitations={session.invitations}
        collapsed={collapsed}
        onJoined={setJoined}
      />
    </>
  )
}

/** Offers to open the organization that the user has joined. The link gets the focus, because the button that had it is gone. */
function Joined({
  name,
  organization_id,
  onClose,
}: Pick<OwnInvitation, 'name' | 'organization_id'> & { onClose: () => void }) {
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => link.current?.focus(), [])
  return (
    <section class="invitations" aria-label="Joined organization">
      <div class="invitation">
        <div>
          <p id="joined">
            You joined <strong>{name}</strong>.
          </p>
        </div>
        <span class="actions">
          <Button onClick={onClose}>Dismiss</Button>
          <a
            ref={link}
            class="button primary"
            aria-describedby="joined"
            href={pageUrl('overview', {}, { [ORGANIZATION_PARAMETER]: organization_id })}
          >
            Open {name}
          </a>
        </span>
      </div>
    </section>
  )
}

function InvitationCard({
  invitation: { invitation_id, name, organization_id, role, invited_by, expires_at },
  onJoined,
}: {
  invitation: OwnInvitation
  onJoined: () => void
}) {
  const [declining, setDeclining] = useState(false)
  const accept = useAcceptInvitation()
  const decline = useDeclineInvitation()
  const onDeclined = () => {
    setDeclining(false)
    toast('Invitation declined.')
  }
  // The card is gone when the mutation ends, so its own callbacks would not be called. The card shows the error.
  const join = () => void accept.mutateAsync(invitation_id).then(onJoined, () => undefined)
  return (
    <div class="invitation">
      <div>
        <p>
          You are invited to join <strong>{name}</strong> as <RoleBadge role={role} />
        </p>
        <p class="muted small">
          Invited by {invited_by ?? 'the registry operator'} · {organization_id} · expires{' '}
          <Time at={expires_at} format="day" />. You join only if you accept. Then your sign-ins may
          be recorded in its audit log, which its owners, admins and auditors can read.
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
          onClick={join}
        >
          Accept
        </Button>
      </span>
      {accept.error && <Failure error={accept.error} changes />}
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
