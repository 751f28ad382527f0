import type { Responder } from './callbacks/inbox.ts'
import type { Random } from './random.ts'
import type { Settings } from './settings.ts'
import type { Exchange, Unavailable } from './types.ts'

/** A request as a probe writes it. `json` is serialized and sets the content type; `body` is sent as it is. */
export interface RequestDraft {
  readonly method?: string
  /** A path under the target's address, or an absolute URL. Only requests to the target's origin have the headers that the user gave. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly json?: unknown
  readonly body?: string
  /** Replaces the usual time limit of a request, in milliseconds. */
  readonly limit_ms?: number
}

/** Lets a probe send requests, which are recorded, and read what earlier probes recorded. */
export interface ProbeContext {
  readonly settings: Settings
  readonly send: (draft: RequestDraft) => Promise<Exchange>
  /** Sends at most `width` requests at a time and records them in the order given. */
  readonly sendAll: (drafts: readonly RequestDraft[], width: number) => Promise<readonly Exchange[]>
  /** Returns the exchanges that a probe has recorded so far. */
  readonly recorded: (probe: string) => readonly Exchange[]
  /** Generates values that depend only on the seed and the probe. */
  readonly random: Random
  /** Stores a secret that the target issued and returns its placeholder. `obtain` is a shell command that prints the value. */
  readonly keepSecret: (name: string, value: string, obtain?: string) => string
  /** The address at which the target reaches the suite; undefined without a callback server. */
  readonly callbackUrl: string | undefined
  /** Sets how the callback server responds to requests under a path. */
  readonly respond: (path: string, responder: Responder) => void
  /** Returns how many requests the callback server has received under a path. */
  readonly receivedCount: (path: string) => number
  /** Records the requests received under a path, after waiting at most `ms` milliseconds for the first one. */
  readonly recordReceived: (path: string, ms: number) => Promise<readonly Exchange[]>
  /** Runs a command that the user gave and returns its output; undefined if it failed. */
  readonly runCommand: (
    command: string,
    variables: Readonly<Record<string, string>>,
  ) => Promise<string | undefined>
  /** Waits in real time. The time limit of the probe is extended accordingly. */
  readonly wait: (ms: number) => Promise<void>
}

const STOP_MESSAGES = {
  unreachable: 'the target stopped responding',
  run_timeout: 'the run has reached its time limit',
  probe_timeout: 'the probe has reached its time limit',
} as const

/** Ends a probe that should send nothing more; the probe runner turns it into a result. */
export class ProbeStopped extends Error {
  readonly reason: keyof typeof STOP_MESSAGES
  constructor(reason: keyof typeof STOP_MESSAGES) {
    super(STOP_MESSAGES[reason])
    this.reason = reason
  }
}

/** Ends a probe that cannot send what it should; the probe runner returns the reason. */
export class NotSent extends Error {
  readonly unavailable: Unavailable
  constructor(unavailable: Unavailable) {
    super('a request cannot be sent')
    this.unavailable = unavailable
  }
}

/** Returns the value. @throws NotSent if it is undefined */
export function required<T>(value: T | undefined, unavailable: Unavailable): T {
  if (value === undefined) throw new NotSent(unavailable)
  return value
}
