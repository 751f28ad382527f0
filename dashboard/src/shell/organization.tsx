import { createContext, type ComponentChildren } from 'preact'
import { useContext, useMemo, useState } from 'preact/hooks'
import type { Membership, Session } from '../api/session.ts'
import { forgetReads } from '../api/queries.ts'

export interface Standing {
  readonly session: Session
  /** Undefined for an operator of the registry who belongs to none. */
  readonly organization: Membership | undefined
  choose(organization_id: string): void
}

const Context = createContext<Standing | undefined>(undefined)
/** Which organization this tab looks at; forgotten with the tab. */
const KEPT = 'svc-organization'

/** The same where it may be that nobody is signed in. */
export const useStandingIfAny = (): Standing | undefined => useContext(Context)

/** The person who is signed in, and the organization that this tab looks at. Only below the gate. */
export function useStanding(): Standing {
  const standing = useStandingIfAny()
  if (!standing) throw new Error('nobody is signed in here')
  return standing
}
/** The organization that this tab looks at: its id, name, plan and the person's role in it. Only on pages of organizations. */
export function useOrganization(): Membership {
  const { organization } = useStanding()
  if (!organization) throw new Error('this person belongs to no organization')
  return organization
}

/** Who may change things; others may look. */
export const mayManage = ({ role }: Membership): boolean => role === 'owner' || role === 'admin'

export function StandingProvider({
  session,
  children,
}: {
  session: Session
  children: ComponentChildren
}) {
  const [chosen, setChosen] = useState(() => sessionStorage.getItem(KEPT))
  const organization =
    session.memberships.find(({ organization_id }) => organization_id === chosen) ??
    session.memberships[0]
  const standing = useMemo(
    () => ({
      session,
      organization,
      choose(organization_id: string) {
        sessionStorage.setItem(KEPT, organization_id)
        forgetReads()
        setChosen(organization_id)
      },
    }),
    [session, organization],
  )
  return <Context.Provider value={standing}>{children}</Context.Provider>
}
