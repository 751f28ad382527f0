import { createContext, type ComponentChildren } from 'preact'
import { LocationProvider, useLocation } from 'preact-iso'
import { useContext, useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Scope } from '../api/organizations.ts'
import type { Membership, Session } from '../api/session.ts'
import { clearOrganization } from '../api/query-client.ts'
import { organizationIn } from '../urls.ts'
import { useOrganizationInUrl } from './organization-links.ts'

export interface CurrentUser {
  readonly session: Session
  /** The selected organization; undefined for an operator who belongs to none. */
  readonly organization: Membership | undefined
  /** The organization that the URL names, if the user does not belong to it. */
  readonly unknownOrganization: string | undefined
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

/**
 * Returns whether a user may change or remove members with a role, and withdraw invitations for that role. Only owners may do so for the
 * owner role.
 */
export const managesRole = (membership: Membership, role: Membership['role']): boolean =>
  managesMembers(membership) && (role !== 'owner' || membership.role === 'owner')

/**
 * Returns the selected organization: the one that the URL names, or otherwise the one that was selected last in this tab. If the user does
 * not belong to the one that the URL names, it is `unknown`, unless it is the one that the user has just left.
 */
function useSelection(session: Session) {
  const named = organizationIn(useLocation().url)
  const [stored] = useState(() => sessionStorage.getItem(STORAGE_KEY) ?? undefined)
  const previous = useRef<string | undefined>(undefined)
  const membership = membershipIn(session, named)
  const unknown = membership || named === previous.current ? undefined : named
  const organization =
    membership ?? membershipIn(session, previous.current ?? stored) ?? session.memberships[0]
  const selected = organization?.organization_id
  // What was read for one organization is removed before the pages show another one.
  if (previous.current !== undefined && previous.current !== selected) clearOrganization()
  previous.current = selected
  const hasChoice = session.memberships.length > 1
  useEffect(() => {
    if (hasChoice && selected !== undefined) sessionStorage.setItem(STORAGE_KEY, selected)
  }, [hasChoice, selected])
  return { organization, unknown }
}

export function CurrentUserProvider({
  session,
  children,
}: {
  session: Session
  children: ComponentChildren
}) {
  const { organization, unknown } = useSelection(session)
  const user = useMemo(
    () => ({ session, organization, unknownOrganization: unknown }),
    [session, organization, unknown],
  )
  const location = useOrganizationInUrl(
    session.memberships.length > 1 ? organization?.organization_id : undefined,
    unknown !== undefined,
  )
  return (
    <LocationProvider.ctx.Provider value={location}>
      <CurrentUserContext.Provider value={user}>{children}</CurrentUserContext.Provider>
    </LocationProvider.ctx.Provider>
  )
}
