import { createContext, type ComponentChildren } from 'preact'
import { useContext, useMemo, useState } from 'preact/hooks'
import type { Membership, Session } from '../api/session.ts'
import { clearQueries } from '../api/query-client.ts'

export interface CurrentUser {
  readonly session: Session
  /** Undefined for an operator of the registry who belongs to none. */
  readonly organization: Membership | undefined
  selectOrganization(organization_id: string): void
}

const CurrentUserContext = createContext<CurrentUser | undefined>(undefined)
/** Which organization this tab looks at; forgotten with the tab. */
const STORAGE_KEY = 'svc-organization'

/** The same where it may be that nobody is signed in. */
export const useOptionalCurrentUser = (): CurrentUser | undefined => useContext(CurrentUserContext)

/** The person who is signed in, and the organization that this tab looks at. Only below the gate. */
export function useCurrentUser(): CurrentUser {
  const user = useOptionalCurrentUser()
  if (!user) throw new Error('nobody is signed in here')
  return user
}
/** The organization that this tab looks at: its id, name, plan and the person's role in it. Only on pages of organizations. */
export function useOrganization(): Membership {
  const { organization } = useCurrentUser()
  if (!organization) throw new Error('this person belongs to no organization')
  return organization
}

/** Who may change things; others may look. */
export const canManage = ({ role }: Membership): boolean => role === 'owner' || role === 'admin'

export function CurrentUserProvider({
  session,
  children,
}: {
  session: Session
  children: ComponentChildren
}) {
  const [chosen, setChosen] = useState(() => sessionStorage.getItem(STORAGE_KEY))
  const organization =
    session.memberships.find(({ organization_id }) => organization_id === chosen) ??
    session.memberships[0]
  const user = useMemo(
    () => ({
      session,
      organization,
      selectOrganization(organization_id: string) {
        sessionStorage.setItem(STORAGE_KEY, organization_id)
        clearQueries()
        setChosen(organization_id)
      },
    }),
    [session, organization],
  )
  return <CurrentUserContext.Provider value={user}>{children}</CurrentUserContext.Provider>
}
