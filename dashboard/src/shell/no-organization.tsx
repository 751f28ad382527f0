import type { Session } from '../api/session.ts'
import { Button } from '../parts/button.tsx'
import { Empty } from '../parts/empty.tsx'
import { Invitations } from './invitations.tsx'
import { useLeaving } from './leaving.ts'

/** For somebody who is signed in and belongs nowhere, perhaps to answer an invitation. */
export function NoOrganization({ session: { email, invitations } }: { session: Session }) {
  const leave = useLeaving()
  return (
    <main class="lonely">
      <h1 class="hidden">Agent Registry</h1>
      <Invitations of={invitations} />
      <Empty title="No organization yet" actions={<Button onClick={leave}>Sign out</Button>}>
        {invitations.length > 0
          ? `${email} belongs to no organization. Accept an invitation to join one.`
          : `${email} belongs to no organization. Ask an owner to invite this address, then come back.`}
      </Empty>
    </main>
  )
}
