import { createContext, type ComponentChildren } from 'preact'
import { useLocation } from 'preact-iso'
import { useContext, useMemo, useState } from 'preact/hooks'
import type { Membership, Session } from '../api/session.ts'
import { clearOrganization } from '../api/query-client.ts'
import { ORGANIZATION_PARAMETER, useOrganizationInLinks } from './organization-links.ts'

export interface CurrentUser {
  readonly session: Session
  /** The selected organization; undefined for an operator who belongs to none. */
  readonly organization: Membership | undefined
  selectOrganization(organization_id: string): void
}

const CurrentUserContext = createContext<CurrentUser | undefined>(undefined)
/** The key of the selected organization, which is kept while the tab is open. */
const STORAGE_KEY = 'svc-organization'

/** Returns the current user, or undefined if nobody is signed in. */
export const useOptionalCurrentUser = (): CurrentUser | undefined => useContext(CurrentUserContext)

/** Returns the signed-in user and the selected organization. Throws outside of `RequireSignIn`. */
export function useCurrentUser(): CurrentUser {
  const user = useOptionalCurrentUser()
  if (!user) throw new Error('No user is signed in.')
  return user
}
/** Returns the selected organization: its id, name, plan and the role of the user. Throws if the user belongs to none. */
export function useOrganization(): Membership {
  const { organization } = useCurrentUser()
  if (!organization) throw new Error('This user does not belong to any organization.')
  return organization
}

/** A scope: one of the permissions that API keys and roles grant. */
export type Scope = Membership['scopes'][number]

/** Returns the user's membership of an organization, or undefined if the user is not a member. */
export const membershipIn = (
  { memberships }: Session,
  organization_id: string | undefined,
): Membership | undefined => memberships.find((one) => one.organization_id === organization_id)

/** Returns whether the user's role in an organization grants a scope. */
export const permits = (membership: Membership | undefined, scope: Scope): boolean =>
  membership?.scopes.includes(scope) ?? false

/** Returns whether the user's role in the selected organization grants a scope. */
export const usePermission = (scope: Scope): boolean => permits(useOrganization(), scope)

/** Returns whether a role may change who belongs to the organization. */
export const managesMembers = ({ role }: Membership): boolean =>
  role === 'owner' || role === 'admin'

/** Returns whether a user may change or remove members with a role, and withdraw invitations for that role. Only owners may do so for the owner role. */
export const managesRole = (membership: Membership, role: Membership['role']): boolean =>
  managesMembers(membership) && (role !== 'owner' || membership.role === 'owner')

/** Returns the organization that the URL of a new tab names, if the user belongs to it, or otherwise the one that was selected in this tab. */
function initialSelection(session: Session, named: string | undefined): string | null {
  const membership = membershipIn(session, named)
  if (!membership) return sessionStorage.getItem(STORAGE_KEY)
  sessionStorage.setItem(STORAGE_KEY, membership.organization_id)
  return membership.organization_id
}

export function CurrentUserProvider({
  session,
  children,
}: {
  session: Session
  children: ComponentChildren
}) {
  const { query } = useLocation()
  const [selected, setSelected] = useState(() =>
    initialSelection(session, query[ORGANIZATION_PARAMETER]),
  )
  const organization =
    session.memberships.find(({ organization_id }) => organization_id === selected) ??
    session.memberships[0]
  const user = useMemo(
    () => ({
      session,
      organization,
      selectOrganization(organization_id: string) {
        sessionStorage.setItem(STORAGE_KEY, organization_id)
        clearOrganization()
        setSelected(organization_id)
      },
    }),
    [session, organization],
  )
  useOrganizationInLinks(session.memberships.length > 1 ? organization?.organization_id : undefined)
  return <CurrentUserContext.Provider value={user}>{children}</CurrentUserContext.Provider>
}
