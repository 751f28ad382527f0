import type { Span } from './model/span.ts'

/** Stands for a secret or an id in a history: T1 an install token, I1 an installation, R1 a runtime token, F1 a refresh token, V1 an invitation. */
export type Handle = string
/** Somebody with an e-mail address of their own. The founder is the first owner of the organization. */
export type Person = string
export const FOUNDER: Person = 'p0'
export type Role = 'owner' | 'admin' | 'viewer'

/** What somebody asks the platform. `restart` is the platform's own: leases are credited with the time it was down. */
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
  /** Looks for invitations of one's own. */
  | { readonly do: 'look'; readonly by: Person }
  /** Lists the members. */
  | { readonly do: 'list'; readonly by: Person }

/** What the platform answered: a kind, and the facts that an answer of this kind tells. Moments are milliseconds since 1970. */
export interface Answer {
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
  /** Who belongs, with their roles. */
  readonly members?: string
}

/** One operation of a history. All that happens to one agent's installations is judged together, and so is all that happens to the people of one organization. */
export interface Operation {
  readonly client: string
  /** The agent, or the organization whose people it is about. */
  readonly subject: string
  readonly call: Call
  /** When it was called and when its answer came, on one scale for all clients. An answer that never came is at infinity. */
  readonly called: number
  readonly returned: number
  /** What the platform's clock may have shown while it worked on it. */
  readonly at: Span
  /** Undefined: the answer was lost. The operation happened at some time, in part, or never. */
  readonly answer: Answer | undefined
}
