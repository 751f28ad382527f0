import { useSignOut } from '../api/session.ts'
import { say } from './toasts.tsx'

/** The way out; somebody who walks away has to know when it is closed. */
export function useLeaving(): () => void {
  const signOut = useSignOut()
  return () =>
    signOut.mutate(undefined, {
      onError: ({ message }) => say(`You are still signed in. ${message}`, 'bad'),
    })
}
