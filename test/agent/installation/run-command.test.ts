import { describe, expect, it } from 'vitest'
import type { PlatformCommand } from '../../../src/agent/installation/responses.ts'
import { runCommand } from '../../../src/agent/installation/run-command.ts'
import { virtualClock } from './harness.ts'

const SILENT = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
}

describe('a command', () => {
  const never = () => new Promise(() => undefined)
  it.each([
    ['pause', {}, 24_000],
    ['terminate', {}, 24_000],
    ['terminate', { shutdown_timeout_ms: 60_000 }, 48_000],
    ['terminate', { shutdown_timeout_ms: 0 }, 0],
    ['terminate', { shutdown_timeout_ms: 600_000 }, 480_000],
    ['terminate', { shutdown_timeout_ms: 600_001 }, 480_000],
    ['terminate', { shutdown_timeout_ms: -1 }, 24_000],
    ['pause', { shutdown_timeout_ms: 60_000 }, 24_000],
  ])('%s with %j is aborted after %i ms', async (type, params, time) => {
    const { clock, next } = virtualClock()
    let signal: AbortSignal | undefined
    const done = runCommand(
      { id: 'c', type, reason: '', params } as PlatformCommand,
      (command) => {
        signal = command.signal
        return never()
      },
      clock,
      SILENT,
    )
    await Promise.resolve()
    expect(next(time - 1, () => undefined)).toBeUndefined()
    expect(signal!.aborted).toBe(false)
    next(time, () => undefined)!()
    expect(await done).toEqual({
      status: type === 'terminate' ? 'done' : 'failed',
      message: 'the time limit passed before all work was finished',
    })
    expect(signal!.aborted).toBe(true)
  })

  it('that fails is logged with its cause', async () => {
    const lines: object[] = []
    const cause = new Error('no')
    await runCommand(
      { id: 'c', type: 'pause', reason: '', params: {} } as PlatformCommand,
      () => {
        throw cause
      },
      virtualClock().clock,
      {
        ...SILENT,
        error: (fields, message) => {
          lines.push({ ...fields, message })
        },
      },
    )
    expect(lines).toEqual([{ err: cause, command_id: 'c', message: 'the command pause failed' }])
  })

  it('is done without a handler, and failed when the handler throws', async () => {
    const { clock, next } = virtualClock()
    const command = { id: 'c', type: 'pause', reason: '', params: {} } as PlatformCommand
    expect(await runCommand(command, undefined, clock, SILENT)).toEqual({
      status: 'done',
      message: '',
    })
    expect(
      await runCommand(
        command,
        () => {
          throw new Error('no')
        },
        clock,
        SILENT,
      ),
    ).toEqual({ status: 'failed', message: 'the agent failed to pause' })
    // No timer is left.
    expect(next(3_600_000, () => undefined)).toBeUndefined()
  })
})
