import { printableText } from '../../contract/issues.ts'
import { ForeignError } from '../tasks/foreign.ts'

const EXCERPT_CHARACTERS = 200

/** Returns the beginning of a text of the other side, on one line, for the log. */
export const excerpt = (text: string): string => printableText(text, EXCERPT_CHARACTERS)

/** Returns the error for an answer that violates the protocol. `said` is what the other side sent; the log has an excerpt of it. */
export const mismatch = (reason: string, said?: string): ForeignError =>
  new ForeignError('PROTOCOL_MISMATCH', reason, said === undefined ? undefined : excerpt(said))
