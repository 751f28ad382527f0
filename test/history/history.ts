import type { Span } from './model/span.ts'

/** Stands for a secret or an id in a history: T1 an install token, I1 an installation, R1 a runtime token, F1 a refresh token. */
export type Handle = string

/** What somebody asks the platform. `restart` is the platform's own: leases are credited with the time it was down. */
export type Call =
  | { readonly do: 'create'; readonly minutes: number }
  | { readonly do: 'bootstrap'; readonly token: Handle }
  | { readonly do: 'lease'; readonly installation: Handle; readonly runtime: Handle; readonly status: string; readonly interval?: number }
  | { readonly do: 'use'; readonly runtime: Handle }
  | { readonly do: 'refresh'; readonly installation: Handle; readonly refresh: Handle }
  | { readonly do: 'revoke'; readonly installation: Handle; readonly timeout: number }
  | { readonly do: 'recover' }
  | { readonly do: 'restart' }

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
}

/** One operation of a history. All that happens to one agent's installations is judged together, and apart from other agents. */
export interface Operation {
  readonly client: string
  readonly agent: string
  readonly call: Call
  /** When it was called and when its answer came, on one scale for all clients. An answer that never came is at infinity. */
  readonly called: number
  readonly returned: number
  /** What the platform's clock may have shown while it worked on it. */
  readonly at: Span
  /** Undefined: the answer was lost. The operation happened at some time, in part, or never. */
  readonly answer: Answer | undefined
}
