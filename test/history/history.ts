import type { Span } from './model/span.ts'

/**
 * Represents a secret or an id in a history, such as T1 for an install token, I1 for an installation, R1 for a runtime token, F1 for a
 * refresh token, and V1 for an invitation.
 */
export type Handle = string
/** Identifies a person. */
export type Person = string
/** The first owner of the organization. */
export const FOUNDER: Person = 'p0'
export type Role = 'owner' | 'admin' | 'viewer'

/** A request to the platform. `restart` is not a request: it stands for a start, which credits leases with the downtime. */
export type Call =
  | { readonly do: 'create'; readonly minutes: number }
  | { readonly do: 'bootstrap'; readonly token: Handle }
  | {
      readonly do: 'lease'
      readonly installation: Handle
      readonly runtime: Handle
      readonly status: string
      readonly interval?: number
    }
  | { readonly do: 'use'; readonly runtime: Handle }
  | { readonly do: 'refresh'; readonly installation: Handle; readonly refresh: Handle }
  | { readonly do: 'revoke'; readonly installation: Handle; readonly timeout: number }
  | { readonly do: 'recover' }
  | { readonly do: 'restart' }
  | { readonly do: 'invite'; readonly by: Person; readonly person: Person; readonly role: Role }
  | { readonly do: 'accept'; readonly by: Person; readonly invitation: Handle }
  | { readonly do: 'decline'; readonly by: Person; readonly invitation: Handle }
  | { readonly do: 'withdraw'; readonly by: Person; readonly invitation: Handle }
  | { readonly do: 'leave'; readonly by: Person }
  /** Lists the caller's own invitations. */
  | { readonly do: 'list_invitations'; readonly by: Person }
  | { readonly do: 'list_members'; readonly by: Person }

/**
 * The result of a call, as the response of the platform states it: its kind, and the values that it contains. Times are milliseconds since
 * 1970.
 */
export interface Result {
  readonly kind: string
  readonly token?: Handle
  readonly installation?: Handle
  readonly runtime?: Handle
  readonly refresh?: Handle
  readonly version?: number
  readonly expires?: number
  readonly lease?: number
  readonly command?: string
  readonly deadline?: number
  readonly down?: number
  readonly invitation?: Handle
  readonly role?: string
  /** The members with their roles. */
  readonly members?: string
}

/** One operation of a history. Operations with the same subject are checked together. */
export interface Operation {
  readonly client: string
  /** The agent, or the organization for operations on its members and invitations. */
  readonly subject: string
  readonly call: Call
  /** The order of calls and responses among all clients. `returned` is infinite if the response was lost. */
  readonly called: number
  readonly returned: number
  /** The times that the platform's clock may have shown during the operation. */
  readonly at: Span
  /** Undefined if the response was lost: the operation then happened at some time, in part, or never. */
  readonly result: Result | undefined
}
