import { pino, type DestinationStream, type Logger } from 'pino'
import type { Config } from '../config/config.ts'
import { serializeError } from '../domain/tokens.ts'

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
