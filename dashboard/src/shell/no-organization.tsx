import { Button } from '../parts/button.tsx'
import { Empty } from '../parts/empty.tsx'
import { useLeaving } from './leaving.ts'

/** For somebody who is signed in and belongs nowhere. */
export function NoOrganization({ email }: { email: string }) {
  const leave = useLeaving()
  return (
    <main class="lonely">
      <Empty title="No organization yet" actions={<Button onClick={leave}>Sign out</Button>}>
        {email} belongs to no organization. Ask an owner to add this address as a member, then come back.
      </Empty>
    </main>
  )
}
