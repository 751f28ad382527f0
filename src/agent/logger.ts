import type { AgentLogger } from './definition.ts'

const toStderr = (facts: object, message: string): void => {
  const { err, ...others } = facts as { err?: unknown }
  console.error(
    message,
    ...(Object.keys(others).length > 0 ? [JSON.stringify(others)] : []),
    ...(err === undefined ? [] : [err]),
  )
}

/** Warnings and errors on stderr, and nothing else. */
export const quietLogger: AgentLogger = {
  debug: () => undefined,
  info: () => undefined,
  warn: toStderr,
  error: toStderr,
}
