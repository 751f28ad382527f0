import { FOUNDER, type Handle, type Person, type Role } from '../history.ts'
import type { Span } from './span.ts'

/**
 * The specified state of one agent in one workspace (docs/specification/installations.md#install-token-states), or of the people of one
 * organization (docs/specification/organizations.md#members).
 */
export interface State {
  readonly tokens: { readonly [token: Handle]: InstallToken }
  readonly members: { readonly [person: Person]: Role }
  /** Invitations by invited person, at most one each. An expired one stays until it is replaced. */
  readonly invitations: { readonly [person: Person]: Invitation }
}

export interface Invitation {
  /** Undefined until a response has named it. */
  readonly name: Handle | undefined
  readonly role: Role
  readonly by: Person
  readonly expires: Span
}

interface InstallToken {
  readonly expires: Span
  readonly consumed?: Span
  /** The installation that was created with the token, of which there is one at most. */
  readonly installation?: Installation
}

export interface Installation {
  /** Undefined until a response has named it. */
  readonly name: Handle | undefined
  readonly refresh: Handle | undefined
  readonly recovered: boolean
  readonly interval: number
  readonly lease: Span
  readonly seen: Span
  /** Runtime tokens in the order of their versions. */
  readonly versions: readonly Version[]
  /** Later versions are higher than this. */
  readonly min_version: number
  readonly revoked?: { readonly at: Span; readonly deadline: Span; readonly acknowledged: boolean }
}

export interface Version {
  /** Undefined if the response that contained it was lost, so that no client has it. */
  readonly runtime: Handle | undefined
  readonly expires: Span
  readonly used?: Span
}

/** The initial state, in which the founder is the only member. */
export const EMPTY: State = { tokens: {}, members: { [FOUNDER]: 'owner' }, invitations: {} }
