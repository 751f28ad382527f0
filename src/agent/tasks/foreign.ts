/** Why a task failed at the agent or server that a skill passes it on to. */
export type ForeignProblem =
  | 'PROTOCOL_MISMATCH'
  | 'INPUT_REQUIRED'
  | 'AUTH_REQUIRED'
  | 'FOREIGN_UNREACHABLE'
  | InputProblem
/** What the input of a caller can cause, and therefore must not count as a violation of the protocol. */
export type InputProblem = 'INVALID_INPUT' | 'EXECUTION_ERROR'

/**
 * Thrown by a skill whose task failed at a foreign agent or server. The task fails with the code and the default message of the problem; the
 * message of the error and `detail`, which may quote the foreign agent, go to the log only (docs/specification/bridge.md#failures).
 */
export class ForeignError extends Error {
  readonly code: ForeignProblem
  /** An excerpt of what the foreign agent said. */
  readonly detail: string | undefined
  /** What it means instead in answer to the input of a caller (docs/specification/bridge.md#provoked). */
  readonly provoked: InputProblem | undefined

  constructor(code: ForeignProblem, message: string, detail?: string, provoked?: InputProblem) {
    super(message)
    this.name = 'ForeignError'
    this.code = code
    this.detail = detail
    this.provoked = provoked
  }
}
