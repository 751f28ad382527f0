import { useLeave } from '../api/invitations.ts'
import type { Membership } from '../api/session.ts'
import { Confirm } from '../parts/confirm.tsx'
import { say } from './toasts.tsx'

/** Asks whether to leave an organization, and leaves. */
export function LeaveOrganization({
  organization: { organization_id, name },
  onClose,
}: {
  organization: Membership
  onClose: () => void
}) {
  const leave = useLeave()
  const gone = () => {
    onClose()
    say(`You have left ${name}.`)
  }
  return (
    <Confirm
      title={`Leave ${name}`}
      deed="Leave"
      open
      onClose={onClose}
      pending={leave.isPending}
      error={leave.error}
      onConfirm={() => leave.mutate(organization_id, { onSuccess: gone })}
    >
      <p>
        You no longer reach <strong>{name}</strong> from the next request on, and invitations that
        you made and nobody has answered are withdrawn. API keys stay as they are. To come back you
        need an invitation.
      </p>
    </Confirm>
  )
}
