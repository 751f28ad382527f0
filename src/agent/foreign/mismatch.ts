import { printableText } from '../../contract/issues.ts'
import { ForeignError, type InputProblem } from '../tasks/skill-errors.ts'
import type { Redactor } from './credentials.ts'

/** Returns the error for a response that violates the protocol. `detail` is the text that the foreign agent sent. */
export const mismatch = (reason: string, detail?: string): ForeignError =>
  new ForeignError('PROTOCOL_MISMATCH', reason, detail)

/**
 * Returns the error for a response that violates the protocol, for which a caller's input may be the reason. If the request carried such
 * input, `input_problem` is reported instead (docs/specification/bridge.md#provoked).
 */
export const callerCausedMismatch = (
  input_problem: InputProblem,
  reason: string,
  detail?: string,
): ForeignError => new ForeignError('PROTOCOL_MISMATCH', reason, detail, input_problem)

const EXCERPT_CHARACTERS = 300

/** Returns the beginning of a text from the foreign agent, on one line, for the log. */
export const excerpt = (text: string): string => printableText(text, EXCERPT_CHARACTERS)

/**
 * Returns an error in a form that can be logged: on one line, truncated, and without the secrets of the bridge, which the foreign agent
 * may have repeated. The secrets are removed before the error is truncated, because a part of a secret would not be recognized.
 */
export function loggable(cause: unknown, { redact }: Pick<Redactor, 'redact'>): unknown {
  if (!(cause instanceof Error)) return cause
  const message = excerpt(redact(cause.message))
  if (cause instanceof ForeignError)
    return new ForeignError(
      cause.code,
      message,
      cause.detail === undefined ? undefined : excerpt(redact(cause.detail)),
    )
  return message === cause.message ? cause : new Error(message)
}
