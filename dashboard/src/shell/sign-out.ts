import { useSignOut } from '../api/session.ts'
import { toast } from '../parts/feedback/toasts.tsx'

/** Returns a function that signs the user out, and reports a failure, so that nobody leaves a session open by mistake. */
export function useSignOutAction(): () => void {
  const signOut = useSignOut()
  return () =>
    signOut.mutate(undefined, {
      onError: ({ message }) => toast(`You are still signed in. ${message}`, 'bad'),
    })
}
