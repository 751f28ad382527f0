import { inspect } from 'node:util'
import { serializeError } from '../../domain/tokens.ts'
import type { AgentLogger } from '../definition.ts'

/** The log levels, from the least to the most severe. With `silent` nothing is logged. */
export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/**
 * Creates a logger that writes one JSON object per line, with the same members as the platform's log, so that one program can read both. A
 * logging package would be one more dependency of every agent.
 */
export function createJsonLogger(
  threshold: LogLevel,
  write: (line: string) => void = (line) => void process.stderr.write(line),
): AgentLogger {
  const logAt =
    (level: LogLevel) =>
    (fields: object, message: string): void => {
      if (LOG_LEVELS.indexOf(level) < LOG_LEVELS.indexOf(threshold)) return
      const entry = { level, time: new Date().toISOString() }
      write(`${stringify(entry, fields, message)}\n`)
    }
  return { debug: logAt('debug'), info: logAt('info'), warn: logAt('warn'), error: logAt('error') }
}

/**
 * Returns an entry as JSON. Skills can log any fields; if JSON cannot express one of them, such as a cycle, all are logged as one text, so
 * that logging never makes a skill fail.
 */
function stringify(entry: object, fields: object, msg: string): string {
  try {
    return JSON.stringify({ ...entry, ...withSerializedError(fields), msg })
  } catch {
    return JSON.stringify({ ...entry, fields: inspect(fields), msg })
  }
}

const withSerializedError = (fields: object): object =>
  'err' in fields ? { ...fields, err: serializeError(fields.err) } : fields
