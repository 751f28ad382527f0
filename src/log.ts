import { pino, type DestinationStream, type Logger } from 'pino'
import { redact } from './domain/tokens.ts'
import type { Config } from './config.ts'

/** One JSON object a line on stderr, so that stdout stays for what was asked for; tests hand in another destination. */
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
      serializers: { err: described },
    },
    destination,
  )
}

/** An error as it may be logged: what and where, its causes, and no credential. */
function described(error: unknown): unknown {
  if (!(error instanceof Error)) return redact(String(error))
  return {
    type: error.name,
    message: redact(error.message),
    stack: redact(error.stack ?? ''),
    ...(error.cause !== undefined && { cause: described(error.cause) as object }),
  }
}
