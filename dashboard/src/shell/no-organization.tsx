import type { Session } from '../api/session.ts'
import { Button } from '../parts/forms/button.tsx'
import { EmptyState } from '../parts/feedback/empty-state.tsx'
import { PendingInvitations } from './pending-invitations.tsx'
import { useSignOutAction } from './sign-out.ts'

/** Tells a user that they belong to no organization, and lists their invitations. */
export function NoOrganization({ session: { email, invitations } }: { session: Session }) {
  const signOut = useSignOutAction()
  return (
    <main class="standalone">
      <h1 class="hidden">Agent Registry</h1>
      <PendingInvitations invitations={invitations} />
      <EmptyState title="No organization yet" actions={<Button onClick={signOut}>Sign out</Button>}>
        {invitations.length > 0
          ? `${email} belongs to no organization. Accept an invitation to join one.`
          : `${email} belongs to no organization. Ask an owner to invite this address.`}
      </EmptyState>
    </main>
  )
}
