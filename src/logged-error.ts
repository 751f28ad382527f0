import { redact } from './domain/tokens.ts'

/** Returns an error in the form that is logged: type, message, stack and causes, without credentials. */
export function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return redact(String(error))
  return {
    type: error.name,
    message: redact(error.message),
    stack: redact(error.stack ?? ''),
    ...(error.cause !== undefined && { cause: serializeError(error.cause) as object }),
  }
}
