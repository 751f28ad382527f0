import type { Outcome } from './transport/http.ts'
import type { ProbeContext } from './probe-context.ts'
import type { Settings } from './settings.ts'

export const LEVELS = ['MUST', 'SHOULD', 'INFO'] as const
export type Level = (typeof LEVELS)[number]

/**
 * How the interface supports a rule: its text says so (`quoted`), it names a standard that says so (`by-reference`), or the text suggests
 * it (`inferred`). An inferred rule is at most SHOULD.
 */
export type Basis = 'quoted' | 'by-reference' | 'inferred'

/**
 * How a rule ended: FAIL is a violated MUST, WARN a violated SHOULD, INFO an observation, BLOCKED a rule that depends on one that did not
 * pass, NOT_TESTED a rule that could not be judged, often because the user has to provide more, and ERROR an internal error of the suite.
 */
export const STATES = [
  'PASS',
  'FAIL',
  'WARN',
  'INFO',
  'N/A',
  'BLOCKED',
  'NOT_TESTED',
  'ERROR',
] as const
export type State = (typeof STATES)[number]

/** Text, verbatim, from one line of the interface or from the specification of another protocol. */
export type Clause = InterfaceClause | ProtocolClause
interface InterfaceClause {
  readonly line: number
  readonly quote: string
}
/** The text of a protocol as it is displayed, without markup. */
export interface ProtocolClause {
  /** The protocol with its version, such as `A2A 1.0`. */
  readonly source: string
  /** The section, such as `section 9.5`. */
  readonly section: string
  readonly quote: string
}

/** A request as it is recorded: secrets appear as `{{NAME}}` and never by value. */
export interface RecordedRequest {
  readonly method: string
  /** A path under the target's address, or an absolute URL. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** One request with its outcome, under the name of the probe that recorded it. */
export interface Exchange {
  /** `probe#0`, `probe#1`, … */
  readonly key: string
  readonly probe: string
  readonly request: RecordedRequest
  readonly outcome: Outcome
  /** Marks a request that the target sent to the suite; its outcome is the suite's response. */
  readonly received?: true
}

/** A violation of a rule: its location, the expected value, and the received one. */
export interface Violation {
  /**
   * `status`, `header X-Svc-Task-ID`, `time`, `answer` (there is no response), or a JSON pointer after `body`, `manifest`, `request` (of
   * the target) or `event/0` (of a stream), such as `body/skills/0/name`.
   */
  readonly pointer: string
  readonly expected: string
  readonly actual: string
  /** The exchange that shows the violation; by default the last one that the rule judged. */
  readonly exchange?: string
  /** Whether the request exceeded a rate limit, so that the response proves nothing; by default, whether its status is 429. */
  readonly busy?: boolean
  /** Marks a violation that only several concurrent requests show. */
  readonly together?: true
}

/** The rule could not be judged, often because the user has to provide more. */
export interface Untested {
  readonly kind: 'untested'
  /** Why the rule could not be judged and, if the user can help, what to provide. */
  readonly remedy: string
}
export interface NotApplicable {
  readonly kind: 'not_applicable'
  readonly reason: string
}

export type Judgement =
  | { readonly kind: 'ok'; readonly note?: string }
  | ({ readonly kind: 'violation' } & Violation)
  | NotApplicable
  | Untested

/** The evidence that a rule may examine. It is a plain value, so a rule judges a recording in the same way as a live run. */
export interface Evidence {
  /** Returns the exchanges of the probes in the order in which they were sent. */
  readonly of: (...probes: readonly string[]) => readonly Exchange[]
  /** Returns the first exchange of a probe. */
  readonly one: (probe: string) => Exchange
  readonly settings: Settings
}

/** Judges a rule by what its probes have recorded. */
export type Judge = (evidence: Evidence) => Judgement

/** A requirement of the interface or of another protocol: its text first, and then the function that judges it. */
export interface Rule {
  readonly id: string
  readonly level: Level
  readonly basis: Basis
  /** The rule set in which the rule was added, if it is later than the first. */
  readonly since?: string
  /** The rule of this project's specification on the same subject, as a path with an anchor. */
  readonly specification: string
  readonly clause: Clause
  /** The requirement in one sentence, without a full stop. */
  readonly title: string
  /** What to change if the rule is violated. */
  readonly hint: string
  /** What the interface leaves open and the rule therefore accepts. */
  readonly accepts?: string
  /** Rules that have to pass first: otherwise a pass would prove nothing, and a failure would have another cause. */
  readonly needs: readonly string[]
  /** Probes whose exchanges are judged. The rule cannot be judged if one of them could not run. */
  readonly probes: readonly string[]
  /** Probes whose exchanges are judged if the probes ran. */
  readonly observes?: readonly string[]
  readonly judge: Judge
}

/** What a probe does to the target. `call` makes an agent work, `write` leaves data behind, `destructive` removes data. */
export const EFFECTS = ['read', 'call', 'write', 'destructive'] as const
export type Effect = (typeof EFFECTS)[number]

/** Why a probe has recorded nothing that could be judged. */
export type Unavailable =
  | Untested
  | NotApplicable
  | { readonly kind: 'blocked'; readonly root: string; readonly reason: string }

/** Sends requests and records the responses, without judging them. */
export interface Probe {
  readonly id: string
  readonly effect: Effect
  /** Probes that have to run first, because this one reads what they recorded. */
  readonly after?: readonly string[]
  /**
   * Probes that run before this one if the run includes them, whether or not they succeed: their effects take time, so the suite waits
   * for all of them at once.
   */
  readonly run_after_if_selected?: readonly string[]
  /** Returns, or throws as `NotSent`, the reason why it could not send what it should; what it sent is in the record. */
  readonly run: (
    context: ProbeContext,
  ) => Promise<Unavailable | Exchange | readonly Exchange[] | void>
}

/** A section of the interface, or another protocol, with its rules. */
export interface Section {
  readonly id: string
  readonly title: string
  readonly rules: readonly Rule[]
  readonly protocol?: Protocol
}

/** What the rules of a protocol other than the interface depend on. */
interface Protocol {
  /** The rule that identifies the target, instead of the gate of the suite. All other rules of the section need it. */
  readonly identified_by: string
  /**
   * Returns whether the target declares the protocol. Otherwise every finding is an observation. It may examine the probes of
   * `identified_by`.
   */
  readonly isDeclared: (evidence: Evidence) => boolean
  /** Why findings are observations, as a sentence without a full stop. */
  readonly undeclared: string
}

/** The rules and probes for one kind of target. */
export interface Suite {
  readonly subject: 'agent' | 'platform'
  /** Rules that identify the target. No rule can pass unless one of these rules passes, or all of them, as `takes` states. */
  readonly gate: { readonly takes: 'one' | 'all'; readonly rules: readonly string[] }
  readonly sections: readonly Section[]
  readonly probes: readonly Probe[]
  /** The sections of each profile. The first profile is the default. */
  readonly profiles: Readonly<Record<string, readonly string[]>>
}
