/**
 * Thrown by a skill that has no capacity left. The task fails with `rate_limited` instead of `execution_error`, because a later attempt can
 * succeed (docs/specification/agent-protocol.md#external-limits).
 */
export class SkillBusyError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'SkillBusyError'
  }
}

/** Why a task failed at the agent or server that a skill passes it on to. */
export type ForeignProblem =
  | 'PROTOCOL_MISMATCH'
  | 'INPUT_REQUIRED'
  | 'AUTH_REQUIRED'
  | 'FOREIGN_UNREACHABLE'
  | InputProblem
/** The failures that a caller's input can cause, and that therefore do not count as protocol violations. */
export type InputProblem = 'INVALID_INPUT' | 'EXECUTION_ERROR'

/**
 * Thrown by a skill whose task failed at a foreign agent or server. The task fails with the code and a fixed message;
 * the message of the error and `detail`, which may quote the foreign agent, go to the log only (docs/specification/bridge.md#failures).
 */
export class ForeignError extends Error {
  readonly code: ForeignProblem
  /** An excerpt of what the foreign agent sent. */
  readonly detail: string | undefined
  /** The problem to report instead if the request carried a caller's input (docs/specification/bridge.md#provoked). */
  readonly input_problem: InputProblem | undefined

  constructor(
    code: ForeignProblem,
    message: string,
    detail?: string,
    input_problem?: InputProblem,
  ) {
    super(message)
    this.name = 'ForeignError'
    this.code = code
    this.detail = detail
    this.input_problem = input_problem
  }
}
