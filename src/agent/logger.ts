import type { AgentLogger } from './definition.ts'

const toStderr = (facts: object, message: string): void => {
  const { err, ...others } = facts as { err?: unknown }
  console.error(
    message,
    ...(Object.keys(others).length > 0 ? [JSON.stringify(others)] : []),
    ...(err === undefined ? [] : [err]),
  )
}

/** Writes warnings and errors to stderr and drops the rest. */
export const stderrLogger: AgentLogger = {
  debug: () => undefined,
  info: () => undefined,
  warn: toStderr,
  error: toStderr,
}
