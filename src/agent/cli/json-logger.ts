import { inspect } from 'node:util'
import { serializeError } from '../../logged-error.ts'
import type { AgentLogger } from '../definition.ts'

/** From the least to the most severe; `silent` logs nothing. */
export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/**
 * Creates a logger that writes one JSON object per line, with the members of the platform's log, so that one program can read both. It is
 * written here because a logging package would be one more dependency of every agent.
 */
export function createJsonLogger(
  threshold: LogLevel,
  write: (line: string) => void = (line) => void process.stderr.write(line),
): AgentLogger {
  const logAt =
    (level: LogLevel) =>
    (facts: object, message: string): void => {
      if (LOG_LEVELS.indexOf(level) < LOG_LEVELS.indexOf(threshold)) return
      const entry = { level, time: new Date().toISOString() }
      write(`${stringify(entry, facts, message)}\n`)
    }
  return { debug: logAt('debug'), info: logAt('info'), warn: logAt('warn'), error: logAt('error') }
}

/** Skills log facts of any kind. What JSON cannot express, such as a cycle, is logged as text and never fails a skill. */
function stringify(entry: object, facts: object, msg: string): string {
  try {
    return JSON.stringify({ ...entry, ...withSerializedError(facts), msg })
  } catch {
    return JSON.stringify({ ...entry, facts: inspect(facts), msg })
  }
}

const withSerializedError = (facts: object): object =>
  'err' in facts ? { ...facts, err: serializeError(facts.err) } : facts
