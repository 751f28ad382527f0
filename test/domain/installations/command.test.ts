import { describe, expect, it } from 'vitest'
import {
  requestedInterval,
  isAcknowledged,
  type HeartbeatReport,
} from '../../../src/domain/installations/command.ts'
import { nextCommand } from '../../../src/domain/installations/lease.ts'
import { DAY } from '../../kit/time.ts'
import { aCommand, at, NOW } from '../fixtures.ts'

const SET_30 = { type: 'set_interval', params: { heartbeat_interval_seconds: 30 } } as const

describe('a command', () => {
  it.each<[string, Parameters<typeof aCommand>[0], Partial<HeartbeatReport>]>([
    ['command_ack with its id', {}, { ack: { id: 'c' } }],
    ['status paused for pause', {}, { status: 'paused' }],
    ['status stopped for terminate', { type: 'terminate' }, { status: 'stopped' }],
    [
      'the new token for rotate_token',
      { type: 'rotate_token', token_version: 5 },
      { token_version: 5 },
    ],
    [
      'a still newer token for rotate_token',
      { type: 'rotate_token', token_version: 5 },
      { token_version: 6 },
    ],
    ['the interval for set_interval', SET_30, { interval: 30 }],
    [
      'the effective interval for one below the range',
      { type: 'set_interval', params: { heartbeat_interval_seconds: 1 } },
      { interval: 5 },
    ],
  ])('is acknowledged by %s', (_, command, report) => {
    expect(isAcknowledged(aCommand(command), { token_version: 1, ...report })).toBe(true)
  })

  it.each<[string, Parameters<typeof aCommand>[0], Partial<HeartbeatReport>]>([
    ['command_ack with another id', {}, { ack: { id: 'd' } }],
    ['another status for pause', {}, { status: 'running' }],
    ['status stopping for terminate', { type: 'terminate' }, { status: 'stopping' }],
    ['status running for resume', { type: 'resume' }, { status: 'running' }],
    [
      'any status or interval for reload_policy',
      { type: 'reload_policy' },
      { status: 'running', interval: 60 },
    ],
    [
      'the old token for rotate_token',
      { type: 'rotate_token', token_version: 5 },
      { token_version: 4 },
    ],
    ['any token before the new one was handed out', { type: 'rotate_token' }, { token_version: 9 }],
    ['another interval for set_interval', SET_30, { interval: 31 }],
    ['no interval for set_interval', SET_30, {}],
  ])('is not acknowledged by %s', (_, command, report) => {
    expect(isAcknowledged(aCommand(command), { token_version: 1, ...report })).toBe(false)
  })

  it.each([
    [30, 30],
    [1, 5],
    [1e9, 3600],
    [undefined, 60],
    ['soon', 60],
    [null, 60],
  ])(
    'of the type set_interval with %j sets the interval to %i s',
    (heartbeat_interval_seconds, effective) => {
      expect(
        requestedInterval({
          params: heartbeat_interval_seconds === undefined ? {} : { heartbeat_interval_seconds },
        }),
      ).toBe(effective)
    },
  )

  it('is the next one if it is terminate, otherwise if it is the oldest, and never if it is acknowledged or expired', () => {
    const pause = aCommand({ command_id: '1' })
    const terminate = aCommand({ command_id: '2', type: 'terminate' })
    const next = (...waiting: (typeof pause)[]) => nextCommand(waiting, NOW)?.command_id
    expect(next()).toBeUndefined()
    expect(next(pause, aCommand({ command_id: '3' }))).toBe('1')
    expect(next(pause, terminate)).toBe('2')
    expect(next({ ...terminate, acknowledged_at: NOW }, pause)).toBe('1')
    expect(nextCommand([pause], at(DAY - 1))).toBe(pause)
    expect(nextCommand([pause], at(DAY))).toBeUndefined()
  })
})
