import { pino, type DestinationStream, type Logger } from 'pino'
import { redact } from './domain/tokens.ts'
import type { Config } from './config.ts'

/** Creates a logger that writes one JSON object per line to stderr, because stdout is for the output of commands. */
export function createLogger(
  { log_level }: Pick<Config, 'log_level'>,
  destination: DestinationStream = pino.destination({ dest: 2, sync: true }),
): Logger {
  return pino(
    {
      level: log_level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
      serializers: { err: serializeError },
    },
    destination,
  )
}

/** Returns an error in the form that is logged: type, message, stack and causes, without credentials. */
function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return redact(String(error))
  return {
    type: error.name,
    message: redact(error.message),
    stack: redact(error.stack ?? ''),
    ...(error.cause !== undefined && { cause: serializeError(error.cause) as object }),
  }
}
