import type { Handle } from '../history.ts'
import type { Span } from './span.ts'

/** Everything the decisions say about one agent in one workspace. */
export interface State {
  readonly tokens: { readonly [token: Handle]: InstallToken }
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

export const EMPTY: State = { tokens: {} }
