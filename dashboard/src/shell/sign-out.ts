import { useSignOut } from '../api/session.ts'
import { toast } from '../parts/feedback/toasts.tsx'

/** The way out; somebody who walks away has to know when it is closed. */
export function useSignOutAction(): () => void {
  const signOut = useSignOut()
  return () =>
    signOut.mutate(undefined, {
      onError: ({ message }) => toast(`You are still signed in. ${message}`, 'bad'),
    })
}
