import { describe, expect, it } from 'vitest'
import { createJsonLogger, type LogLevel } from '../../../src/agent/cli/json-logger.ts'
import { REFRESH_TOKEN_PREFIX } from '../../../src/domain/tokens.ts'

/** Returns a logger, and the lines that it has written. */
function recorded(level: LogLevel) {
  const lines: string[] = []
  const logger = createJsonLogger(level, (line) => void lines.push(line))
  return { logger, lines, entries: () => lines.map((line) => JSON.parse(line) as object) }
}

describe('the log of svc-agent', () => {
  it('is one JSON object per line, with level, time, message and the fields', () => {
    const { logger, lines, entries } = recorded('info')
    logger.info({ port: 8090 }, 'ready')
    expect(lines[0]).toMatch(/^\{"level":"info","time":"[^"]+Z","port":8090,"msg":"ready"\}\n$/)
    expect(entries()).toHaveLength(1)
  })

  it('contains messages that are at least as severe as its level', () => {
    const { logger, entries } = recorded('warn')
    for (const level of ['debug', 'info', 'warn', 'error'] as const) logger[level]({}, level)
    expect(entries()).toMatchObject([{ msg: 'warn' }, { msg: 'error' }])
    const silent = recorded('silent')
    silent.logger.error({}, 'error')
    expect(silent.lines).toEqual([])
  })

  it('shows errors with their causes, and without credentials', () => {
    const { logger, lines, entries } = recorded('error')
    const token = `${REFRESH_TOKEN_PREFIX}${'a'.repeat(43)}`
    logger.error(
      { err: new Error(`refused ${token}`, { cause: new TypeError('inner') }) },
      'failed',
    )
    expect(entries()).toMatchObject([
      { err: { type: 'Error', cause: { type: 'TypeError', message: 'inner' } }, msg: 'failed' },
    ])
    expect(lines[0]).not.toContain(token)
  })

  it('accepts fields that JSON cannot express', () => {
    const { logger, entries } = recorded('info')
    const cycle: { self?: object; size: bigint } = { size: 1n }
    cycle.self = cycle
    logger.info(cycle, 'odd')
    expect(entries()).toMatchObject([{ fields: expect.stringContaining('size: 1n'), msg: 'odd' }])
  })
})
