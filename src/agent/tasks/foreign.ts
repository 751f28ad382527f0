/** Why a task failed at the agent or server that a skill passes it on to. */
export type ForeignProblem =
  | 'PROTOCOL_MISMATCH'
  | 'INPUT_REQUIRED'
  | 'AUTH_REQUIRED'
  | 'FOREIGN_UNREACHABLE'

/**
 * Thrown by a skill whose task failed at a foreign agent or server. The task fails with the code and the default message of the problem; the
 * message of the error and `detail`, which may quote the other side, go to the log only (docs/specification/bridge.md#failures).
 */
export class ForeignError extends Error {
  readonly code: ForeignProblem
  /** An excerpt of what the other side said. */
  readonly detail: string | undefined

  constructor(code: ForeignProblem, message: string, detail?: string) {
    super(message)
    this.name = 'ForeignError'
    this.code = code
    this.detail = detail
  }
}
