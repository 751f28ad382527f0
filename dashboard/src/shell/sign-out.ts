import { useSignOut } from '../api/session.ts'
import { toast } from '../parts/feedback/toasts.tsx'

/** Returns a function that signs the user out, and reports a failure: the user must not leave with an open session unnoticed. */
export function useSignOutAction(): () => void {
  const signOut = useSignOut()
  return () =>
    signOut.mutate(undefined, {
      onError: ({ message }) => toast(`You are still signed in. ${message}`, 'bad'),
    })
}
