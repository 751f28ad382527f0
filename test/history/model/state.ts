import { FOUNDER, type Handle, type Person, type Role } from '../history.ts'
import type { Span } from './span.ts'

/**
 * Holds everything that the specification says about one agent in one workspace (docs/specification/installations.md#install-token-states),
 * or about the people of one organization (docs/specification/organizations.md#members).
 */
export interface State {
  readonly tokens: { readonly [token: Handle]: InstallToken }
  readonly members: { readonly [person: Person]: Role }
  /** By the person who is invited; each has one at most. One that has expired may stand here until it is replaced. */
  readonly invitations: { readonly [person: Person]: Invitation }
}

export interface Invitation {
  /** Undefined until somebody was told. */
  readonly name: Handle | undefined
  readonly role: Role
  readonly by: Person
  readonly expires: Span
}

export interface InstallToken {
  readonly expires: Span
  readonly consumed?: Span
  /** An install token yields one installation at most, so it lives here. */
  readonly installation?: Installation
}

export interface Installation {
  /** Undefined until somebody was told. */
  readonly name: Handle | undefined
  readonly refresh: Handle | undefined
  readonly recovered: boolean
  readonly interval: number
  readonly lease: Span
  readonly seen: Span
  /** In order of issue, which is the order of versions. */
  readonly versions: readonly Version[]
  /** No version that is yet to be issued is as low as this. */
  readonly floor: number
  readonly revoked?: { readonly at: Span; readonly deadline: Span; readonly obeyed: boolean }
}

export interface Version {
  /** Undefined: the answer that carried it was lost, so nobody has it. */
  readonly runtime: Handle | undefined
  readonly expires: Span
  readonly used?: Span
}

/** Where every history begins: an organization has its founder. */
export const EMPTY: State = { tokens: {}, members: { [FOUNDER]: 'owner' }, invitations: {} }
