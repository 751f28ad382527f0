import type { Answer, Call, Handle, Person, Role } from '../history.ts'
import { when } from './outcome.ts'
import { before, exactly, holds, shift, type Span } from './span.ts'
import type { Invitation, State } from './state.ts'

type Of<Name extends Call['do']> = Extract<Call, { do: Name }>
type Told = Answer | undefined

const LIFETIME = 14 * 24 * 60 * 60_000
const ACTING: readonly (Role | undefined)[] = ['owner', 'admin']

const without = <Value>(
  all: Readonly<Record<string, Value>>,
  name: string,
): Readonly<Record<string, Value>> =>
  Object.fromEntries(Object.entries(all).filter(([key]) => key !== name))
/** A handle names one invitation, and each invitation has one handle. */
const isFree = ({ invitations }: State, handle: Handle): boolean =>
  Object.values(invitations).every(({ name }) => name !== handle)
const findBy = ({ invitations }: State, handle: Handle): [Person, Invitation] | undefined =>
  Object.entries(invitations).find(([, { name }]) => name === handle)

/** Owners and admins invite, and only owners invite owners. Nobody is invited twice at a time, or while they belong. */
export function invite(
  state: State,
  { by, person, role }: Of<'invite'>,
  at: Span,
  told: Told,
): readonly State[] {
  const { members, invitations } = state
  if (!ACTING.includes(members[by])) return when(told, 'not_allowed', () => [state])
  if (role === 'owner' && members[by] !== 'owner')
    return when(told, 'owner_required', () => [state])
  if (person in members) return when(told, 'belongs', () => [state])
  const earlier = invitations[person]
  const open = earlier ? before(at, earlier.expires) : [false]
  return open.flatMap((isOpen) =>
    isOpen ? when(told, 'invited_already', () => [state]) : when(told, 'invited', () => [opened()]),
  )

  function opened(): State | undefined {
    const due = shift(at, LIFETIME)
    if (
      told &&
      (told.invitation === undefined ||
        !isFree(state, told.invitation) ||
        told.expires === undefined ||
        !holds(due, told.expires))
    )
      return undefined
    return {
      ...state,
      invitations: {
        ...invitations,
        [person]: {
          name: told?.invitation,
          role,
          by,
          expires: told?.expires === undefined ? due : exactly(told.expires),
        },
      },
    }
  }
}

/** Who is invited sees the invitation as long as it is open, and nobody else's. */
export function look(state: State, { by }: Of<'look'>, at: Span, told: Told): readonly State[] {
  const { [by]: invitation } = state.invitations
  const nothing = () => when(told, 'nothing_open', () => [state])
  if (!invitation) return nothing()
  return before(at, invitation.expires).flatMap((isOpen) =>
    isOpen ? when(told, 'shown', () => [seen(invitation)]) : nothing(),
  )

  function seen(known: Invitation): State | undefined {
    if (told === undefined) return state
    const { invitation: name, role, expires } = told
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

/** An open invitation is answered once, by the person who is invited; accepting it is the only way to become a member. */
export function accept(state: State, call: Of<'accept'>, at: Span, told: Told): readonly State[] {
  return answered(state, call, at, told, ({ role }) =>
    when(told, 'joined', () => [
      told === undefined || told.role === role
        ? {
            ...state,
            members: { ...state.members, [call.by]: role },
            invitations: without(state.invitations, call.by),
          }
        : undefined,
    ]),
  )
}

export function decline(state: State, call: Of<'decline'>, at: Span, told: Told): readonly State[] {
  return answered(state, call, at, told, () =>
    when(told, 'declined', () => [{ ...state, invitations: without(state.invitations, call.by) }]),
  )
}

function answered(
  state: State,
  { by, invitation }: Of<'accept' | 'decline'>,
  at: Span,
  told: Told,
  become: (found: Invitation) => readonly State[],
): readonly State[] {
  const refused = () => when(told, 'not_open', () => [state])
  const [person, found] = findBy(state, invitation) ?? []
  if (!found || person !== by) return refused()
  return before(at, found.expires).flatMap((isOpen) => (isOpen ? become(found) : refused()))
}

/** Owners and admins withdraw what is open; invitations of owners are the owners'. */
export function withdraw(
  state: State,
  { by, invitation }: Of<'withdraw'>,
  at: Span,
  told: Told,
): readonly State[] {
  const { members, invitations } = state
  if (!ACTING.includes(members[by])) return when(told, 'not_allowed', () => [state])
  const refused = () => when(told, 'not_open', () => [state])
  const [person, found] = findBy(state, invitation) ?? []
  if (person === undefined || !found) return refused()
  return before(at, found.expires).flatMap((isOpen) => {
    if (!isOpen) return refused()
    if (found.role === 'owner' && members[by] !== 'owner')
      return when(told, 'owner_required', () => [state])
    return when(told, 'withdrawn', () => [{ ...state, invitations: without(invitations, person) }])
  })
}

/** Members leave when they want to, but for the last owner, and what they invited ends with that. */
export function leave(state: State, { by }: Of<'leave'>, told: Told): readonly State[] {
  const { members, invitations } = state
  if (!(by in members)) return when(told, 'no_member', () => [state])
  const owners = Object.values(members).filter((role) => role === 'owner').length
  if (members[by] === 'owner' && owners === 1) return when(told, 'last_owner', () => [state])
  const left = Object.fromEntries(
    Object.entries(invitations).filter(([, invitation]) => invitation.by !== by),
  )
  return when(told, 'left', () => [{ ...state, members: without(members, by), invitations: left }])
}

/** Owners and admins see who belongs: everybody who accepted and has not left. */
export function list(state: State, { by }: Of<'list'>, told: Told): readonly State[] {
  const { members } = state
  if (!ACTING.includes(members[by])) return when(told, 'not_allowed', () => [state])
  const all = Object.entries(members)
    .map(([person, role]) => `${person}:${role}`)
    .sort()
    .join(' ')
  return when(told, 'listed', () => [
    told === undefined || told.members === all ? state : undefined,
  ])
}
