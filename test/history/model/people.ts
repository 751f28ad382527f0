import type { Result, Call, Handle, Person, Role } from '../history.ts'
import { ifResult } from './outcome.ts'
import { before, exactly, holds, shift, type Span } from './span.ts'
import type { Invitation, State } from './state.ts'

type Of<Name extends Call['do']> = Extract<Call, { do: Name }>
type PossibleResult = Result | undefined

const LIFETIME = 14 * 24 * 60 * 60_000
const MANAGERS: readonly (Role | undefined)[] = ['owner', 'admin']

const without = <Value>(
  all: Readonly<Record<string, Value>>,
  name: string,
): Readonly<Record<string, Value>> =>
  Object.fromEntries(Object.entries(all).filter(([key]) => key !== name))
/** Returns whether no invitation has this handle yet. Each handle names only one invitation. */
const isFree = ({ invitations }: State, handle: Handle): boolean =>
  Object.values(invitations).every(({ name }) => name !== handle)
const findBy = ({ invitations }: State, handle: Handle): [Person, Invitation] | undefined =>
  Object.entries(invitations).find(([, { name }]) => name === handle)

/**
 * Invites a person. Owners and admins may do so, but only owners invite owners. Members and people with an open invitation cannot be
 * invited.
 */
export function invite(
  state: State,
  { by, person, role }: Of<'invite'>,
  at: Span,
  result: PossibleResult,
): readonly State[] {
  const { members, invitations } = state
  if (!MANAGERS.includes(members[by])) return ifResult(result, 'not_allowed', () => [state])
  if (role === 'owner' && members[by] !== 'owner')
    return ifResult(result, 'owner_required', () => [state])
  if (person in members) return ifResult(result, 'already_member', () => [state])
  const earlier = invitations[person]
  const open = earlier ? before(at, earlier.expires) : [false]
  return open.flatMap((isOpen) =>
    isOpen
      ? ifResult(result, 'already_invited', () => [state])
      : ifResult(result, 'invited', () => [opened()]),
  )

  function opened(): State | undefined {
    const due = shift(at, LIFETIME)
    if (
      result &&
      (result.invitation === undefined ||
        !isFree(state, result.invitation) ||
        result.expires === undefined ||
        !holds(due, result.expires))
    )
      return undefined
    return {
      ...state,
      invitations: {
        ...invitations,
        [person]: {
          name: result?.invitation,
          role,
          by,
          expires: result?.expires === undefined ? due : exactly(result.expires),
        },
      },
    }
  }
}

/** Lists the caller's open invitations. */
export function listOwnInvitations(
  state: State,
  { by }: Of<'list_invitations'>,
  at: Span,
  result: PossibleResult,
): readonly State[] {
  const { [by]: invitation } = state.invitations
  const noneOpen = () => ifResult(result, 'nothing_open', () => [state])
  if (!invitation) return noneOpen()
  return before(at, invitation.expires).flatMap((isOpen) =>
    isOpen ? ifResult(result, 'shown', () => [shown(invitation)]) : noneOpen(),
  )

  function shown(known: Invitation): State | undefined {
    if (result === undefined) return state
    const { invitation: name, role, expires } = result
    if (
      name === undefined ||
      role !== known.role ||
      expires === undefined ||
      !holds(known.expires, expires)
    )
      return undefined
    if (name !== known.name && (known.name !== undefined || !isFree(state, name))) return undefined
    return {
      ...state,
      invitations: { ...state.invitations, [by]: { ...known, name, expires: exactly(expires) } },
    }
  }
}

/** Accepts an open invitation, which only the invited person can do, once. There is no other way to become a member. */
export function accept(
  state: State,
  call: Of<'accept'>,
  at: Span,
  result: PossibleResult,
): readonly State[] {
  return respondToInvitation(state, call, at, result, ({ role }) =>
    ifResult(result, 'joined', () => [
      result === undefined || result.role === role
        ? {
            ...state,
            members: { ...state.members, [call.by]: role },
            invitations: without(state.invitations, call.by),
          }
        : undefined,
    ]),
  )
}

export function decline(
  state: State,
  call: Of<'decline'>,
  at: Span,
  result: PossibleResult,
): readonly State[] {
  return respondToInvitation(state, call, at, result, () =>
    ifResult(result, 'declined', () => [
      { ...state, invitations: without(state.invitations, call.by) },
    ]),
  )
}

function respondToInvitation(
  state: State,
  { by, invitation }: Of<'accept' | 'decline'>,
  at: Span,
  result: PossibleResult,
  respond: (found: Invitation) => readonly State[],
): readonly State[] {
  const refused = () => ifResult(result, 'not_open', () => [state])
  const [person, found] = findBy(state, invitation) ?? []
  if (!found || person !== by) return refused()
  return before(at, found.expires).flatMap((isOpen) => (isOpen ? respond(found) : refused()))
}

/** Withdraws an open invitation. Owners and admins may do so, but only owners withdraw invitations that offer the role of owner. */
export function withdraw(
  state: State,
  { by, invitation }: Of<'withdraw'>,
  at: Span,
  result: PossibleResult,
): readonly State[] {
  const { members, invitations } = state
  if (!MANAGERS.includes(members[by])) return ifResult(result, 'not_allowed', () => [state])
  const refused = () => ifResult(result, 'not_open', () => [state])
  const [person, found] = findBy(state, invitation) ?? []
  if (person === undefined || !found) return refused()
  return before(at, found.expires).flatMap((isOpen) => {
    if (!isOpen) return refused()
    if (found.role === 'owner' && members[by] !== 'owner')
      return ifResult(result, 'owner_required', () => [state])
    return ifResult(result, 'withdrawn', () => [
      { ...state, invitations: without(invitations, person) },
    ])
  })
}

/** Removes the calling member, unless they are the last owner. The invitations that the leaving member sent end. */
export function leave(state: State, { by }: Of<'leave'>, result: PossibleResult): readonly State[] {
  const { members, invitations } = state
  if (!(by in members)) return ifResult(result, 'not_a_member', () => [state])
  const owners = Object.values(members).filter((role) => role === 'owner').length
  if (members[by] === 'owner' && owners === 1) return ifResult(result, 'last_owner', () => [state])
  const left = Object.fromEntries(
    Object.entries(invitations).filter(([, invitation]) => invitation.by !== by),
  )
  return ifResult(result, 'left', () => [
    { ...state, members: without(members, by), invitations: left },
  ])
}

/** Lists the members for owners and admins: everybody who has accepted and not left. */
export function listMembers(
  state: State,
  { by }: Of<'list_members'>,
  result: PossibleResult,
): readonly State[] {
  const { members } = state
  if (!MANAGERS.includes(members[by])) return ifResult(result, 'not_allowed', () => [state])
  const all = Object.entries(members)
    .map(([person, role]) => `${person}:${role}`)
    .sort()
    .join(' ')
  return ifResult(result, 'listed', () => [
    result === undefined || result.members === all ? state : undefined,
  ])
}
