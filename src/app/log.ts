import { pino, type DestinationStream, type Logger } from 'pino'
import type { Config } from '../config/config.ts'
import type { JobName } from '../jobs/job-loop.ts'
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

/**
 * Returns a function that logs an error that the dispatcher does not handle, with the scheduled job that failed, if any, and a command for
 * diagnosis. An error that follows from an outage is not logged, because the store's health monitor has logged the outage.
 */
export const errorReporter =
  (logger: Logger, isReportedOutage: (cause: unknown) => boolean) =>
  (cause: unknown, job?: JobName): void => {
    if (isReportedOutage(cause)) return
    const event =
      job === undefined
        ? 'an unexpected error occurred'
        : `the scheduled job ${job} failed and will be retried`
    logger.error(
      { err: cause, ...(job !== undefined && { job }) },
      `${event}; if this repeats, look for the cause with: svc-registry check-config`,
    )
  }
