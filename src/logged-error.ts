import { redact } from './domain/tokens.ts'

/** Returns the log fields of an error: type, message, stack and causes, without credentials. */
export function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return redact(String(error))
  return {
    type: error.name,
    message: redact(error.message),
    stack: redact(error.stack ?? ''),
    ...(error.cause !== undefined && { cause: serializeError(error.cause) as object }),
  }
}
