import { useSignOut } from '../api/session.ts'
import { Button } from '../parts/button.tsx'
import { Empty } from '../parts/empty.tsx'

export function NoOrganization({ email }: { email: string }) {
  const signOut = useSignOut()
  return (
    <main class="lonely">
      <Empty title="No organization yet" actions={<Button onClick={() => signOut.mutate()}>Sign out</Button>}>
        {email} belongs to no organization. Ask an owner to add this address as a member, then come back.
      </Empty>
    </main>
  )
}
