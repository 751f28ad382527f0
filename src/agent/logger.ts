import type { AgentLogger } from './definition.ts'

const toStderr = (fields: object, message: string): void => {
  const { err, ...others } = fields as { err?: unknown }
  console.error(
    message,
    ...(Object.keys(others).length > 0 ? [JSON.stringify(others)] : []),
    ...(err === undefined ? [] : [err]),
  )
}

/** A logger that writes warnings and errors to stderr and drops the rest. */
export const stderrLogger: AgentLogger = {
  debug: () => undefined,
  info: () => undefined,
  warn: toStderr,
  error: toStderr,
}
