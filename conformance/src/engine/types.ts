import type { Outcome } from './http.ts'
import type { Lab } from './lab.ts'
import type { Settings } from './settings.ts'

export type Level = 'MUST' | 'SHOULD' | 'INFO'

/** Where a rule comes from. Only `quoted` may be MUST without naming another standard; `inferred` is at most SHOULD. */
export type Basis = 'quoted' | 'by-reference' | 'inferred'

/**
 * How a rule ended. FAIL is a broken MUST, WARN a broken SHOULD, INFO an observation. `N/A` says what made it so, BLOCKED which
 * rule has to be met first, NOT_TESTED what has to be handed in, ERROR that the suite itself is at fault.
 */
export type State = 'PASS' | 'FAIL' | 'WARN' | 'INFO' | 'N/A' | 'BLOCKED' | 'NOT_TESTED' | 'ERROR'

/** A sentence or a table row of the interface, word for word, and its line. */
export interface Clause {
  readonly line: number
  readonly quote: string
}

/** What was sent. Secrets stand as `{{NAME}}`; their values never enter a record. */
export interface Draft {
  readonly method: string
  /** Relative to the target's address, beginning with a slash; or a whole address, for what stands beside the target. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** One request with what came back, under the name of the probe that sent it. */
export interface Exchange {
  /** `probe#0`, `probe#1`, … */
  readonly key: string
  readonly probe: string
  readonly request: Draft
  readonly outcome: Outcome
  /** It came to the suite: the request is the target's, the answer ours. */
  readonly came?: true
}

/** What a judge finds wrong: where, what the clause asks for, and what was there. */
export interface Violation {
  /** `status`, `header X-Svc-Task-ID`, `time`, or a JSON pointer into the body as `body/skills/0/name`. */
  readonly pointer: string
  readonly expected: string
  readonly actual: string
  /** The exchange in which it was seen; the last of the rule's probe when absent. */
  readonly exchange?: string
  /** It takes several requests at once, so no single one shows it again. */
  readonly together?: true
}

export type Judgement =
  | { readonly kind: 'ok'; readonly note?: string }
  | ({ readonly kind: 'violation' } & Violation)
  | { readonly kind: 'not_applicable'; readonly because: string }
  | { readonly kind: 'untested'; readonly supply: string }

/** Everything a judge may look at. It is a value: judges are pure, so they run as well on a recording. */
export interface Seen {
  /** What these probes exchanged, in the order in which it was sent. */
  readonly of: (...probes: readonly string[]) => readonly Exchange[]
  /** The first exchange of a probe. */
  readonly one: (probe: string) => Exchange
  readonly settings: Settings
}

export interface Rule {
  readonly id: string
  readonly level: Level
  readonly basis: Basis
  readonly clause: Clause
  /** One sentence that says what has to be so. */
  readonly title: string
  /** Rules that have to pass first: without them a pass would mean nothing, and a failure would have another cause. */
  readonly needs: readonly string[]
  /** The probes whose exchanges are judged. When one of them could not run, neither can the rule. */
  readonly probes: readonly string[]
  /** Probes that are judged as far as they ran. */
  readonly observes?: readonly string[]
  readonly judge: (seen: Seen) => Judgement
  /** What usually is the cause, and what to do. */
  readonly hint: string
  /** What the interface leaves open here, so that nobody is failed for it. */
  readonly accepts?: string
  /** The rule set that it came with, when that is a later one than the first. */
  readonly since?: string
}

/** What a probe does to the target. `call` asks the agent to work; `write` leaves something behind; `destructive` takes something away. */
export type Effect = 'read' | 'call' | 'write' | 'destructive'

/** Why a probe sent nothing that could be judged. */
export type Unavailable =
  | { readonly kind: 'untested'; readonly supply: string }
  | { readonly kind: 'not_applicable'; readonly because: string }
  | { readonly kind: 'blocked'; readonly root: string; readonly because: string }

/** Sends requests and records what came back; decides nothing. */
export interface Probe {
  readonly id: string
  readonly effect: Effect
  /** Probes that have to have run first, because this one reads what they recorded. */
  readonly after?: readonly string[]
  readonly run: (lab: Lab) => Promise<Unavailable | void>
}

/** A part of the tree that reports print: one file of rules, one section of the interface. */
export interface Section {
  readonly id: string
  readonly title: string
  readonly rules: readonly Rule[]
}

/** All that is known about one kind of target. */
export interface Suite {
  readonly subject: 'agent' | 'platform'
  /** Rules that have to pass before anything else may, one of them or all: they prove what the target is. */
  readonly gate: { readonly takes: 'one' | 'all'; readonly rules: readonly string[] }
  readonly sections: readonly Section[]
  readonly probes: readonly Probe[]
  /** Which sections each profile holds; the first is the default. */
  readonly profiles: Readonly<Record<string, readonly string[]>>
}
