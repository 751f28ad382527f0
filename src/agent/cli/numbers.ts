import { HEARTBEAT_INTERVAL_SECONDS } from '../../domain/limits.ts'
import { UsageError } from '../../terminal/errors.ts'

/** Reads the value of `--port`. @throws UsageError if it is not a port number */
export function parsePort(given: string | undefined): number | undefined {
  if (given === undefined) return undefined
  const port = Number(given)
  if (!/^\d{1,5}$/.test(given) || port > 65535)
    throw new UsageError(`--port must be a number from 0 to 65535, not ${JSON.stringify(given)}.`)
  return port
}

/** Reads the value of `--heartbeat`. @throws UsageError if it is not an interval that the platform accepts */
export function parseHeartbeatSeconds(given: string | undefined): number | undefined {
  if (given === undefined) return undefined
  const seconds = Number(given)
  const { min, max } = HEARTBEAT_INTERVAL_SECONDS
  if (!Number.isInteger(seconds) || seconds < min || seconds > max)
    throw new UsageError(
      `--heartbeat must be a whole number of seconds from ${min} to ${max}, not ${JSON.stringify(given)}.`,
    )
  return seconds
}
